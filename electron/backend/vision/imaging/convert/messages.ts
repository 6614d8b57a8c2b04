import type { RawPicture } from '../reading/photo-pixels.ts';

export type ConvertedFormat = 'heic' | 'bmp';

export interface ConvertOrder {
  readonly path: string;
  readonly format: ConvertedFormat;
}

/** Oriented. */
export interface DecodedPicture extends RawPicture {
  readonly profile?: Uint8Array | undefined;
  /** EXIF as a TIFF block. */
  readonly exif?: Uint8Array | undefined;
}

export type ConvertReport =
  | ({ readonly kind: 'decoded' } & DecodedPicture)
  /** Decoding exceeded the time limit. */
  | { readonly kind: 'endless' }
  | { readonly kind: 'too-large'; readonly width: number; readonly height: number }
  | { readonly kind: 'unsupported' | 'damaged'; readonly message: string };
