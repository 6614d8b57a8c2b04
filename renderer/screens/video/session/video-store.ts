/** The plain state of the Video screen. */
import { createStore } from 'zustand/vanilla';
import { DEFAULT_VIDEO_FORM } from '../../../../shared/contract/default-screen-state.ts';
import type { VideoForm } from '../../../../shared/contract/video-form.ts';
import { NO_RUNS, type RunState } from '../../../work/runs/run-actions.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { SweepPlan } from '../model/sweep.ts';

export interface VideoState extends RunState {
  /** The settings of the last session are there. */
  readonly isRestored: boolean;
  readonly form: VideoForm;
  /** The longer side that the picture is reduced to before it is sent. */
  readonly maxSide: number | undefined;
  /** With Crop: the part that is sent, photo space, so that faces stay in; `undefined` = the service takes the middle. */
  readonly part: Rect | undefined;
  /** Several values in place of one. */
  readonly sweep: SweepPlan | undefined;
  /** The clip in the player. */
  readonly clipId: string | undefined;
  /** Which of its files, where there are several clips; `undefined`: the first one. */
  readonly clipOutput: number | undefined;
  /** The group whose clips the list shows. */
  readonly groupId: string | undefined;
  /** The clips in Compare. */
  readonly compared: readonly string[] | undefined;
  /** The one in focus there: stars are its. */
  readonly focusedId: string | undefined;
  /** Least number of stars of a clip that is shown; 0 shows all. */
  readonly leastStars: number;
  /** The picture stands in the middle, or beside the form, by wish; `undefined`: wherever there is room. */
  readonly isPictureLarge: boolean | undefined;
}

export type VideoStore = ReturnType<typeof createVideoStore>;

export function createVideoStore() {
  return createStore<VideoState>(() => ({
    ...NO_RUNS,
    isRestored: false,
    form: DEFAULT_VIDEO_FORM,
    maxSide: undefined,
    part: undefined,
    sweep: undefined,
    clipId: undefined,
    clipOutput: undefined,
    groupId: undefined,
    compared: undefined,
    focusedId: undefined,
    leastStars: 0,
    isPictureLarge: undefined,
  }));
}

/** Clips that can be compared at once. */
export const COMPARED_CLIPS = { least: 2, most: 4 } as const;
