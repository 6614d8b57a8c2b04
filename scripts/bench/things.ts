/** Things in real photographs, traced by hand; see `photos/README.md`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { selectedBounds } from '../../electron/backend/work/selection/found-pixels.ts';
import { SAMPLES_FOLDER } from '../../electron/testing/backend-fixture.ts';
import type { Point, Rect, Size } from '../../shared/geometry/rect.ts';

interface Outline {
  readonly name: string;
  /** In the folder of the samples, or in `photos`. */
  readonly file: string;
  /** The photograph is monochrome, or has little contrast there. */
  readonly isFaint?: boolean;
  /** Where a person would click, or the point farthest from the outline. */
  readonly click: Point;
  /** Median sigma of the edge, pixels: contrast by the steepest slope across the outline. */
  readonly blur: number;
  /** Corners in photo space, such as `173,106.5 174,99.5`. */
  readonly outline: string;
  /** Drawn as by hand: around all of it, unevenly, about a tenth of its size away. */
  readonly loop: string;
}

export interface TracedThing extends Size {
  readonly name: string;
  readonly path: string;
  readonly isFaint: boolean;
  /** One byte a pixel, row by row. */
  readonly truth: Uint8Array;
  readonly bounds: Rect;
  readonly click: Point;
  readonly loop: Point[];
  readonly blur: number;
}

export async function readThings(): Promise<readonly TracedThing[]> {
  const text = await readFile(join(import.meta.dirname, 'photos/outlines.json'), 'utf8');
  return await Promise.all((JSON.parse(text) as readonly Outline[]).map(readThing));
}

async function readThing(thing: Outline): Promise<TracedThing> {
  const { name, file, outline, isFaint = false, click, blur } = thing;
  const loop = thing.loop.split(' ').map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map(Number);
    return { x, y };
  });
  const [folder = '', base = ''] = file.split('/');
  const path = join(
    folder === 'samples' ? SAMPLES_FOLDER : join(import.meta.dirname, folder),
    base,
  );
  const { width, height } = await sharp(path).metadata();
  const polygon = `<polygon points="${outline}" fill="#fff"/>`;
  const drawn = `<svg width="${width}" height="${height}" shape-rendering="crispEdges">${polygon}</svg>`;
  const alpha = await sharp(Buffer.from(drawn)).extractChannel('alpha').raw().toBuffer();
  const truth = Uint8Array.from(alpha, (value) => (value > 127 ? 1 : 0));
  const bounds = selectedBounds({ pixels: truth, width, height });
  return { name, path, isFaint, width, height, truth, bounds, click, loop, blur };
}
