/** From "Limits" of the specification, with a few of our own. */

/** A megabyte is read generously, as 2^20 bytes. Sizes in pixels are in `pictures/raster.ts`. */
export const LIMITS = {
  /** Also for training pictures, which the specification does not limit. */
  imageBytes: 30 * 1024 * 1024,
  /** Two images as base64 (4 characters for 3 bytes) and 1 MiB of slack. */
  bodyBytes: 2 * Math.ceil((30 * 1024 * 1024) / 3) * 4 + 1024 * 1024,
  /** Bytes of a refused body that are discarded, so that the client sees the answer. */
  drainedBytes: 512 * 1024 * 1024,
  plainBodyBytes: 64 * 1024,
} as const;
