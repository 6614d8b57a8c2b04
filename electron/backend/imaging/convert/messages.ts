/** The order of the thread that decodes, and its report. */

/** Formats that are converted when they come in. */
export type ConvertedFormat = 'heic' | 'bmp';

export interface ConvertOrder {
  readonly path: string;
  readonly format: ConvertedFormat;
}

export type ConvertReport =
  | {
      readonly kind: 'decoded';
      readonly width: number;
      readonly height: number;
      readonly channels: 3 | 4;
      readonly data: Uint8Array;
      readonly profile: Uint8Array | undefined;
      readonly exif: Uint8Array | undefined;
    }
  | { readonly kind: 'too-large'; readonly width: number; readonly height: number }
  | { readonly kind: 'unsupported' | 'damaged'; readonly message: string };
