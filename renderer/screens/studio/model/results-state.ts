import type { Patch } from '../../../../shared/contract/photos.ts';
import type { ComparisonMode } from '../../../viewer/stage/viewer-types.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import type { KeptState } from './photo-states.ts';
import { shownVariant } from './variants.ts';

/** Ids, see `photo-states.ts`. */
export interface Compared {
  readonly mode: ComparisonMode;
  readonly first: string;
  readonly second: string;
}

export interface ResultsState {
  readonly selectedId: string | undefined;
  /** The result whose bar is over the photo. */
  readonly judgedId: string | undefined;
  /** The open part of that bar. */
  readonly judging: 'grow' | 'blend' | undefined;
  readonly compared: Compared | undefined;
  /** Where the states differ when comparing begins, as shares of the stage. */
  readonly change: Rect | undefined;
  /** Visible while flickering. */
  readonly side: 'first' | 'second';
  /** Has no effect if reduced motion is on. */
  readonly isFlickering: boolean;
  /** Changes per second. */
  readonly rate: number;
  readonly kept: readonly KeptState[];
  /** Preview of the mask that a result would be run again with. */
  readonly grownMask: readonly PackedMaskTile[] | undefined;
  readonly isCleanedShown: boolean;
}

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

/** Returns the result whose settings are shown: the judged one, else the selected one. */
export function shownEdit(state: {
  readonly patches: readonly Patch[];
  readonly results: Pick<ResultsState, 'judgedId' | 'selectedId'>;
}): Patch | undefined {
  const { judgedId, selectedId } = state.results;
  return shownVariant(state.patches, judgedId ?? selectedId);
}
