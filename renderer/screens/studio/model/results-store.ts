/** The view of the open photo's results: the selected one, two compared states, the tint. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { FLICKER_RATE } from '../../../pictures/viewer/comparing/flicker.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import type { KeptState } from './photo-states.ts';

/** `split`: on both sides of a line. `side-by-side`: in two halves. `flicker`: one at a time, alternating. */
export type ComparisonMode = 'split' | 'side-by-side' | 'flicker';

/** Two states by their ids, see `photo-states.ts`. */
export interface Compared {
  readonly mode: ComparisonMode;
  readonly first: string;
  readonly second: string;
}

export interface ResultsState {
  /** The result that is looked at. */
  readonly selectedId: string | undefined;
  /** The result whose bar is over the photo. */
  readonly judgedId: string | undefined;
  /** The part of that bar that is open. */
  readonly judging: 'grow' | 'mix' | undefined;
  /** `undefined` while nothing is compared. */
  readonly compared: Compared | undefined;
  /** The part of the stage on which the states differ when comparing begins; shares of its sides. */
  readonly change: Rect | undefined;
  /** The visible state while flickering. */
  readonly side: 'first' | 'second';
  /** Changes by itself; only by hand where motion is to be reduced. */
  readonly isFlickering: boolean;
  /** Changes a second. */
  readonly rate: number;
  readonly kept: readonly KeptState[];
  /** The grown mask with which a result would be run again, while that is being decided. */
  readonly grownMask: readonly PackedMaskTile[] | undefined;
  /** Everything cleaned so far is tinted. */
  readonly isCleanedShown: boolean;
}

/** The state at the start of each photo. */
export const INITIAL_RESULTS: Omit<ResultsState, 'isFlickering' | 'rate'> = {
  selectedId: undefined,
  judgedId: undefined,
  judging: undefined,
  compared: undefined,
  change: undefined,
  side: 'first',
  kept: [],
  grownMask: undefined,
  isCleanedShown: false,
};

export function createResultsStore(): StoreApi<ResultsState> {
  return createStore<ResultsState>(() => ({
    ...INITIAL_RESULTS,
    isFlickering: true,
    rate: FLICKER_RATE.initial,
  }));
}
