/** Messages between the canvas and the worker that computes on masks. */
import type { Size } from '../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';

/** The work to do; tiles and sizes are in photo space. */
export type MaskWork =
  | {
      readonly type: 'grow' | 'shrink';
      readonly tiles: readonly PackedMaskTile[];
      /** Photo pixels. */
      readonly distance: number;
      readonly photo: Size;
    }
  | { readonly type: 'holes'; readonly tiles: readonly PackedMaskTile[] }
  | {
      readonly type: 'scale';
      readonly tiles: readonly PackedMaskTile[];
      readonly from: Size;
      readonly to: Size;
    }
  /** A picture as a mask for a photo of this size. */
  | { readonly type: 'picture'; readonly picture: Blob; readonly photo: Size };

export interface MaskWorkRequest {
  readonly id: number;
  readonly work: MaskWork;
}

/** A picture read as a mask. */
export interface MaskPicture {
  readonly tiles: readonly PackedMaskTile[];
  /** Of the picture itself. */
  readonly size: Size;
  /** Nothing but black, white and transparent: made to be a mask. */
  readonly isTwoTone: boolean;
}

export type MaskWorkAnswer =
  | { readonly id: number; readonly type: 'tiles'; readonly tiles: readonly PackedMaskTile[] }
  | { readonly id: number; readonly type: 'picture'; readonly picture: MaskPicture }
  /** `unreadable`: no picture; `other-shape`: not the photo's. */
  | {
      readonly id: number;
      readonly type: 'failed';
      readonly reason: 'unreadable' | 'other-shape' | 'unexpected';
      readonly details: string;
      readonly size?: Size;
    };
