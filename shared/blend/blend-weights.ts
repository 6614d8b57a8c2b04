import type { Blend, SoftSides } from '../contract/blend.ts';
import type { BlendFrame } from './blend-frame.ts';
import { coverOf, smooth } from './stroke-cover.ts';

/** @returns 0 … 255, one byte for each pixel of `frame.part`, row by row */
export function blendWeights(frame: BlendFrame, blend: Blend, sides: SoftSides): Uint8Array {
  return weightsOf(frame, blend, sides, coverOf(frame, blend.strokes));
}

/** Does the same with drawn strokes. @param cover from `coverStroke` */
function weightsOf(
  frame: BlendFrame,
  { strength, softEdge }: Pick<Blend, 'strength' | 'softEdge'>,
  sides: SoftSides,
  cover: Uint8Array,
): Uint8Array {
  const { part } = frame;
  const { across, down } = edgeShares(frame, softEdge, sides);
  const weights = new Uint8Array(part.width * part.height);
  for (let y = 0, index = 0; y < part.height; y++) {
    const ofRow = strength * (down[part.y + y] ?? 0);
    for (let x = 0; x < part.width; x++, index++) {
      const share = ofRow * (across[part.x + x] ?? 0);
      weights[index] = Math.round(share * (255 - (cover[index] ?? 0)));
    }
  }
  return weights;
}

/** Returns the soft edge of each column and row, 0 … 1; a pixel has the product of both. */
export function edgeShares(
  { rect, size }: BlendFrame,
  softEdge: number,
  sides: SoftSides,
): { readonly across: Float64Array; readonly down: Float64Array } {
  const width = softEdge * Math.min(rect.width, rect.height);
  return {
    across: sharesOf(size.width, (width * size.width) / rect.width, sides.left, sides.right),
    down: sharesOf(size.height, (width * size.height) / rect.height, sides.top, sides.bottom),
  };
}

/** @param fade pixels over which a side fades out */
function sharesOf(count: number, fade: number, isLowSoft: boolean, isHighSoft: boolean) {
  return Float64Array.from({ length: count }, (_, index) => {
    const low = isLowSoft && fade > 0 ? smooth((index + 0.5) / fade) : 1;
    const high = isHighSoft && fade > 0 ? smooth((count - index - 0.5) / fade) : 1;
    return low * high;
  });
}

/** Exactly the base at weight 0 and the result at 255. @param base 8 or 16 bits */
export function blendNumber(base: number, result: number, weight: number): number {
  return Math.floor((result * weight + base * (255 - weight) + 127) / 255);
}
