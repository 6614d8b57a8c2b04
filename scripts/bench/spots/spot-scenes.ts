/** Photographs with painted dust on their smooth parts, and photographs of texture without any. */
import { join } from 'node:path';
import sharp from 'sharp';
import { SAMPLES_FOLDER } from '../../../electron/testing/backend-fixture.ts';
import type { Point, Rect } from '../../../shared/geometry/rect.ts';

const PHOTOS = join(import.meta.dirname, '..', 'photos');
const sample = (name: string): string => join(SAMPLES_FOLDER, `${name}.jpg`);
const photo = (name: string): string => join(PHOTOS, `${name}.jpg`);

/** A photograph, or a part of one. */
export interface SpotScene {
  readonly name: string;
  readonly file: string;
  /** The part that is used, pixels of the file; missing = all of it. */
  readonly part?: Rect;
  /** Smooth ground for spots, shares of the part's width and height; none: texture. */
  readonly ground: readonly Rect[];
  /** Dust that was on the sensor, pixels of the file: it counts neither way. */
  readonly own?: readonly Point[];
}

/** x, y, width, height. */
function rect(x: number, y: number, width: number, height: number): Rect {
  return { x, y, width, height };
}

/** Sky, walls, cloth and blurred ground; all else of the photograph is there, too. */
export const DUSTY: readonly SpotScene[] = [
  { name: 'bridge', file: sample('bridge-cables'), ground: [rect(0.03, 0.4, 0.4, 0.33)] },
  {
    name: 'stone table',
    file: photo('stone-table'),
    ground: [rect(0.02, 0.03, 0.4, 0.45)],
    own: [
      { x: 1512, y: 75 },
      { x: 1186, y: 217 },
    ],
  },
  {
    name: 'lamp',
    file: photo('lamp'),
    ground: [rect(0.02, 0.5, 0.3, 0.45), rect(0.7, 0.55, 0.28, 0.4)],
  },
  {
    name: 'clock',
    file: photo('wall-clock'),
    ground: [rect(0.45, 0.03, 0.5, 0.2), rect(0.28, 0.6, 0.2, 0.22)],
  },
  {
    name: 'rocket',
    file: photo('rocket'),
    ground: [rect(0.15, 0.03, 0.34, 0.23), rect(0.54, 0.03, 0.3, 0.23)],
  },
  { name: 'nuthatch', file: photo('nuthatch'), ground: [rect(0.5, 0.65, 0.48, 0.33)] },
  { name: 'mountain', file: sample('mountain-path'), ground: [rect(0.6, 0.02, 0.38, 0.11)] },
  { name: 'postcard', file: sample('postcard'), ground: [rect(0.02, 0.02, 0.96, 0.1)] },
  {
    name: 'high sky',
    file: sample('bridge-cables'),
    part: rect(2560, 700, 1700, 1500),
    ground: [rect(0.5, 0.22, 0.47, 0.45)],
  },
  {
    name: 'bee',
    file: photo('bee'),
    ground: [rect(0.02, 0.02, 0.3, 0.2), rect(0.02, 0.6, 0.2, 0.2)],
  },
  { name: 'admiral', file: sample('admiral'), ground: [rect(0.78, 0.02, 0.21, 0.5)] },
  {
    name: 'cameraman',
    file: photo('cameraman'),
    ground: [rect(0.02, 0.02, 0.45, 0.09), rect(0.6, 0.05, 0.38, 0.2)],
  },
];

/** Pebbles, grass, leaves, bark, stone, skin. */
export const TEXTURED: readonly SpotScene[] = [
  { name: 'gravel', file: photo('textures/gravel'), ground: [] },
  { name: 'meadow', file: sample('mountain-path'), part: rect(1800, 1640, 1400, 800), ground: [] },
  { name: 'beach', file: sample('bridge-cables'), part: rect(0, 1900, 1800, 540), ground: [] },
  { name: 'bark', file: photo('nuthatch'), part: rect(0, 0, 620, 948), ground: [] },
  { name: 'forest', file: sample('postcard'), part: rect(0, 250, 1500, 430), ground: [] },
  { name: 'face', file: sample('admiral'), part: rect(140, 30, 230, 260), ground: [] },
  { name: 'grass', file: photo('textures/grass'), ground: [] },
  { name: 'rocks', file: sample('mountain-path'), part: rect(1300, 650, 1900, 800), ground: [] },
  { name: 'concrete', file: sample('fig-in-a-bowl'), part: rect(0, 800, 800, 940), ground: [] },
  { name: 'heath', file: photo('stone-table'), part: rect(0, 560, 1549, 470), ground: [] },
  { name: 'dandelions', file: photo('dandelions'), ground: [] },
  { name: 'bricks', file: photo('textures/brick'), ground: [] },
];

const DUST = {
  /** Spots a photograph, where there is room. */
  count: 12,
  /** Radius as a share of the longer side, and pixels at least. */
  least: 0.0025,
  most: 0.01,
  leastPixels: 4,
  /** How much the middle is darker, or brighter: a share of what is there. */
  faintest: 0.08,
  strongest: 0.25,
  /** … and levels of brightness at least: fainter ones are not seen by eye. */
  leastLevels: 8,
  /** One spot in this many is brighter, where the ground has room for it: levels of brightness. */
  bright: 4,
  room: 200,
  /** Share of the radius from which on a spot fades. */
  core: 0.3,
  tries: 200,
} as const;

export interface PaintedSpot extends Point {
  readonly radius: number;
}

export interface PaintedScene {
  readonly rgb: Buffer;
  readonly width: number;
  readonly height: number;
  readonly spots: readonly PaintedSpot[];
}

/** @param seed the same spots for the same seed */
export async function paintScene(scene: SpotScene, seed: number): Promise<PaintedScene> {
  const upright = sharp(scene.file).rotate().removeAlpha().toColourspace('srgb');
  const { part } = scene;
  const cut =
    part === undefined
      ? upright
      : upright.extract({ left: part.x, top: part.y, width: part.width, height: part.height });
  const { data: rgb, info } = await cut.raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const next = chance(seed);
  const spots: PaintedSpot[] = [];
  if (scene.ground.length > 0) {
    for (let index = 0; index < DUST.count; index++) {
      const share = DUST.least * (DUST.most / DUST.least) ** next();
      const radius = Math.max(DUST.leastPixels, share * Math.max(width, height));
      const at = freePlace(scene.ground, { width, height }, radius, spots, next);
      const strength = DUST.faintest + next() * (DUST.strongest - DUST.faintest);
      if (at === undefined) continue;
      const spot = { ...at, radius };
      const ground = rgb[(Math.floor(at.y) * width + Math.floor(at.x)) * 3 + 1] ?? 0;
      const isBright = index % DUST.bright === 3 && ground < DUST.room;
      paint(rgb, width, height, spot, isBright ? strength : -strength);
      spots.push(spot);
    }
  }
  return { rgb, width, height, spots };
}

function freePlace(
  ground: readonly Rect[],
  { width, height }: { readonly width: number; readonly height: number },
  radius: number,
  others: readonly PaintedSpot[],
  next: () => number,
): Point | undefined {
  for (let attempt = 0; attempt < DUST.tries; attempt++) {
    const area = ground[Math.floor(next() * ground.length)] ?? rect(0, 0, 1, 1);
    const at = {
      x: (area.x + next() * area.width) * width,
      y: (area.y + next() * area.height) * height,
    };
    const isFree = others.every(
      (other) => Math.hypot(at.x - other.x, at.y - other.y) > 8 * Math.max(radius, other.radius),
    );
    if (isFree) return at;
  }
  return undefined;
}

/** @param strength below 0 = darker */
function paint(
  rgb: Buffer,
  width: number,
  height: number,
  { x, y, radius }: PaintedSpot,
  strength: number,
): void {
  for (let row = Math.max(0, Math.floor(y - radius)); row < Math.min(height, y + radius); row++) {
    for (let at = Math.max(0, Math.floor(x - radius)); at < Math.min(width, x + radius); at++) {
      const far = Math.hypot(at + 0.5 - x, row + 0.5 - y) / radius;
      const fade = Math.min(1, Math.max(0, (1 - far) / (1 - DUST.core)));
      const share = fade * fade * (3 - 2 * fade);
      for (let channel = 0; channel < 3; channel++) {
        const index = (row * width + at) * 3 + channel;
        const before = rgb[index] ?? 0;
        const room = strength < 0 ? before : 255 - before;
        const most = Math.max(Math.abs(strength) * room, DUST.leastLevels);
        const change = Math.sign(strength) * most * share;
        rgb[index] = Math.max(0, Math.min(255, Math.round(before + change)));
      }
    }
  }
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function chance(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
