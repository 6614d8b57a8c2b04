/** Photographs with people laid over them: the portraits that are there, at many sizes, turns and brightnesses. */
import { join } from 'node:path';
import sharp from 'sharp';
import { SAMPLES_FOLDER } from '../../../electron/testing/backend-fixture.ts';
import type { Rect } from '../../../shared/geometry/rect.ts';

const PHOTOS = join(import.meta.dirname, '..', 'photos');
const sample = (name: string): string => join(SAMPLES_FOLDER, `${name}.jpg`);
const photo = (name: string): string => join(PHOTOS, `${name}.jpg`);

/** A portrait, with its part that is used and the face in it, pixels of the file. */
interface Portrait {
  readonly file: string;
  readonly part: Rect;
  readonly face: Rect;
}

/** The last one is a profile. */
const PORTRAITS: readonly Portrait[] = [
  {
    file: sample('admiral'),
    part: { x: 90, y: 5, width: 360, height: 430 },
    face: { x: 161, y: 122, width: 207, height: 207 },
  },
  {
    file: sample('astronaut'),
    part: { x: 110, y: 5, width: 250, height: 300 },
    face: { x: 173, y: 67, width: 107, height: 107 },
  },
  {
    file: photo('cameraman'),
    part: { x: 100, y: 45, width: 190, height: 230 },
    face: { x: 204, y: 125, width: 69, height: 69 },
  },
];

/** Photographs without people. */
export const WITHOUT_FACES: readonly string[] = [
  ...['mountain-path', 'bridge-cables', 'two-dogs', 'fig-in-a-bowl', 'dandelions-small'].map(
    sample,
  ),
  ...['bee', 'citrus', 'coins', 'lamp', 'stone-table', 'wall-clock', 'wine'].map(photo),
];

const PLACED = {
  pictures: 12,
  /** People a picture. */
  most: 4,
  /** Width of a face, pixels, and as a share of the shorter side. */
  least: 80,
  largest: 400,
  largestShare: 0.35,
  /** Degrees to either side. */
  turn: 20,
  darkest: 0.6,
  brightest: 1.25,
  tries: 40,
} as const;

export interface FaceScene {
  readonly png: Buffer;
  /** Faces upright around their middles. */
  readonly faces: readonly Rect[];
}

/** @returns the same pictures each time */
export async function faceScenes(): Promise<readonly FaceScene[]> {
  return await Promise.all(
    Array.from({ length: PLACED.pictures }, (_none, index) => faceScene(index)),
  );
}

async function faceScene(index: number): Promise<FaceScene> {
  const next = chance(index + 1);
  const ground = WITHOUT_FACES[index % WITHOUT_FACES.length] ?? '';
  const { data, info } = await sharp(ground)
    .rotate()
    .resize(2000, 2000, { fit: 'inside' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const layers: { input: Buffer; left: number; top: number }[] = [];
  const places: Rect[] = [];
  const faces: Rect[] = [];
  const count = 1 + (index % PLACED.most);
  const largest = Math.min(PLACED.largest, PLACED.largestShare * Math.min(info.width, info.height));
  for (let person = 0; person < count; person += 1) {
    const width = PLACED.least * (largest / PLACED.least) ** next();
    const portrait = PORTRAITS[(index + person) % PORTRAITS.length] ?? fail();
    const turned = await turnedPortrait(portrait, width, next);
    const place = freePlace(turned.size, info, places, next);
    if (place === undefined) continue;
    places.push(place);
    layers.push({ input: turned.png, left: place.x, top: place.y });
    const middle = { x: place.x + turned.middle.x, y: place.y + turned.middle.y };
    faces.push({ x: middle.x - width / 2, y: middle.y - width / 2, width, height: width });
  }
  const { width, height } = info;
  const png = await sharp(data, { raw: { width, height, channels: 3 } })
    .composite(layers)
    .png({ compressionLevel: 2 })
    .toBuffer();
  return { png, faces };
}

/** @param faceWidth pixels */
async function turnedPortrait(
  { file, part, face }: Portrait,
  faceWidth: number,
  next: () => number,
) {
  const scale = faceWidth / face.width;
  const width = Math.round(part.width * scale);
  const height = Math.round(part.height * scale);
  const isFlipped = next() < 0.5;
  const degrees = (next() * 2 - 1) * PLACED.turn;
  const brightness = PLACED.darkest + next() * (PLACED.brightest - PLACED.darkest);
  const upright = await sharp(file)
    .toColourspace('srgb')
    .extract({ left: part.x, top: part.y, width: part.width, height: part.height })
    .resize(width, height, { fit: 'fill' })
    .flop(isFlipped)
    .modulate({ brightness })
    .ensureAlpha()
    .png()
    .toBuffer();
  const { data: png, info } = await sharp(upright)
    .rotate(degrees, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer({ resolveWithObject: true });
  const across = (face.x + face.width / 2 - part.x) * scale;
  const x = (isFlipped ? width - across : across) - width / 2;
  const y = (face.y + face.height / 2 - part.y) * scale - height / 2;
  const angle = (degrees * Math.PI) / 180;
  return {
    png,
    size: { width: info.width, height: info.height },
    middle: {
      x: info.width / 2 + x * Math.cos(angle) - y * Math.sin(angle),
      y: info.height / 2 + x * Math.sin(angle) + y * Math.cos(angle),
    },
  };
}

interface Extent {
  readonly width: number;
  readonly height: number;
}

/** Whole pixels; beside all others. */
function freePlace(
  size: Extent,
  ground: Extent,
  others: readonly Rect[],
  next: () => number,
): Rect | undefined {
  const room = { x: ground.width - size.width, y: ground.height - size.height };
  if (room.x < 0 || room.y < 0) return undefined;
  for (let attempt = 0; attempt < PLACED.tries; attempt += 1) {
    const place = { x: Math.floor(next() * room.x), y: Math.floor(next() * room.y), ...size };
    const isFree = others.every(
      (other) =>
        place.x >= other.x + other.width ||
        place.y >= other.y + other.height ||
        other.x >= place.x + place.width ||
        other.y >= place.y + place.height,
    );
    if (isFree) return { x: place.x, y: place.y, width: size.width, height: size.height };
  }
  return undefined;
}

function fail(): never {
  throw new Error('There is no portrait.');
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function chance(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
