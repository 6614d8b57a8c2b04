import type { Sharp } from 'sharp';
import {
  intersectRects,
  rectOfSize,
  type Rect,
  type Size,
} from '../../../../../shared/geometry/rect.ts';
import type { PatchPicture } from '../results/apply-patches.ts';
import type { PhotoSource } from '../reading/photo-pixels.ts';
import { readSent } from './region-picture.ts';
import { openPicture } from '../reading/open-picture.ts';
import { clamp } from '../../../../../shared/numbers.ts';

export interface UpscalePair {
  readonly resultPath: string;
  readonly raw: Size;
  /** Area of the whole sent picture in result pixels. */
  readonly placement: Rect;
  readonly source: PhotoSource;
  readonly region: Rect;
  /** Results on it, lowest first. */
  readonly patches: readonly PatchPicture[];
}

/** Both at the same small size: RGB, 8 bits. */
export interface SmallPair extends Size {
  readonly original: Uint8Array;
  readonly result: Uint8Array;
  /** The part of the result that they show, whole result pixels. */
  readonly part: Rect;
}

const LEAST = 1;

/** @param longest longer side of the small pictures, pixels; never more than the original's */
export async function readSmallPair(
  pair: UpscalePair,
  within: Rect,
  longest: number,
): Promise<SmallPair> {
  const { placement, region, raw } = pair;
  const part = wholePixels(intersectRects(placement, within), raw);
  const across = region.width / placement.width;
  const down = region.height / placement.height;
  const seen = wholePixels(
    {
      x: region.x + (part.x - placement.x) * across,
      y: region.y + (part.y - placement.y) * down,
      width: part.width * across,
      height: part.height * down,
    },
    region,
  );
  const scale = Math.min(1, longest / Math.max(seen.width, seen.height));
  const width = Math.max(1, Math.min(part.width, Math.round(seen.width * scale)));
  const height = Math.max(1, Math.min(part.height, Math.round(seen.height * scale)));
  const [original, result] = await Promise.all([
    readSent(pair.source, seen, pair.patches, { width, height }),
    openResult(pair.resultPath)
      .extract({ left: part.x, top: part.y, width: part.width, height: part.height })
      .resize(width, height, { fit: 'fill' })
      .raw()
      .toBuffer(),
  ]);
  return { width, height, original, result, part };
}

export function openResult(path: string): Sharp {
  return openPicture(path, { ignoreIcc: true }).toColourspace('srgb').removeAlpha();
}

/** At least one pixel. */
function wholePixels(rect: Rect, bounds: Size | Rect): Rect {
  const within = 'x' in bounds ? bounds : rectOfSize(bounds);
  const x = clamp(Math.round(rect.x), within.x, within.x + within.width - LEAST);
  const y = clamp(Math.round(rect.y), within.y, within.y + within.height - LEAST);
  return {
    x,
    y,
    width: clamp(Math.round(rect.width), LEAST, within.x + within.width - x),
    height: clamp(Math.round(rect.height), LEAST, within.y + within.height - y),
  };
}
