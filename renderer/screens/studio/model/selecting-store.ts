/** The tools that select: the proposed selection, and the spots that were found. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Spot, TextLineFound } from '../../../../shared/contract/selection.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';

/** A selection that is not in the mask yet. */
export interface ProposedSelection {
  readonly tool: 'object' | 'line' | 'wand';
  readonly pixels: number;
  /** It goes out of the mask, not into it. */
  readonly subtract: boolean;
}

/** Lines of text that are sent in one box. */
export interface TextBlock {
  /** Photo space. */
  readonly rect: Rect;
  readonly lines: readonly TextLineFound[];
}

/** Spots of the open photo. */
export interface FoundSpots {
  /** From the top to the bottom; those that were accepted or dismissed are gone. */
  readonly spots: readonly Spot[];
  /** The one that is looked at. */
  readonly index: number;
  /** There are more than the list can hold. */
  readonly isCut: boolean;
}

export interface SelectingState {
  readonly isBusy: boolean;
  readonly proposal: ProposedSelection | undefined;
  /** Why there is none, after a gesture. */
  readonly note: string | undefined;
  readonly spots: FoundSpots | undefined;
  /** Text that was found, in boxes for calls. */
  readonly text: readonly TextBlock[] | undefined;
  /** The photo is shown with its faint spots brought out. */
  readonly isSpotsViewShown: boolean;
}

export const INITIAL_SELECTING: SelectingState = {
  isBusy: false,
  proposal: undefined,
  note: undefined,
  spots: undefined,
  text: undefined,
  isSpotsViewShown: false,
};

/** Something is selected, or looked for: what else lies over the photo makes way. */
export function isSelecting(state: SelectingState): boolean {
  const { proposal, note, spots, isSpotsViewShown } = state;
  return (proposal ?? note ?? spots) !== undefined || isSpotsViewShown;
}

export function createSelectingStore(): StoreApi<SelectingState> {
  return createStore<SelectingState>(() => INITIAL_SELECTING);
}
