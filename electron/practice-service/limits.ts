/** The limits of the service as the specification states them ("Limits"), and a few of its own. */

/**
 * A megabyte is read generously, as 2^20 bytes. Sizes in pixels are in `pictures/raster.ts`.
 */
export const LIMITS = {
  /** Decoded bytes of one image file: 30 MB; also for training pictures, of which the specification says nothing. */
  imageBytes: 30 * 1024 * 1024,
  /** Bytes of a request body: two images as base64 (4 characters for 3 bytes) and 1 MiB of slack. */
  bodyBytes: 2 * Math.ceil((30 * 1024 * 1024) / 3) * 4 + 1024 * 1024,
  /** Bytes of a refused body that are read and thrown away, so that the client sees the answer. */
  drainedBytes: 512 * 1024 * 1024,
  /** Bytes of a body without pictures. */
  plainBodyBytes: 64 * 1024,
} as const;
