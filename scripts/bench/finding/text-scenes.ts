/**
 * Lines of text over photographs, with the pixels of their letters: eight fonts in five scripts, straight and
 * turned, 12 to 300 pixels high, a quarter of them translucent. The letters are pictures (`lines/`), so that
 * no font has to be installed.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Rect } from '../../../shared/geometry/rect.ts';

const LINES = join(import.meta.dirname, 'lines');

/** A line as it lies on the photo. */
export interface PlacedLine {
  /** Height of its letters before it was turned, pixels. */
  readonly height: number;
  /** Degrees. */
  readonly turn: number;
  readonly opacity: number;
  /** Around the letters. */
  readonly bounds: Rect;
  /** How much of a pixel is letter, 0 to 255, row by row within the bounds. */
  readonly letters: Uint8Array;
}

/** A photograph with text. */
export interface TextScene {
  readonly rgb: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly PlacedLine[];
}

const HEIGHTS = { least: 12, most: 300 } as const;
const MOST_TURN = 60;
/** A letter's pixel is lost on ground this close to its colour; this share of them may be. */
const LEGIBLE = { difference: 60, share: 0.02 } as const;
/** Tries to find a place that is still free. */
const TRIES = 60;

/**
 * @param file a photograph
 * @param count lines to place, where there is room
 * @param seed the same scene for the same seed
 */
export async function textScene(file: string, count: number, seed: number): Promise<TextScene> {
  const next = chance(seed);
  const { data, info } = await sharp(file)
    .rotate()
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rgb = Uint8Array.from(data);
  const { width, height } = info;
  const names = (await readdir(LINES)).filter((name) => name.endsWith('.png')).sort();
  const lines: PlacedLine[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = names[(seed * count + index * 7) % names.length] ?? '';
    const line = await turnedLine(join(LINES, name), {
      height: HEIGHTS.least * (HEIGHTS.most / HEIGHTS.least) ** next(),
      turn: index % 2 === 0 ? 0 : (next() * 2 - 1) * MOST_TURN,
      most: { width: width * 0.9, height: height * 0.6 },
    });
    const opacity = (seed + index) % 4 === 0 ? 0.4 + next() * 0.2 : 1;
    const place = freePlace(line, { rgb, width, height }, lines, next);
    if (place === undefined) continue;
    const bounds = { ...place, width: line.width, height: line.high };
    const { letters } = line;
    draw(rgb, width, bounds, letters, opacity);
    lines.push({ height: line.height, turn: line.turn, opacity, bounds, letters });
  }
  return { rgb, width, height, lines };
}

async function turnedLine(
  file: string,
  wish: {
    readonly height: number;
    readonly turn: number;
    readonly most: { readonly width: number; readonly height: number };
  },
): Promise<{
  readonly letters: Uint8Array;
  readonly width: number;
  readonly high: number;
  readonly height: number;
  readonly turn: number;
}> {
  const { width: wide, height: high } = await sharp(file).metadata();
  const scale = Math.min(wish.height / high, wish.most.width / wide, wish.most.height / wide);
  const upright = await sharp(file)
    .toColourspace('b-w')
    .resize(Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(high * scale)))
    .png()
    .toBuffer();
  const { data, info } = await sharp(upright)
    .rotate(wish.turn, { background: '#000' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const letters = Uint8Array.from(
    { length: info.width * info.height },
    (_, pixel) => data[pixel * info.channels] ?? 0,
  );
  return {
    letters,
    width: info.width,
    high: info.height,
    height: Math.round(high * scale),
    turn: wish.turn,
  };
}

function freePlace(
  line: { readonly width: number; readonly high: number; readonly letters: Uint8Array },
  photo: { readonly rgb: Uint8Array; readonly width: number; readonly height: number },
  others: readonly PlacedLine[],
  next: () => number,
): { readonly x: number; readonly y: number } | undefined {
  const room = { x: photo.width - line.width - 8, y: photo.height - line.high - 8 };
  if (room.x < 8 || room.y < 8) return undefined;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const x = Math.round(4 + next() * room.x);
    const y = Math.round(4 + next() * room.y);
    const isFree = others.every(
      ({ bounds }) =>
        x > bounds.x + bounds.width + 20 ||
        y > bounds.y + bounds.height + 20 ||
        x + line.width + 20 < bounds.x ||
        y + line.high + 20 < bounds.y,
    );
    const area = { x, y, width: line.width, height: line.high };
    if (isFree && isLegible(photo, area, line.letters)) return { x, y };
  }
  return undefined;
}

/** Whether letters in one colour can be read there: hardly anything below them is as bright as they. */
function isLegible(
  { rgb, width }: { readonly rgb: Uint8Array; readonly width: number },
  area: Rect,
  letters: Uint8Array,
): boolean {
  let [count, sum] = [0, 0];
  const greens: number[] = [];
  for (let y = 0; y < area.height; y += 1) {
    for (let x = 0; x < area.width; x += 1) {
      if ((letters[y * area.width + x] ?? 0) < 128) continue;
      const green = rgb[((area.y + y) * width + area.x + x) * 3 + 1] ?? 0;
      greens.push(green);
      sum += green;
      count += 1;
    }
  }
  const colour = sum / Math.max(1, count) > 128 ? 0 : 255;
  const faint = greens.filter((green) => Math.abs(green - colour) < LEGIBLE.difference);
  return count > 0 && faint.length <= count * LEGIBLE.share;
}

/** White on dark ground, black on bright ground. */
function draw(
  rgb: Uint8Array,
  width: number,
  bounds: Rect,
  letters: Uint8Array,
  opacity: number,
): void {
  let sum = 0;
  let weight = 0;
  const each = (then: (pixel: number, share: number) => void): void => {
    for (let y = 0; y < bounds.height; y += 1) {
      for (let x = 0; x < bounds.width; x += 1) {
        const share = (letters[y * bounds.width + x] ?? 0) / 255;
        if (share > 0) then(((bounds.y + y) * width + bounds.x + x) * 3, share);
      }
    }
  };
  each((pixel, share) => {
    sum += share * (rgb[pixel + 1] ?? 0);
    weight += share;
  });
  const colour = sum / Math.max(1, weight) > 128 ? 0 : 255;
  each((pixel, share) => {
    for (let channel = 0; channel < 3; channel += 1) {
      const before = rgb[pixel + channel] ?? 0;
      rgb[pixel + channel] = before + (colour - before) * share * opacity;
    }
  });
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function chance(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
