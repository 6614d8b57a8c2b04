/**
 * The limits of the service as the specification states them ("Limits").
 *
 * Both units are read generously: a megabyte is 2^20 bytes and a megapixel 2^20 pixels, so that
 * 4096 x 4096 pixels are just allowed.
 */
export const limits = {
  /** Decoded bytes of one image file: 30 MB. */
  imageBytes: 30 * 1024 * 1024,
  /** Pixels of one cleanup image or mask: 16 megapixels. */
  cleanupPixels: 16 * 1024 * 1024,
  /** Bytes of a request body: two images as base64 (4 characters for 3 bytes) and 1 MiB of slack. */
  bodyBytes: 2 * Math.ceil((30 * 1024 * 1024) / 3) * 4 + 1024 * 1024,
  /** Bytes of a refused body that are read and thrown away, so that the client sees the answer. */
  drainedBytes: 512 * 1024 * 1024,
  /** Bytes of a body of the practice endpoints (faults carry at most a small answer). */
  practiceBodyBytes: 4 * 1024 * 1024,
} as const;
