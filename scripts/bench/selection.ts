/** The object tool: time to its outline. How well it selects is measured by `objects`. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { grabCut, smallerPart } from '../../electron/backend/selection/grab-cut.ts';
import { COARSE_PIXELS, surroundingsOf } from '../../electron/backend/selection/object-area.ts';
import { labelsOf } from '../../electron/backend/selection/object-labels.ts';
import { loadOpenCv } from '../../electron/workers/opencv.ts';
import { createBackendFixture } from '../../electron/testing/backend-fixture.ts';
import type { ObjectRequest } from '../../shared/contract/selection.ts';
import { sizeWithin, type Point } from '../../shared/geometry/rect.ts';
import { photoFile, timed, type BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { medianOf } from './statistics.ts';

const SELECTION = {
  megapixels: 24,
  /** Pixels across the loop. */
  loop: 1000,
  /** Pixels between the ends of a line. */
  line: 1000,
  /** Coarse outline beside GrabCut alone. */
  factor: 1.5,
  rounds: 2,
  /** Loops that are timed in each repetition, each at another place. */
  loops: 5,
} as const;

function circle(centre: Point, radius: number): Point[] {
  return Array.from({ length: 120 }, (_none, index) => ({
    x: centre.x + radius * Math.cos((index / 120) * 2 * Math.PI),
    y: centre.y + radius * Math.sin((index / 120) * 2 * Math.PI),
  }));
}

function orderOf(
  photoId: string,
  points: readonly Point[],
  pass: 'coarse' | 'fine',
): ObjectRequest {
  return { photoId, gesture: { kind: 'loop', points }, strokes: [], withShadow: false, pass };
}

export async function measureSelection(context: BenchContext): Promise<readonly Figure[]> {
  await using fixture = await createBackendFixture({ folder: `${context.folder}/selection` });
  const file = await readFile(await photoFile(context, SELECTION.megapixels));
  const { id: photoId, width, height } = await fixture.importPhoto(file, 'large.jpg');
  const client = fixture.client();
  const warm = await timed(() => client.selection.warm({ photoId, forObject: true }));
  const bare = await bareGrabCut(file, { width, height });
  const times = {
    coarse: [] as number[],
    fine: [] as number[],
    bare: [] as number[],
    line: [] as number[],
  };
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    for (let loop = 0; loop < SELECTION.loops; loop++) {
      const across = (loop + 1) / (SELECTION.loops + 1);
      const points = circle({ x: width * across, y: height * 0.5 }, SELECTION.loop / 2);
      times.bare.push(bare(points));
      times.coarse.push(
        await timed(() => client.selection.object(orderOf(photoId, points, 'coarse'))),
      );
      times.fine.push(await timed(() => client.selection.object(orderOf(photoId, points, 'fine'))));
      const [first = { x: 0, y: 0 }] = points;
      const ends = [first, { x: first.x - SELECTION.line, y: first.y + loop }];
      times.line.push(await timed(() => client.selection.line({ photoId, points: ends })));
    }
  }
  const median = (values: readonly number[]): number => medianOf(values, (each) => each);
  return [
    { name: '24 MP: tool in hand → ready', unit: 'ms', gesso: warm },
    withRatioBound(
      {
        name: '24 MP: loop of 1,000 px → coarse outline',
        unit: 'ms',
        gesso: median(times.coarse),
        baseline: { name: 'opencv.js alone, same crop', value: median(times.bare) },
      },
      SELECTION.factor,
    ),
    { name: '24 MP: → fine outline', unit: 'ms', gesso: median(times.fine) },
    { name: '24 MP: line of 1,000 px', unit: 'ms', gesso: median(times.line) },
  ];
}

/** The same crop, made smaller and cut by OpenCV; nothing else. */
async function bareGrabCut(
  file: Buffer,
  photo: { readonly width: number; readonly height: number },
): Promise<(points: readonly Point[]) => number> {
  const cv = await loadOpenCv();
  const rgb = new Uint8Array(await sharp(file).removeAlpha().raw().toBuffer());
  const picture = { key: 'bare', rect: { x: 0, y: 0, ...photo }, ...photo, rgb };
  return (points) => {
    const order = { ...orderOf('', points, 'coarse'), photo };
    const crop = surroundingsOf(order);
    const size = sizeWithin(crop, COARSE_PIXELS);
    const labels = labelsOf(order, crop, size);
    const started = performance.now();
    const small = smallerPart(cv, picture, crop, size);
    grabCut(cv, { ...size, rgb: small }, labels, SELECTION.rounds);
    return performance.now() - started;
  };
}
