import type { CallPlan, RemoveTextMode } from '../../../../shared/contract/cleanup.ts';
import type { ScreenState } from '../../../../shared/contract/screen-state.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';

export type RunOperation = ScreenState['runOperation'];

/** `use`: saved results replace calls. `ignore`: all are calls. `only`: no calls. */
export type StoredUse = 'use' | 'ignore' | 'only';

interface AskedRun {
  readonly stored: StoredUse;
  readonly calls: number;
}

export interface StudioRunState {
  readonly operation: RunOperation;
  /** Adjusted boxes; `undefined` for Gesso's own. */
  readonly byHand: readonly Rect[] | undefined;
  readonly painted: readonly PackedMaskTile[];
  /** By photo id. */
  readonly textBoxes: ReadonlyMap<string, readonly Rect[]>;
  /** By photo id: boxes that runs have taken, so that text found there is not shown. */
  readonly takenTextBoxes: ReadonlyMap<string, readonly Rect[]>;
  /** As far as the photo allows it. */
  readonly textMode: RemoveTextMode | undefined;
  /** `undefined` until the backend has answered. */
  readonly calls: CallPlan | undefined;
  readonly asked: AskedRun | undefined;
  readonly problem: string | undefined;
}

export const INITIAL_PLAN = {
  byHand: undefined,
  painted: [],
  calls: undefined,
  asked: undefined,
  problem: undefined,
} as const;

export const INITIAL_RUN: StudioRunState = {
  operation: 'cleanup',
  textBoxes: new Map(),
  takenTextBoxes: new Map(),
  textMode: undefined,
  ...INITIAL_PLAN,
};

const NONE: readonly Rect[] = [];

/** Returns the same array until the boxes change. */
export function textBoxesOf(
  { textBoxes }: Pick<StudioRunState, 'textBoxes'>,
  photoId: string,
): readonly Rect[] {
  return textBoxes.get(photoId) ?? NONE;
}

/** Returns the same array until the boxes change. */
export function takenTextBoxesOf(
  { takenTextBoxes }: Pick<StudioRunState, 'takenTextBoxes'>,
  photoId: string,
): readonly Rect[] {
  return takenTextBoxes.get(photoId) ?? NONE;
}
