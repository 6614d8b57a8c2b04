/** The largest pictures that each call takes. */

/** How large a picture of a call may be ("Limits" of the specification). */
export interface PictureLimit {
  /** Most pixels. */
  readonly pixels: number;
  /** Most pixels of the longer side. */
  readonly side: number;
  /** The limit in words, for the refusal. */
  readonly words: string;
}

/** For limits that count pixels only. */
const ANY_SIDE = Number.POSITIVE_INFINITY;

/** Sizes by call. A megapixel is 2^20 pixels, so that 4096 x 4096 pixels are just allowed. */
export const PICTURE_LIMITS = {
  /** Cleanup image and mask: 16 megapixels. */
  cleanup: { pixels: 16 * 1024 * 1024, side: ANY_SIDE, words: '16 megapixels' },
  /** Text removal: 1024 x 1024. */
  removeText: { pixels: 1024 * 1024, side: 1024, words: '1024 x 1024 pixels' },
  /** Both pictures of a face merge: 2048 x 2048. */
  mergeFace: { pixels: 2048 * 2048, side: 2048, words: '2048 x 2048 pixels' },
  /** Picture of a video: 2048 x 2048. */
  video: { pixels: 2048 * 2048, side: 2048, words: '2048 x 2048 pixels' },
  /** Upscale: the specification has no number; 16 megapixels, as for cleanup. */
  upscale: { pixels: 16 * 1024 * 1024, side: ANY_SIDE, words: '16 megapixels' },
} as const satisfies Readonly<Record<string, PictureLimit>>;
