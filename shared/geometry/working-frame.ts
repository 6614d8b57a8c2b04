/** `photo` → `sent` (scaled or padded locally) → `frame` (scaled or cropped by the service). */
import { VIDEO_LIMITS } from '../parameters/video-parameters.ts';
import { scaledSize, type Rect, type Size } from './rect.ts';

/** See `resizeMode` of `VIDEO_PARAMETERS`. */
export type ResizeMode = 'ORIGINAL_RESOLUTION' | 'CROP_TO_ASPECT_RATIO';

/** Padding around a whole picture: itself, large and blurred; mirrored; or one colour. */
export const PADDING_FILLS = ['blur', 'mirror', 'color'] as const;
export type PaddingFill = (typeof PADDING_FILLS)[number];

export interface Preparation {
  readonly maxSide?: number | undefined;
  /** Pads the whole picture to the shape of the working frame. */
  readonly padding?:
    | {
        readonly fill: PaddingFill;
        /** `#rrggbb`, for `color`. */
        readonly color?: string | undefined;
      }
    | undefined;
}

export interface SentPicture {
  readonly size: Size;
  /** Area of the photo in it; all of it without padding. */
  readonly placed: Rect;
}

export const PADDING = {
  /** Standard deviation of the blur, pixels of the working frame. */
  blur: 24,
} as const;

export function likelyFrame({ width, height }: Size): Size {
  const { long, short } = VIDEO_LIMITS.workingResolution;
  return width >= height ? { width: long, height: short } : { width: short, height: long };
}

export function sentPicture(photo: Size, { maxSide, padding }: Preparation = {}): SentPicture {
  if (padding !== undefined) {
    const frame = likelyFrame(photo);
    const fitted = scaledSize(photo, fitScale(photo, frame));
    const x = Math.floor((frame.width - fitted.width) / 2);
    const y = Math.floor((frame.height - fitted.height) / 2);
    return { size: frame, placed: { x, y, ...fitted } };
  }
  const longer = Math.max(photo.width, photo.height);
  const size = maxSide === undefined ? photo : scaledSize(photo, Math.min(1, maxSide / longer));
  return { size, placed: { x: 0, y: 0, width: size.width, height: size.height } };
}

export interface FrameUse {
  /** Used part in sent space; sides may be fractions. */
  readonly used: Rect;
  /** Pixels. */
  readonly output: Size;
}

export function useOfFrame(sent: Size, mode: ResizeMode, frame: Size): FrameUse {
  if (mode === 'CROP_TO_ASPECT_RATIO') {
    const scale = Math.max(frame.width / sent.width, frame.height / sent.height);
    const width = frame.width / scale;
    const height = frame.height / scale;
    return {
      used: { x: (sent.width - width) / 2, y: (sent.height - height) / 2, width, height },
      output: frame,
    };
  }
  const scale = Math.min(1, fitScale(sent, frame));
  return {
    used: { x: 0, y: 0, width: sent.width, height: sent.height },
    output: { width: even(sent.width * scale), height: even(sent.height * scale) },
  };
}

/** Maps a rectangle of the sent picture to photo space. Padding is outside the photo. */
export function sentToPhoto(rect: Rect, sent: SentPicture, photo: Size): Rect {
  const scale = photo.width / sent.placed.width;
  const down = photo.height / sent.placed.height;
  return {
    x: (rect.x - sent.placed.x) * scale,
    y: (rect.y - sent.placed.y) * down,
    width: rect.width * scale,
    height: rect.height * down,
  };
}

/** Returns 0 to 1. */
export function shareCutOff(used: Rect, sent: Size): number {
  return 1 - (used.width * used.height) / (sent.width * sent.height);
}

/** Returns whether both have the same aspect ratio within one pixel of rounding. */
export function hasSameRatio(a: Size, b: Size): boolean {
  return Math.abs(a.width / a.height / (b.width / b.height) - 1) < 0.02;
}

function fitScale(picture: Size, frame: Size): number {
  return Math.min(frame.width / picture.width, frame.height / picture.height);
}

/** Rounds to even, because colour planes have half of each side. */
function even(length: number): number {
  return Math.max(2, 2 * Math.floor(length / 2));
}
