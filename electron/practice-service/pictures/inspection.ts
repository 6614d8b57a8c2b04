/** The facts that the header of an image tells. */

/** The headers of one received image. */
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
