/** Filling holes of many small parts, such as letters, where most of the ground is flat. */
import { fillHole, type FillInput } from './fill.ts';
import { createRandom } from './random.ts';
import { fillSmoothly } from './smooth.ts';

const FLAT = {
  /** Pixels around a part that are looked at. */
  ring: 3,
  /** Most deviation of each colour there, in levels, of ground that counts as flat. */
  deviation: 7,
  /** Least deviation that is imitated by noise. */
  noise: 0.8,
} as const;

/**
 * As `fillHole`, for holes of many small parts such as letters: a part on flat ground gets the colour
 * that is around it, so that nothing from far away is copied into it.
 */
export function fillParts(input: FillInput): void {
  fillFlatOnes(input, FLAT.deviation);
}

/** As `fillParts`, with every ground taken for a flat one: quick, and of no likeness. */
export function fillQuickly(input: FillInput): void {
  fillFlatOnes(input, Number.POSITIVE_INFINITY);
}

/** @param most deviation of ground that counts as flat, in levels */
function fillFlatOnes(input: FillInput, most: number): void {
  const rest = Uint8Array.from(input.hole);
  for (const part of connectedParts(input.hole, input.width, input.height)) {
    if (!fillFlat(input, part, most)) continue;
    for (const pixel of part.pixels) rest[pixel] = 0;
  }
  fillHole({ ...input, hole: rest });
}

/** A connected part of the hole, and its box with the ring around it. */
interface Part {
  readonly pixels: readonly number[];
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Fills one part if its ground is flat. */
function fillFlat(input: FillInput, part: Part, most: number): boolean {
  const { width, colours, hole } = input;
  const boxWidth = part.right - part.left + 1;
  const boxHeight = part.bottom - part.top + 1;
  const near = ringOf(input, part);
  if (near.length === 0) return false;
  const deviation = largestDeviation(colours, near);
  if (deviation > most) return false;
  const boxColours = new Uint8Array(3 * boxWidth * boxHeight);
  const known = new Uint8Array(boxWidth * boxHeight);
  for (let y = 0; y < boxHeight; y += 1) {
    const from = (part.top + y) * width + part.left;
    boxColours.set(colours.subarray(3 * from, 3 * (from + boxWidth)), 3 * y * boxWidth);
    for (let x = 0; x < boxWidth; x += 1) {
      if (hole[from + x] === 0 && input.unusable?.[from + x] !== 1) known[y * boxWidth + x] = 1;
    }
  }
  const all = new Uint8Array(boxWidth * boxHeight).fill(1);
  fillSmoothly(boxColours, known, all, boxWidth, boxHeight);
  const random = createRandom(part.top * width + part.left + 1);
  const strength = deviation < FLAT.noise ? 0 : deviation;
  for (const pixel of part.pixels) {
    const x = (pixel % width) - part.left;
    const y = Math.floor(pixel / width) - part.top;
    // Two even numbers have a triangular distribution whose deviation is 0.41 of its half width.
    const noise = Math.round(((random(256) + random(256)) / 255 - 1) * 2.45 * strength);
    for (let channel = 0; channel < 3; channel += 1) {
      const value = (boxColours[3 * (y * boxWidth + x) + channel] as number) + noise;
      colours[3 * pixel + channel] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
  return true;
}

/** Known pixels near a part. */
function ringOf({ width, height, hole, unusable }: FillInput, part: Part): number[] {
  const ring = new Set<number>();
  for (const pixel of part.pixels) {
    const x = pixel % width;
    const y = (pixel - x) / width;
    for (const [dx, dy] of [
      [FLAT.ring, 0],
      [-FLAT.ring, 0],
      [0, FLAT.ring],
      [0, -FLAT.ring],
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
      const near = pixel + dy * width + dx;
      if (hole[near] === 0 && unusable?.[near] !== 1) ring.add(near);
    }
  }
  return [...ring];
}

/** Deviation of the colour that varies most. */
function largestDeviation(colours: Uint8Array, pixels: readonly number[]): number {
  let largest = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    let [sum, squares] = [0, 0];
    for (const pixel of pixels) {
      const value = colours[3 * pixel + channel] as number;
      sum += value;
      squares += value * value;
    }
    const mean = sum / pixels.length;
    largest = Math.max(largest, Math.sqrt(Math.max(0, squares / pixels.length - mean * mean)));
  }
  return largest;
}

function connectedParts(hole: Uint8Array, width: number, height: number): Part[] {
  const seen = new Uint8Array(hole.length);
  const parts: Part[] = [];
  for (let start = 0; start < hole.length; start += 1) {
    if (hole[start] !== 1 || seen[start] === 1) continue;
    const pixels = [start];
    seen[start] = 1;
    let [left, right, top, bottom] = [width, 0, height, 0];
    const take = (pixel: number): void => {
      if (hole[pixel] !== 1 || seen[pixel] === 1) return;
      seen[pixel] = 1;
      pixels.push(pixel);
    };
    for (let next = 0; next < pixels.length; next += 1) {
      const pixel = pixels[next] as number;
      const x = pixel % width;
      const y = (pixel - x) / width;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      if (x > 0) take(pixel - 1);
      if (x < width - 1) take(pixel + 1);
      if (y > 0) take(pixel - width);
      if (y < height - 1) take(pixel + width);
    }
    parts.push({
      pixels,
      left: Math.max(0, left - FLAT.ring),
      top: Math.max(0, top - FLAT.ring),
      right: Math.min(width - 1, right + FLAT.ring),
      bottom: Math.min(height - 1, bottom + FLAT.ring),
    });
  }
  return parts;
}
