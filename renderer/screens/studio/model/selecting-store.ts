/** The tools that select: the proposed selection, and the spots that were found. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  ObjectInSight,
  PersonInPhoto,
  Spot,
  TextLineFound,
} from '../../../../shared/contract/selection.ts';
import type { Point, Rect } from '../../../../shared/geometry/rect.ts';

/** A selection that is not in the mask yet. */
export interface ProposedSelection {
  readonly tool: 'object' | 'line' | 'wand';
  readonly pixels: number;
  /** It goes out of the mask, not into it. */
  readonly subtract: boolean;
  /** Of an object: how many readings there are, by size, and which one this is. */
  readonly readings?: number;
  readonly reading?: number;
  /** A sentence where the outline may be off. */
  readonly remark?: string | undefined;
}

/** A selection that has just been taken into the mask, photo space. */
export interface TakenPlace {
  readonly bounds: Rect;
  /** Where the pointer was; missing when it was elsewhere. */
  readonly pointer: Point | undefined;
}

/** Objects in the part in sight. */
export interface ObjectsInSight {
  /** From the top to the bottom; those that were taken are gone. */
  readonly objects: readonly ObjectInSight[];
  /** The one that is looked at. */
  readonly index: number;
}

/** People of the photo. */
export interface PeopleFound {
  /** From left to right. */
  readonly people: readonly PersonInPhoto[];
  /** Those that go into the mask. */
  readonly ticked: ReadonlySet<PersonInPhoto>;
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
  /** A run is offered beside it. */
  readonly taken: TakenPlace | undefined;
  readonly spots: FoundSpots | undefined;
  readonly objects: ObjectsInSight | undefined;
  readonly people: PeopleFound | undefined;
  /** Text that was found, in boxes for calls. */
  readonly text: readonly TextBlock[] | undefined;
  /** The photo is shown with its faint spots brought out. */
  readonly isSpotsViewShown: boolean;
}

export const INITIAL_SELECTING: SelectingState = {
  isBusy: false,
  proposal: undefined,
  note: undefined,
  taken: undefined,
  spots: undefined,
  objects: undefined,
  people: undefined,
  text: undefined,
  isSpotsViewShown: false,
};

/** Something is selected, or looked for: what else lies over the photo makes way. */
export function isSelecting(state: SelectingState): boolean {
  const { proposal, note, taken, spots, objects, people, isSpotsViewShown } = state;
  const shown = proposal ?? note ?? taken ?? spots ?? objects ?? people;
  return shown !== undefined || isSpotsViewShown;
}

export function createSelectingStore(): StoreApi<SelectingState> {
  return createStore<SelectingState>(() => INITIAL_SELECTING);
}
