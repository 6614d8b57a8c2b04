/**
 * Puts real things with soft edges in front of another photograph, so that what is behind them is
 * known.
 */
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { SAMPLES_FOLDER } from '../../electron/testing/backend-fixture.ts';
import type { Point, Rect, Size } from '../../shared/geometry/rect.ts';
import type { TracedThing } from './things.ts';

export interface EdgeScene extends Size {
  readonly png: Buffer;
  /** The same place without the thing: RGB, 8 bits. */
  readonly behind: Buffer;
  /** Mask of the thing, one byte a pixel, 0 or 1. */
  readonly truth: Uint8Array;
  readonly loop: Point[];
  /** Standard deviation of the background's grain, levels. */
  readonly noise: number;
}

const SCENE = {
  /** Room around a thing: share of its longer side, and pixels. */
  room: 0.5,
  leastRoom: 60,
  /** Pixels around the traced outline that belong to the soft edge. */
  edge: 24,
} as const;

/** Photographs that are large enough for all things. */
const PLACES = ['mountain-path.jpg', 'fig-in-a-bowl.jpg', 'bridge-cables.jpg'] as const;

/**
 * @param index of the thing: decides about the place
 * @param scale of the thing and its blur; 2 stands for a photo of four times the pixels
 */
export async function edgeScene(
  thing: TracedThing,
  index: number,
  scale: number,
): Promise<EdgeScene> {
  const bounds = roomAround(thing);
  const size = {
    width: Math.round(bounds.width * scale),
    height: Math.round(bounds.height * scale),
  };
  const shape = await cutOut(
    sharp(
      thing.truth.map((value) => value * 255),
      {
        raw: { width: thing.width, height: thing.height, channels: 1 },
      },
    ).extractChannel(0), // or it has three
    bounds,
    size,
  );
  const hard = Buffer.from(shape.map((level) => (level > 127 ? 255 : 0)));
  const photo = sharp(thing.path).toColourspace('srgb').removeAlpha();
  const colours = await cutOut(photo, bounds, size);
  const alpha = await sharp(hard, { raw: { ...size, channels: 1 } })
    .blur(thing.blur * scale)
    .extractChannel(0)
    .raw()
    .toBuffer();
  const longer = Math.max(size.width, size.height);
  const room = Math.max(SCENE.leastRoom, Math.round(longer * SCENE.room));
  const canvas = { width: size.width + 2 * room, height: size.height + 2 * room };
  const behind = await placeOf(index, canvas);
  const rgb = Buffer.from(behind);
  const truth = new Uint8Array(canvas.width * canvas.height);
  for (const [from, opacity] of alpha.entries()) {
    const x = from % size.width;
    const to = (room + (from - x) / size.width) * canvas.width + room + x;
    truth[to] = hard[from] === 255 ? 1 : 0;
    for (let channel = 0; channel < 3; channel++) {
      const level = behind[to * 3 + channel] ?? 0;
      const over = (colours[from * 3 + channel] ?? 0) - level;
      rgb[to * 3 + channel] = Math.round(level + (over * opacity) / 255);
    }
  }
  const png = await sharp(rgb, { raw: { ...canvas, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const loop = thing.loop.map(({ x, y }) => ({
    x: (x - bounds.x) * scale + room,
    y: (y - bounds.y) * scale + room,
  }));
  return { ...canvas, png, behind, truth, loop, noise: grainOf(behind, canvas) };
}

/** Returns bounds with room for the soft edge, within the photograph. */
function roomAround({ bounds, width, height }: TracedThing): Rect {
  const x = Math.max(0, bounds.x - SCENE.edge);
  const y = Math.max(0, bounds.y - SCENE.edge);
  const right = Math.min(width, bounds.x + bounds.width + SCENE.edge);
  const bottom = Math.min(height, bounds.y + bounds.height + SCENE.edge);
  return { x, y, width: right - x, height: bottom - y };
}

function cutOut(picture: Sharp, bounds: Rect, size: Size): Promise<Buffer> {
  const { x: left, y: top, width, height } = bounds;
  return picture
    .extract({ left, top, width, height })
    .resize(size.width, size.height, { fit: 'fill' })
    .raw()
    .toBuffer();
}

async function placeOf(index: number, { width, height }: Size): Promise<Buffer> {
  const path = join(SAMPLES_FOLDER, PLACES[index % PLACES.length] ?? PLACES[0]);
  const photo = await sharp(path).metadata();
  const left = Math.floor((photo.width - width) * ((index * 0.37) % 1));
  const top = Math.floor((photo.height - height) * ((index * 0.61) % 1));
  return await sharp(path).removeAlpha().extract({ left, top, width, height }).raw().toBuffer();
}

/** Uses a filter that is blind to edges (Immerkaer 1996). Returns the standard deviation. */
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
