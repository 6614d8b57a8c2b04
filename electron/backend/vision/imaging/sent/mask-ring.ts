/**
 * Feathers the ring around painted pixels. Distances are Euclidean, by Meijster, Roerdink and
 * Hesselink, "A general algorithm for computing distance transforms in linear time" (2000).
 */
import { MASK_VALUE } from '../../../../../shared/api/cleanup.ts';
import type { Size } from '../../../../../shared/geometry/rect.ts';

/** One byte a pixel, painted where it is {@link MASK_VALUE.remove}. */
export interface GreyMask extends Size {
  readonly pixels: Uint8Array;
}

/** 255 on painted pixels, falling to at least 1 over the ring. @param ring 0 to 200 pixels */
export function featherAlpha(mask: GreyMask, ring: number): Uint8Array {
  if (ring === 0) return mask.pixels;
  const byDistance = Uint8Array.from({ length: ring * ring + 1 }, (_, squared) =>
    alphaAt(Math.sqrt(squared), ring),
  );
  const alpha = new Uint8Array(mask.pixels.length);
  eachNearRow(mask, ring, (y, squared) => {
    const start = y * mask.width;
    for (let x = 0; x < mask.width; x++) alpha[start + x] = byDistance[squared[x] ?? FAR] ?? 0;
  });
  return alpha;
}

/** @param reach greatest distance, at most 254 @returns one byte a pixel; 255 is farther */
export function nearestDistances(mask: GreyMask, reach: number): Uint8Array {
  const roots = Uint8Array.from({ length: reach * reach + 1 }, (_, squared) =>
    Math.round(Math.sqrt(squared)),
  );
  const distances = new Uint8Array(mask.pixels.length).fill(255);
  eachNearRow(mask, reach, (y, squared) => {
    const start = y * mask.width;
    for (let x = 0; x < mask.width; x++) distances[start + x] = roots[squared[x] ?? FAR] ?? 255;
  });
  return distances;
}

/** @returns one byte a pixel, 1 beyond one distance and within another */
export function bandAround(mask: GreyMask, from: number, to: number): Uint8Array {
  const band = new Uint8Array(mask.pixels.length);
  eachNearRow(mask, to, (y, squared) => {
    const start = y * mask.width;
    for (let x = 0; x < mask.width; x++) {
      const distance = squared[x] ?? FAR;
      if (distance > from * from && distance <= to * to) band[start + x] = 1;
    }
  });
  return band;
}

/** A squared distance beyond the limit. */
const FAR = 0x7fff_ffff;

/** Smoothstep, level at both ends so that neither edge is visible. */
function alphaAt(distance: number, ring: number): number {
  const share = 1 - distance / (ring + 1);
  return Math.max(1, Math.round(255 * share * share * (3 - 2 * share)));
}

/** Passes each pixel's squared distance, or {@link FAR}. */
function eachNearRow(
  mask: GreyMask,
  reach: number,
  visit: (y: number, squared: Int32Array) => void,
): void {
  const { width, height } = mask;
  const columns = columnDistances(mask, reach);
  const squared = new Int32Array(width);
  const fill = createRowFiller(width, reach);
  for (let y = 0; y < height; y++) {
    if (fill(columns.subarray(y * width, (y + 1) * width), squared)) visit(y, squared);
  }
}

/** `reach + 1` is farther. */
function columnDistances({ pixels, width }: GreyMask, reach: number): Uint8Array {
  const far = reach + 1;
  const found = new Uint8Array(pixels.length);
  for (let index = 0; index < pixels.length; index++) {
    const above = index < width ? far : (found[index - width] ?? far);
    found[index] = pixels[index] === MASK_VALUE.remove ? 0 : Math.min(far, above + 1);
  }
  for (let index = pixels.length - width - 1; index >= 0; index--) {
    const below = (found[index + width] ?? far) + 1;
    if (below < (found[index] ?? far)) found[index] = below;
  }
  return found;
}

function createRowFiller(
  width: number,
  reach: number,
): (columns: Uint8Array, squared: Int32Array) => boolean {
  /** Apexes of the lower envelope's parabolas, and the first pixel of each. */
  const apices = new Int32Array(width);
  const starts = new Int32Array(width + 1);

  return (columns, squared) => {
    let last = -1;
    for (let x = 0; x < width; x++) {
      const own = columns[x] ?? 0;
      if (own > reach) continue;
      let start = 0;
      while (last >= 0) {
        const apex = apices[last] ?? 0;
        const other = columns[apex] ?? 0;
        const crossing = (x * x - apex * apex + own * own - other * other) / (2 * (x - apex));
        start = Math.max(0, Math.floor(crossing) + 1);
        if (start > (starts[last] ?? 0)) break;
        last -= 1;
        start = 0;
      }
      if (start >= width) continue;
      last += 1;
      apices[last] = x;
      starts[last] = start;
    }
    if (last < 0) return false;
    starts[last + 1] = width;
    for (let index = 0; index <= last; index++) {
      const apex = apices[index] ?? 0;
      const own = columns[apex] ?? 0;
      const end = starts[index + 1] ?? width;
      for (let x = starts[index] ?? 0; x < end; x++) {
        const distance = (x - apex) * (x - apex) + own * own;
        squared[x] = distance <= reach * reach ? distance : FAR;
      }
    }
    return true;
  };
}
