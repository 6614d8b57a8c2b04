/** The state that decides about the next run on the open photo; see `next-run.ts`. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CallPlan, RemoveTextMode } from '../../../../shared/contract/cleanup.ts';
import type { ScreenState } from '../../../../shared/contract/screen-state.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';

/** The operation of Run. */
export type RunOperation = ScreenState['runOperation'];

/** `use`: saved results take the place of calls. `ignore`: all are calls. `only`: no calls. */
export type StoredUse = 'use' | 'ignore' | 'only';

/** A text removal of more than `MANY_CALLS` calls, before it starts. */
export interface AskedRun {
  readonly stored: StoredUse;
  /** Calls that would be made. */
  readonly calls: number;
}

export interface RunState {
  readonly operation: RunOperation;
  /** Boxes of the clean-up as the user has adjusted them; `undefined` = Gesso's own are wanted. */
  readonly byHand: readonly Rect[] | undefined;
  /** The mask as it was after the last edit. */
  readonly painted: readonly PackedMaskTile[];
  /** Boxes around text, by photo. */
  readonly textBoxes: ReadonlyMap<string, readonly Rect[]>;
  /** … and those that runs have taken with them, by photo: what was found there is not shown. */
  readonly takenTextBoxes: ReadonlyMap<string, readonly Rect[]>;
  /** How text is to be removed; as far as the photo allows it. */
  readonly textMode: RemoveTextMode | undefined;
  /** The backend's answer to the current plan; `undefined` until it has come. */
  readonly calls: CallPlan | undefined;
  /** A run of many calls waits for the user's word. */
  readonly asked: AskedRun | undefined;
  /** Why there is no answer. */
  readonly problem: string | undefined;
}

/** The part of the state that belongs to the open photo. */
export const INITIAL_PLAN = {
  byHand: undefined,
  painted: [],
  calls: undefined,
  asked: undefined,
  problem: undefined,
} as const;

export function createRunStore(): StoreApi<RunState> {
  return createStore<RunState>(() => ({
    operation: 'cleanup',
    textBoxes: new Map(),
    takenTextBoxes: new Map(),
    textMode: undefined,
    ...INITIAL_PLAN,
  }));
}

const NONE: readonly Rect[] = [];

/** The boxes around text of a photo; the same array until they change. */
export function textBoxesOf(
  { textBoxes }: Pick<RunState, 'textBoxes'>,
  photoId: string,
): readonly Rect[] {
  return textBoxes.get(photoId) ?? NONE;
}

/** The boxes that runs on a photo have taken; the same array until they change. */
export function takenTextBoxesOf(
  { takenTextBoxes }: Pick<RunState, 'takenTextBoxes'>,
  photoId: string,
): readonly Rect[] {
  return takenTextBoxes.get(photoId) ?? NONE;
}
