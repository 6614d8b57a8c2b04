/**
 * Shared by window and backend, so that the saved picture is the one shown.
 * Depths have one byte per pixel of the frame, row by row: the distance to the nearest pixel
 * outside the result in photo pixels, at most {@link DEEPEST}. The photo's border is no edge.
 */
import { smooth } from './stroke-cover.ts';

export const UNBLENDED = { opacity: 1, feather: 0, strokes: [] } as const;

/** Widest soft edge, photo pixels. */
export const MOST_FEATHER = 250;

/** Depths from here on are treated alike. */
export const DEEPEST = 255;

/** Returns 0 to 1. @param feather photo pixels; 0 keeps the edge */
export function sharesByDepth(feather: number): Float64Array {
  return Float64Array.from({ length: DEEPEST + 1 }, (_, depth) =>
    feather === 0 ? 1 : smooth(depth / (feather + 1)),
  );
}

/** @param cover from `coverStroke` @returns 0 … 255 for each pixel, without the opacity */
export function patchWeights(depths: Uint8Array, cover: Uint8Array, feather: number): Uint8Array {
  const shares = sharesByDepth(feather);
  const weights = new Uint8Array(depths.length);
  for (const [index, depth] of depths.entries()) {
    weights[index] = Math.round((shares[depth] ?? 0) * (255 - (cover[index] ?? 0)));
  }
  return weights;
}
