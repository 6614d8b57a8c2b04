/** The size of the frames of a video. */

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const BOUNDS = {
  /** The working resolution of a video is within these, in either orientation ("Limits"). */
  short: 576,
  long: 1024,
  /** Longer side of a GIF at most: it has a hundred times the bytes of a video. */
  gif: 512,
  /** Least side, so that there is a block to encode. */
  least: 16,
} as const;

/**
 * The size of the frames.
 *
 * `ORIGINAL_RESOLUTION` keeps the size of the picture, made smaller in proportion where it passes
 * 576 x 1024; `CROP_TO_ASPECT_RATIO` is exactly 576 x 1024 or 1024 x 576. Sides are even, because
 * the colour planes of a video have half of each.
 */
export function workingSize(
  picture: Size,
  mode: 'ORIGINAL_RESOLUTION' | 'CROP_TO_ASPECT_RATIO',
): Size {
  const isWide = picture.width >= picture.height;
  const frame = isWide
    ? { width: BOUNDS.long, height: BOUNDS.short }
    : { width: BOUNDS.short, height: BOUNDS.long };
  if (mode === 'CROP_TO_ASPECT_RATIO') return frame;
  const scale = Math.min(1, frame.width / picture.width, frame.height / picture.height);
  return { width: even(picture.width * scale), height: even(picture.height * scale) };
}

/** The size of the frames of a GIF, for those of a video. */
export function gifSize({ width, height }: Size): Size {
  const scale = Math.min(1, BOUNDS.gif / Math.max(width, height));
  return { width: even(width * scale), height: even(height * scale) };
}

function even(length: number): number {
  return Math.max(BOUNDS.least, 2 * Math.floor(length / 2));
}
