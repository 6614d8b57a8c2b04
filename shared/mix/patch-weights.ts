/**
 * The share of a Studio result at each pixel. One function for the window and the backend, so that the
 * saved picture is the one that was seen.
 *
 * Depths: one byte for each pixel of the frame (`weightFrame`), row by row: the distance to the nearest pixel outside of the
 * result in photo pixels, at most {@link DEEPEST}; 0 outside. The photo's own border is no edge.
 */
import { smooth } from './stroke-cover.ts';

/** A result as it came, in the form of `PatchMix` (`shared/contract/patch-mix.ts`, which stands on this file). */
export const UNMIXED = { opacity: 1, feather: 0, strokes: [] } as const;

/** Widest soft edge, photo pixels. */
export const MOST_FEATHER = 250;

/** Depths from this one on are treated alike. */
export const DEEPEST = 255;

/**
 * The soft edge by depth, 0 … 1.
 *
 * @param feather photo pixels; 0 leaves the edge as it is
 */
export function sharesByDepth(feather: number): Float64Array {
  return Float64Array.from({ length: DEEPEST + 1 }, (_, depth) =>
    feather === 0 ? 1 : smooth(depth / (feather + 1)),
  );
}

/**
 * @param depths of the frame
 * @param cover as `coverStroke` draws it
 * @returns 0 … 255 for each pixel of the frame, without the opacity
 */
export function patchWeights(depths: Uint8Array, cover: Uint8Array, feather: number): Uint8Array {
  const shares = sharesByDepth(feather);
  const weights = new Uint8Array(depths.length);
  for (const [index, depth] of depths.entries()) {
    weights[index] = Math.round((shares[depth] ?? 0) * (255 - (cover[index] ?? 0)));
  }
  return weights;
}
