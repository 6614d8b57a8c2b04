/**
 * Real things with their soft edges before another place of a real photograph, so that what lies behind them is
 * known. The blur of each edge is that of the thing in its own photograph.
 */
import { join } from 'node:path';
import sharp from 'sharp';
import { SAMPLES_FOLDER } from '../../../electron/testing/backend-fixture.ts';
import type { Point, Rect, Size } from '../../../shared/geometry/rect.ts';
import { median } from '../statistics.ts';
import { looseLoop } from './loose-loop.ts';
import type { TracedThing } from './real-things.ts';

/** See the file comment. */
export interface RimScene extends Size {
  readonly name: string;
  /** The photo with the thing. */
  readonly png: Buffer;
  /** The same place without it: RGB, 8 bits. */
  readonly behind: Buffer;
  /** The thing's pixels: 1 a byte. */
  readonly truth: Uint8Array;
  readonly loop: readonly Point[];
  /** Blur of the edge, pixels (sigma). */
  readonly blur: number;
  /** Of the place without the thing: standard deviation of its grain, levels. */
  readonly noise: number;
}

const SCENE = {
  /** Room around a thing: a share of its longer side, and pixels. */
  room: 0.5,
  leastRoom: 60,
  /** Pixels around the traced outline that belong to its soft edge. */
  edge: 24,
  /** Pixels on both sides of it that its blur is measured in, and levels between them that are enough. */
  looked: 8,
  clear: 24,
  /** Sharpest and softest edge, pixels. */
  blur: { least: 0.6, most: 6 },
} as const;

/** Photographs that are large enough for all of them. */
const PLACES = ['mountain-path.jpg', 'fig-in-a-bowl.jpg', 'bridge-cables.jpg'] as const;

/**
 * @param index of the thing: decides about the place
 * @param scale of the thing and its blur; 2 stands for a photo of four times the pixels
 */
export async function rimScene(
  thing: TracedThing,
  index: number,
  scale: number,
): Promise<RimScene> {
  const bounds = roomAround(thing);
  const { x: left, y: top, width, height } = bounds;
  const own = await sharp(thing.path)
    .toColourspace('srgb')
    .extract({ left, top, width, height })
    .removeAlpha()
    .raw()
    .toBuffer();
  const traced = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const start = (top + y) * thing.width + left;
    traced.set(thing.truth.subarray(start, start + width), y * width);
  }
  const blur = edgeBlur(own, traced, bounds) * scale;
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const large = await resized(own, bounds, size);
  const levels = Buffer.from(
    [...traced].flatMap((value) => [value * 255, value * 255, value * 255]),
  );
  const hard = new Float32Array(size.width * size.height);
  for (const [at, level] of (await resized(levels, bounds, size)).entries()) {
    if (at % 3 === 0) hard[at / 3] = level > 127 ? 1 : 0;
  }
  const room = Math.max(
    SCENE.leastRoom,
    Math.round(Math.max(size.width, size.height) * SCENE.room),
  );
  const canvas = { width: size.width + 2 * room, height: size.height + 2 * room };
  const behind = await placeOf(index, canvas);
  const alpha = blurred(hard, size, blur);
  const colours = fromWithin(large, hard, size, blur);
  const rgb = Buffer.from(behind);
  const truth = new Uint8Array(canvas.width * canvas.height);
  for (const [from, share] of alpha.entries()) {
    const x = from % size.width;
    const to = (room + (from - x) / size.width) * canvas.width + room + x;
    truth[to] = hard[from] ?? 0;
    for (let channel = 0; channel < 3; channel++) {
      const level = behind[to * 3 + channel] ?? 0;
      const mixed = level + ((colours[channel]?.[from] ?? 0) - level) * share;
      rgb[to * 3 + channel] = Math.round(mixed);
    }
  }
  const png = await sharp(rgb, { raw: { ...canvas, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const loop = looseLoop(truth, canvas.width, { x: room, y: room, ...size });
  const noise = grainOf(behind, canvas);
  return { name: thing.name, ...canvas, png, behind, truth, loop, blur, noise };
}

/** Room for the soft edge, within the photograph. */
function roomAround({ bounds, width, height }: TracedThing): Rect {
  const x = Math.max(0, bounds.x - SCENE.edge);
  const y = Math.max(0, bounds.y - SCENE.edge);
  const right = Math.min(width, bounds.x + bounds.width + SCENE.edge);
  const bottom = Math.min(height, bounds.y + bounds.height + SCENE.edge);
  return { x, y, width: right - x, height: bottom - y };
}

async function resized(rgb: Buffer, { width, height }: Size, size: Size): Promise<Buffer> {
  return await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize(size.width, size.height, { fit: 'fill' })
    .raw()
    .toBuffer();
}

/**
 * The median over the traced outline of contrast by steepest slope, along rows and columns: for a blurred step that
 * is its sigma times the root of two pi.
 */
function edgeBlur(rgb: Buffer, traced: Uint8Array, { width, height }: Size): number {
  const level = (x: number, y: number): number => {
    const at = (y * width + x) * 3;
    return ((rgb[at] ?? 0) + (rgb[at + 1] ?? 0) + (rgb[at + 2] ?? 0)) / 3;
  };
  const widths: number[] = [];
  const reach = SCENE.looked;
  const look = (x: number, y: number, stepX: number, stepY: number): void => {
    const levels = Array.from({ length: 2 * reach + 1 }, (_none, at) =>
      level(x + (at - reach) * stepX, y + (at - reach) * stepY),
    );
    let steepest = 0;
    for (let at = 1; at < levels.length; at++) {
      steepest = Math.max(steepest, Math.abs((levels[at] ?? 0) - (levels[at - 1] ?? 0)));
    }
    const contrast = Math.abs((levels.at(-1) ?? 0) - (levels[0] ?? 0));
    if (contrast > SCENE.clear) widths.push(contrast / steepest / Math.sqrt(2 * Math.PI));
  };
  for (let y = reach; y < height - reach; y++) {
    for (let x = reach; x < width - reach; x++) {
      const isOn = traced[y * width + x] === 1;
      if (isOn !== (traced[y * width + x + 1] === 1)) look(x, y, 1, 0);
      if (isOn !== (traced[(y + 1) * width + x] === 1)) look(x, y, 0, 1);
    }
  }
  const measured = widths.length === 0 ? SCENE.blur.least : median(widths);
  return Math.min(SCENE.blur.most, Math.max(SCENE.blur.least, measured));
}

/** By a Gaussian, along rows and columns. */
function blurred(values: Float32Array, { width, height }: Size, sigma: number): Float32Array {
  const reach = Math.ceil(sigma * 4);
  const weights = Array.from({ length: 2 * reach + 1 }, (_none, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * sigma * sigma)),
  );
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const along = (from: Float32Array, length: number, step: number, lines: number, next: number) => {
    const to = new Float32Array(from.length);
    for (let line = 0; line < lines; line++) {
      for (let at = 0; at < length; at++) {
        let sum = 0;
        for (const [index, weight] of weights.entries()) {
          const near = Math.min(length - 1, Math.max(0, at + index - reach));
          sum += weight * (from[line * next + near * step] ?? 0);
        }
        to[line * next + at * step] = sum / all;
      }
    }
    return to;
  };
  return along(along(values, width, 1, height, width), height, width, width, 1);
}

/**
 * The thing's colours, those of its edge from well within: the edge of its photograph holds the old surroundings.
 *
 * @returns red, green and blue
 */
function fromWithin(
  rgb: Buffer,
  hard: Float32Array,
  size: Size,
  blur: number,
): readonly Float32Array[] {
  const isWithin = blurred(hard, size, 2 * blur).map((share) => (share > 0.9 ? 1 : 0));
  const reach = 3 * blur + 2;
  const weights = blurred(isWithin, size, reach);
  return [0, 1, 2].map((channel) => {
    const own = Float32Array.from(hard, (_none, at) => rgb[at * 3 + channel] ?? 0);
    const sums = blurred(
      own.map((level, at) => level * (isWithin[at] ?? 0)),
      size,
      reach,
    );
    return own.map((level, at) => {
      const weight = weights[at] ?? 0;
      // thin parts have nothing within
      return isWithin[at] === 1 || weight < 1e-3 ? level : (sums[at] ?? 0) / weight;
    });
  });
}

async function placeOf(index: number, { width, height }: Size): Promise<Buffer> {
  const path = join(SAMPLES_FOLDER, PLACES[index % PLACES.length] ?? PLACES[0]);
  const photo = await sharp(path).metadata();
  const left = Math.floor((photo.width - width) * ((index * 0.37) % 1));
  const top = Math.floor((photo.height - height) * ((index * 0.61) % 1));
  return await sharp(path).removeAlpha().extract({ left, top, width, height }).raw().toBuffer();
}

/** Standard deviation of the grain, by the mean of a filter that is blind to edges (Immerkaer 1996). */
function grainOf(rgb: Buffer, { width, height }: Size): number {
  let sum = 0;
  const at = (x: number, y: number): number => rgb[(y * width + x) * 3 + 1] ?? 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const corners = at(x - 1, y - 1) + at(x + 1, y - 1) + at(x - 1, y + 1) + at(x + 1, y + 1);
      const sides = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1);
      sum += Math.abs(corners - 2 * sides + 4 * at(x, y));
    }
  }
  return (Math.sqrt(Math.PI / 2) * sum) / (6 * (width - 2) * (height - 2));
}
