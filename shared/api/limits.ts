/**
 * Limits of the service, as its specification states them. Requests are checked against these before
 * anything is sent, so that a refusal costs nothing.
 */

/** One decimal megabyte. The specification says "MB"; the smaller reading is the safe one to send by. */
const MEGABYTE = 1_000_000;

/** Specification, section "Limits"; sizes in bytes of the file (before base64), areas in pixels. */
export const LIMITS = {
  /** POST /v3/cleanup: `image_file` and `mask_file`, each. */
  cleanup: {
    maxFileBytes: 30 * MEGABYTE,
    /** 16 megapixels. */
    maxPixels: 16_000_000,
  },
} as const;
