/** What was found in the headers of one received image. */
export interface ImageInspection {
  /** Bytes of the decoded base64. */
  readonly bytes: number;
  /** Container decided by the first bytes. */
  readonly format: 'png' | 'jpeg' | 'webp' | 'unknown';
  /** Pixels as stored, before any EXIF orientation; null when the header cannot be read. */
  readonly width: number | null;
  readonly height: number | null;
  /** Colour channels with alpha, as stored (a palette counts as 1). */
  readonly channels: number | null;
  /** Bits per channel, as stored. */
  readonly bitDepth: number | null;
  /** Colour type of a PNG (section 11.2.1 of the PNG specification), or null. */
  readonly pngColour: 'grey' | 'rgb' | 'palette' | 'grey-alpha' | 'rgba' | null;
}

/** Pixel counts of a received mask. A pixel counts as 0 or 255 when all its channels do. */
export interface MaskCounts {
  readonly zero: number;
  readonly full: number;
  readonly other: number;
}

/** What a cleanup call carried. */
export interface CleanupInspection {
  readonly image: ImageInspection;
  readonly mask: ImageInspection;
  /** Null when the mask could not be decoded. */
  readonly maskCounts: MaskCounts | null;
  /** `extra` of the body as sent, or null. */
  readonly extra: unknown;
}
