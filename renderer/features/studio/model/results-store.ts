/** The view of the open photo's results: the selected one, two compared states, the tint. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { FLICKER_RATE } from '../../../viewer/flicker.ts';
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
  /** `undefined` while nothing is compared. */
  readonly compared: Compared | undefined;
  /** The visible state while flickering. */
  readonly side: 'first' | 'second';
  /** Changes by itself; only by hand where motion is to be reduced. */
  readonly isFlickering: boolean;
  /** Changes a second. */
  readonly rate: number;
  readonly kept: readonly KeptState[];
  /** Everything cleaned so far is tinted. */
  readonly isCleanedShown: boolean;
}

/** The state at the start of each photo. */
export const INITIAL_RESULTS: Omit<ResultsState, 'isFlickering' | 'rate'> = {
  selectedId: undefined,
  compared: undefined,
  side: 'first',
  kept: [],
  isCleanedShown: false,
};

export function createResultsStore(): StoreApi<ResultsState> {
  return createStore<ResultsState>(() => ({
    ...INITIAL_RESULTS,
    isFlickering: true,
    rate: FLICKER_RATE.initial,
  }));
}
