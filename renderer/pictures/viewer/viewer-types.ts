/** Pictures to look at, and how several of them are compared. */
import type { Rect, Size } from '../../../shared/geometry/rect.ts';
import type { PictureWeight } from './decoding/masked-picture.ts';
import type { PictureSource } from './decoding/picture.ts';

/** A picture with its address. */
export interface ShownPicture {
  readonly id: string;
  /** Pixels, oriented. */
  readonly size: Size;
  /** Same origin; its answer is decoded to exactly `size`. */
  readonly url: string;
  /** Draws itself in place of what is at the address, see `live-picture.ts`; stays its owner's. */
  readonly live?: PictureSource | undefined;
}

/** A picture over part of another one: an RGBA picture that fills `rect` (photo space). */
export interface PicturePatch {
  readonly id: string;
  readonly rect: Rect;
  readonly url: string;
  /** Its own pixels, where it is stretched to fill `rect`; as many as `rect` has otherwise. */
  readonly size?: Size;
  /** As in {@link ShownPicture}. */
  readonly live?: PictureSource | undefined;
  /** It is seen in part only; another weight is another patch. */
  readonly weight?: PictureWeight | undefined;
}

/** A picture that may be opened next, with the patches that it is then shown with. */
export interface AheadPicture {
  readonly picture: ShownPicture;
  readonly patches: readonly PicturePatch[];
}

/**
 * One of the compared states: the open picture with these patches, lowest first, or another picture.
 * That is shown in the open one's place and size (see `placeInFrame`) unless it has a place of its own.
 */
export type ComparedState =
  | { readonly patches: readonly PicturePatch[] }
  /** `rect`: where it lies, photo space; not always whole pixels. */
  | { readonly picture: ShownPicture; readonly rect?: Rect | undefined };

/** `split`: on both sides of a line. `side-by-side`: in parts of the same size. `flicker`: one at a time, alternating. */
export type ComparisonMode = 'split' | 'side-by-side' | 'flicker';

/** Two to four states (a split has two), and how they are compared. */
export interface StateComparison {
  readonly mode: ComparisonMode;
  readonly states: readonly ComparedState[];
}

/** How many states are compared. */
export const COMPARED = { least: 2, most: 4, mostInSplit: 2 } as const;
