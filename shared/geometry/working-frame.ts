/**
 * The working frame of a video: which part of a picture is used, how large it gets, and what a local
 * padding adds. One module for the drawing in the window and for the picture that is really sent.
 *
 * Spaces: `photo` → `sent` (reduced or padded here) → `frame` (scaled or cut by the service).
 */
import { VIDEO_LIMITS } from '../api/video.ts';
import { scaledSize, type Rect, type Size } from './rect.ts';

/** See `VIDEO_RESIZE_MODES`. */
export type ResizeMode = 'ORIGINAL_RESOLUTION' | 'CROP_TO_ASPECT_RATIO';

/** The filling around a whole picture: the picture itself, large and blurred; mirrored; one colour. */
export const PADDING_FILLS = ['blur', 'mirror', 'color'] as const;
export type PaddingFill = (typeof PADDING_FILLS)[number];

/** Changes to a picture before it is sent. The photo itself stays as it is. */
export interface Preparation {
  /** The longer side at most, pixels. */
  readonly maxSide?: number | undefined;
  /** The whole picture in the shape of the working frame. */
  readonly padding?:
    | {
        readonly fill: PaddingFill;
        /** `#rrggbb`, for `color`. */
        readonly color?: string | undefined;
      }
    | undefined;
}

/** A picture as it is sent. */
export interface SentPicture {
  readonly size: Size;
  /** Where the photo lies in it; all of it without padding. */
  readonly placed: Rect;
}

/** Numbers of the padding, shared by the drawing and the real thing. */
export const PADDING = {
  /** Deviation of the blur, pixels of the working frame. */
  blur: 24,
} as const;

/** The working frame as published, in the orientation of the picture; a square one counts as landscape. */
export function likelyFrame({ width, height }: Size): Size {
  const { long, short } = VIDEO_LIMITS.workingResolution;
  return width >= height ? { width: long, height: short } : { width: short, height: long };
}

/** The picture that is sent for a photo, or a part of one, of this size. */
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

/** What a resize mode does to a sent picture. */
export interface FrameUse {
  /** Sent space: the part that is used; sides may be fractions. */
  readonly used: Rect;
  /** Size of the clip, pixels. */
  readonly output: Size;
}

/**
 * @param frame the working frame
 */
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

/** A rectangle of the sent picture in photo space. Parts of a padding lie outside of the photo. */
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

/** Share of the photo's area that a crop cuts off, 0 to 1. */
export function shareCutOff(used: Rect, sent: Size): number {
  return 1 - (used.width * used.height) / (sent.width * sent.height);
}

/** True when both are of the same shape, a pixel of rounding aside. */
export function hasSameRatio(a: Size, b: Size): boolean {
  return Math.abs(a.width / a.height / (b.width / b.height) - 1) < 0.02;
}

function fitScale(picture: Size, frame: Size): number {
  return Math.min(frame.width / picture.width, frame.height / picture.height);
}

/** The colour planes of a clip have half of each side. */
function even(length: number): number {
  return Math.max(2, 2 * Math.floor(length / 2));
}
