import type { Rect, Size } from '../../../shared/geometry/rect.ts';
import type { PictureWeight } from './decoding/masked-picture.ts';
import type { PictureSource } from './decoding/picture.ts';

export interface ShownPicture {
  readonly id: string;
  /** Pixels, oriented. */
  readonly size: Size;
  /** Same origin; decodes to exactly `size`. */
  readonly url: string;
  /** Drawn instead of the file at `url`, see `live-picture.ts`. Not disposed here. */
  readonly live?: PictureSource | undefined;
}

export interface PicturePatch {
  readonly id: string;
  readonly rect: Rect;
  readonly url: string;
  /** Its own pixels, if stretched to fill `rect`. */
  readonly size?: Size;
  readonly live?: PictureSource | undefined;
  /** Another weight counts as another patch. */
  readonly weight?: PictureWeight | undefined;
}

export interface AheadPicture {
  readonly picture: ShownPicture;
  readonly patches: readonly PicturePatch[];
}

/** Patches over the open picture, lowest first, or another picture (see `placeInFrame`). */
export type ComparedState =
  | { readonly patches: readonly PicturePatch[] }
  /** `rect`: photo space, possibly fractional. */
  | { readonly picture: ShownPicture; readonly rect?: Rect | undefined };

export type ComparisonMode = 'split' | 'side-by-side' | 'flicker';

export interface StateComparison {
  readonly mode: ComparisonMode;
  readonly states: readonly ComparedState[];
}

export const COMPARED = { least: 2, most: 4, mostInSplit: 2 } as const;
