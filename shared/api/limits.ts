/** Specification, "Limits". Checked before sending, so that a refusal costs nothing. */

/** Decimal megabyte: the specification says "MB", and the smaller meaning is the safe one. */
const MEGABYTE = 1_000_000;

/** Bytes of the file (before base64), sides and areas in pixels. */
export const LIMITS = {
  /** POST /v3/cleanup: `image_file` and `mask_file`, each. */
  cleanup: {
    maxFileBytes: 30 * MEGABYTE,
    /** 16 megapixels. */
    maxPixels: 16_000_000,
  },
  /** POST /v3/remove-text: `image_file`. */
  removeText: { maxFileBytes: 30 * MEGABYTE, maxWidth: 1024, maxHeight: 1024 },
  /** POST /v3/merge-face: `face_image_file` and `image_file`, each. */
  mergeFace: { maxFileBytes: 30 * MEGABYTE, maxWidth: 2048, maxHeight: 2048 },
  /** POST /v3/async/img2video: `image_file`. */
  video: { maxFileBytes: 30 * MEGABYTE, maxWidth: 2048, maxHeight: 2048 },
} as const;
