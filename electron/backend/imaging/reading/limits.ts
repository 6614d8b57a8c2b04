/** Gesso's own limits, apart from those of the service. */
export const PICTURE_LIMITS = {
  /** Largest photo, pixels. One RGBA copy of it (600 MB) still fits a desktop's memory. */
  maxPixels: 150_000_000,
  /** Longest side, pixels: the limit of a Chromium canvas. */
  maxSide: 32_767,
  /** Longest time in which a picture is decoded and what is made of it encoded, seconds: the largest needs a tenth of it. */
  decodeSeconds: 300,
  /** … and in which a HEIC or BMP is decoded, by a thread of its own. */
  convertSeconds: 60,
} as const;
