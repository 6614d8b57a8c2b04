/** A photo whose contents are known, for the tools that select. */
import sharp from 'sharp';
import type {
  ObjectRequest,
  SelectedObject,
  SelectedPixels,
} from '../../shared/contract/selection.ts';
import type { Point } from '../../shared/geometry/rect.ts';
import { fillLoop } from '../../shared/selection/raster-shapes.ts';
import { outlinedPixels, overlapOf } from './outlined.ts';
import { startScriptedBackend } from './scripted-backend.ts';

/** Of the photo, pixels. */
export const SIZE = { width: 900, height: 640 } as const;

/** Rough ground, a disc with its shadow, a wire, a flat sky, specks in it, and two lines of text. */
export const DISC = { x: 250, y: 420, radius: 70 } as const;
export const SHADOW = { x: 350, y: 475, rx: 95, ry: 26 } as const;
export const WIRE = { from: { x: 480, y: 300 }, to: { x: 860, y: 420 }, width: 7 } as const;
export const SPECKS = [
  { x: 120, y: 60, radius: 5 },
  { x: 400, y: 110, radius: 8 },
  { x: 700, y: 50, radius: 3 },
] as const;

function drawing(): string {
  const specks = SPECKS.map(
    ({ x, y, radius }) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="#000" opacity="0.25"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
    <rect width="100%" height="100%" fill="#7d8f5a"/>
    <rect width="100%" height="200" fill="#9cc3ea"/>
    <ellipse cx="${SHADOW.x}" cy="${SHADOW.y}" rx="${SHADOW.rx}" ry="${SHADOW.ry}" fill="#000" opacity="0.5"/>
    <circle cx="${DISC.x}" cy="${DISC.y}" r="${DISC.radius}" fill="#b3262e"/>
    <path d="M${WIRE.from.x} ${WIRE.from.y} L${WIRE.to.x} ${WIRE.to.y}" stroke="#16181c" stroke-width="${WIRE.width}"/>
    <text x="520" y="520" font-size="44" font-family="DejaVu Sans, sans-serif" fill="#fff">MUSEUM</text>
    <text x="520" y="590" font-size="30" font-family="DejaVu Sans, sans-serif" fill="#fff">open daily</text>
    ${specks.join('')}
  </svg>`;
}

/** The drawing with a grain, 16 bits deep or not. */
export async function photoBytes(): Promise<Buffer> {
  const { data, info } = await sharp(Buffer.from(drawing()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let state = 1;
  for (let index = 0; index < data.length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const isSky = index < 200 * SIZE.width * 3;
    const grain = ((state >>> 16) % 17) - 8;
    data[index] = Math.min(255, Math.max(0, (data[index] ?? 0) + (isSky ? grain / 6 : grain)));
  }
  return sharp(data, { raw: { ...SIZE, channels: info.channels } })
    .png()
    .toBuffer();
}

/** Starts a backend with the photo; `select` selects its disc unless asked for more. */
export async function openGroundPhoto() {
  const { fixture } = await startScriptedBackend();
  const photoId = (await fixture.importPhoto(await photoBytes(), 'ground.png')).id;
  const select = (more: Partial<ObjectRequest>): Promise<SelectedObject> =>
    fixture.client().selection.object({
      photoId,
      gesture: { kind: 'loop', points: circle(DISC, 95) },
      strokes: [],
      withShadow: false,
      pass: 'fine',
      ...more,
    });
  return { fixture, photoId, select };
}

export function circle({ x, y }: Point, radius: number): Point[] {
  return Array.from({ length: 40 }, (_none, index) => ({
    x: x + radius * Math.cos((index / 40) * 2 * Math.PI),
    y: y + radius * Math.sin((index / 40) * 2 * Math.PI),
  }));
}

/** Intersection over union of the outlined thing, without its soft edge. */
export function overlap(selected: SelectedPixels, truth: Uint8Array): number {
  return overlapOf(outlinedPixels(selected.outlines, SIZE), truth);
}

/** No pixel yet. */
export const raster = (): Uint8Array => new Uint8Array(SIZE.width * SIZE.height);

export function disc(): Uint8Array {
  const truth = raster();
  fillLoop(truth, SIZE, circle(DISC, DISC.radius), 1);
  return truth;
}
