export type ConvertedFormat = 'heic' | 'bmp';

export interface ConvertOrder {
  readonly path: string;
  readonly format: ConvertedFormat;
}

/** Oriented. */
export interface DecodedPicture {
  readonly width: number;
  readonly height: number;
  /** 4 with transparency. */
  readonly channels: 3 | 4;
  /** A Uint16Array for depth 16. */
  readonly data: Uint8Array | Uint16Array;
  readonly depth: 8 | 16;
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
