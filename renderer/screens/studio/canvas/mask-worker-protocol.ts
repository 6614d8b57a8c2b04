import type { Size } from '../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';

/** Photo space. */
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
  /** @param photo size that the mask is for */
  | { readonly type: 'picture'; readonly picture: Blob; readonly photo: Size };

export interface MaskPicture {
  readonly tiles: readonly PackedMaskTile[];
  /** Of the picture itself. */
  readonly size: Size;
  /** Only black, white and transparent pixels: certainly a mask. */
  readonly isTwoTone: boolean;
}

export type MaskWorkAnswer =
  | { readonly type: 'tiles'; readonly tiles: readonly PackedMaskTile[] }
  | { readonly type: 'picture'; readonly picture: MaskPicture }
  /** `unreadable`: not a picture. `other-shape`: another aspect ratio. */
  | {
      readonly type: 'failed';
      readonly reason: 'unreadable' | 'other-shape' | 'unexpected';
      readonly details: string;
      readonly size?: Size;
    };
