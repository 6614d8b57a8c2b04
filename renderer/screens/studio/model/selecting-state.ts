import type {
  ObjectInSight,
  PersonInPhoto,
  Spot,
  TextLineFound,
} from '../../../../shared/contract/selection.ts';
import type { Point, Rect } from '../../../../shared/geometry/rect.ts';

export interface ProposedSelection {
  readonly tool: 'object' | 'line' | 'wand';
  readonly pixels: number;
  /** Erases the selection from the mask. */
  readonly subtract: boolean;
  /** Candidate masks of an object, by size. */
  readonly readings?: number;
  readonly reading?: number;
  /** Warns if the outline may be inaccurate. */
  readonly remark?: string | undefined;
}

/** Photo space. */
export interface TakenPlace {
  readonly bounds: Rect;
  /** Missing if the pointer was elsewhere. */
  readonly pointer: Point | undefined;
}

interface ObjectsInSight {
  /** Top to bottom, without accepted ones. */
  readonly objects: readonly ObjectInSight[];
  readonly index: number;
}

export interface PeopleFound {
  /** Left to right. */
  readonly people: readonly PersonInPhoto[];
  /** Added to the mask on accept. */
  readonly ticked: ReadonlySet<PersonInPhoto>;
}

/** Lines of text that are sent in one box. */
export interface TextBlock {
  /** Photo space. */
  readonly rect: Rect;
  readonly lines: readonly TextLineFound[];
}

interface FoundSpots {
  /** Top to bottom, without accepted and dismissed ones. */
  readonly spots: readonly Spot[];
  readonly index: number;
  /** There are more than the list can hold. */
  readonly isCut: boolean;
}

export interface SelectingState {
  readonly isBusy: boolean;
  readonly proposal: ProposedSelection | undefined;
  /** It was accepted, and goes into the mask as soon as its edge is exact. */
  readonly isBeingAdded: boolean;
  /** Why a gesture found nothing. */
  readonly note: string | undefined;
  readonly taken: TakenPlace | undefined;
  readonly spots: FoundSpots | undefined;
  readonly objects: ObjectsInSight | undefined;
  readonly people: PeopleFound | undefined;
  readonly text: readonly TextBlock[] | undefined;
  readonly isSpotsViewShown: boolean;
}

export const INITIAL_SELECTING: SelectingState = {
  isBusy: false,
  proposal: undefined,
  isBeingAdded: false,
  note: undefined,
  taken: undefined,
  spots: undefined,
  objects: undefined,
  people: undefined,
  text: undefined,
  isSpotsViewShown: false,
};

/** True while selecting hides other things over the photo. */
export function isSelecting(state: SelectingState): boolean {
  const { proposal, note, taken, spots, objects, people, isSpotsViewShown } = state;
  const shown = proposal ?? note ?? taken ?? spots ?? objects ?? people;
  return shown !== undefined || isSpotsViewShown;
}
