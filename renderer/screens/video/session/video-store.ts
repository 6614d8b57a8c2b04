import { createStore } from 'zustand/vanilla';
import { DEFAULT_VIDEO_FORM, type VideoForm } from '../../../../shared/contract/video-form.ts';
import { NO_RUNS, type RunState } from '../../../features/runs/run-actions.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { SweepPlan } from '../model/sweep.ts';

interface VideoState extends RunState {
  readonly isRestored: boolean;
  readonly form: VideoForm;
  /** Longer side that the picture is reduced to before it is sent, pixels. */
  readonly maxSide: number | undefined;
  /**
   * With Crop: the part that is sent, photo space; `undefined` lets the service take the middle.
   */
  readonly part: Rect | undefined;
  readonly sweep: SweepPlan | undefined;
  readonly clipId: string | undefined;
  /** Index of the file, if there are several; `undefined` for the first. */
  readonly clipOutput: number | undefined;
  readonly groupId: string | undefined;
  readonly compared: readonly string[] | undefined;
  /** The last clip in focus in Compare, see {@link focusedClip}. */
  readonly focusedId: string | undefined;
  /** 0 shows all. */
  readonly leastStars: number;
  /** True on the stage, false next to the form, `undefined` wherever there is room. */
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

/** Returns the clip in Compare that stars apply to. */
export function focusedClip({
  compared,
  focusedId,
}: Pick<VideoState, 'compared' | 'focusedId'>): string | undefined {
  return compared?.find((id) => id === focusedId);
}

/** Clips that can be compared at once. */
export const COMPARED_CLIPS = { least: 2, most: 4 } as const;
