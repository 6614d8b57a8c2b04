/** The object tool: time to its outline, and its overlap with twenty objects whose outlines are known. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { grabCut, smallerPart } from '../../electron/backend/selection/grab-cut.ts';
import {
  COARSE_PIXELS,
  sizeWithin,
  surroundingsOf,
} from '../../electron/backend/selection/object-area.ts';
import { labelsOf } from '../../electron/backend/selection/object-labels.ts';
import { loadOpenCv } from '../../electron/workers/opencv.ts';
import {
  createBackendFixture,
  type BackendFixture,
} from '../../electron/testing/backend-fixture.ts';
import type { ObjectRequest } from '../../shared/contract/selection.ts';
import type { Point } from '../../shared/geometry/rect.ts';
import { photoFile, timed, type BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { looseLoop } from './selecting/loose-loop.ts';
import { overlap } from './selecting/overlap.ts';
import { drawScene, PASTED_OBJECTS, type ObjectScene } from './selecting/pasted-objects.ts';
import { readSampleObject, SAMPLE_OBJECTS } from './selecting/sample-objects.ts';
import { scribbleOver } from './selecting/scribble.ts';
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
  leastOverlap: 0.85,
  /** Loops that are timed in each repetition, each at another place. */
  loops: 5,
} as const;

/** @returns times, then overlaps; the last lines are the objects one by one */
export async function measureSelection(context: BenchContext): Promise<readonly Figure[]> {
  await using fixture = await createBackendFixture({ folder: `${context.folder}/selection` });
  return [
    ...(await measureTimes(context, fixture)),
    ...(await measureOverlaps(context, fixture)),
    ...(await measureSamples(context, fixture)),
  ];
}

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

async function measureTimes(
  context: BenchContext,
  fixture: BackendFixture,
): Promise<readonly Figure[]> {
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

async function measureOverlaps(
  context: BenchContext,
  fixture: BackendFixture,
): Promise<readonly Figure[]> {
  const found: {
    readonly name: string;
    readonly coarse: number;
    readonly fine: number;
    readonly scribbled: number;
    readonly strokes: number;
  }[] = [];
  for (const object of PASTED_OBJECTS) {
    context.say(`selection: ${object.name}`);
    const scene = await drawScene(object);
    const { width, height } = scene;
    const png = await sharp(scene.rgb, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 1 })
      .toBuffer();
    const { id } = await fixture.importPhoto(png, `${object.name}.png`);
    const points = looseLoop(scene.truth, width, scene.bounds);
    const { selection } = fixture.client();
    const coarse = await selection.object(orderOf(id, points, 'coarse'));
    const order = orderOf(id, points, 'fine');
    const fine = await selection.object(order);
    const gesture = scribbleOver(scene.truth, width, scene.bounds);
    const scribbled = await selection.object({ ...order, gesture });
    found.push({
      name: object.name,
      coarse: overlap(coarse, scene),
      fine: overlap(fine, scene),
      scribbled: overlap(scribbled, scene),
      strokes: strokesOf(scene),
    });
  }
  const fine = medianOf(found, (each) => each.fine);
  const isMet = fine >= SELECTION.leastOverlap;
  return [
    {
      name: 'overlap from one loose loop, coarse',
      unit: '%',
      gesso: medianOf(found, (each) => each.coarse),
    },
    {
      name: 'overlap from one loose loop, fine',
      unit: '%',
      gesso: fine,
      bound: { text: `≥ ${SELECTION.leastOverlap * 100} %`, isMet },
    },
    {
      name: 'overlap from one scribble',
      unit: '%',
      gesso: medianOf(found, (each) => each.scribbled),
    },
    {
      name: 'the worst of the loops',
      unit: '%',
      gesso: Math.min(...found.map((each) => each.fine)),
    },
    {
      name: 'strokes a defect',
      unit: 'count',
      gesso: 1,
      baseline: { name: 'a brush over it', value: medianOf(found, (each) => each.strokes) },
    },
    ...found.map(({ name, fine: gesso }): Figure => ({ name: `· ${name}`, unit: '%', gesso })),
  ];
}

/** The same in the bundled photographs, as they are. */
async function measureSamples(
  context: BenchContext,
  fixture: BackendFixture,
): Promise<readonly Figure[]> {
  const found: { readonly name: string; readonly share: number }[] = [];
  for (const object of SAMPLE_OBJECTS) {
    context.say(`selection: ${object.name}`);
    const { path, ...scene } = await readSampleObject(object);
    const { id } = await fixture.importPhoto(await readFile(path), object.file);
    const points = looseLoop(scene.truth, scene.width, scene.bounds);
    const selected = await fixture.client().selection.object(orderOf(id, points, 'fine'));
    found.push({ name: object.name, share: overlap(selected, scene) });
  }
  return [
    {
      name: 'overlap in photographs, traced by hand',
      unit: '%',
      gesso: medianOf(found, ({ share }) => share),
    },
    ...found.map(({ name, share }): Figure => ({ name: `· ${name}`, unit: '%', gesso: share })),
  ];
}

/** Strokes from edge to edge with a brush a fifth as wide as the object is large. */
function strokesOf({ truth, width, bounds }: ObjectScene): number {
  const area = truth.reduce((sum, value) => sum + value, 0);
  const brush = Math.max(4, Math.round(Math.sqrt(area) / 5));
  let strokes = 0;
  for (let y = bounds.y + Math.floor(brush / 2); y < bounds.y + bounds.height; y += brush) {
    let wasIn = 0;
    for (let x = bounds.x; x < bounds.x + bounds.width; x++) {
      const isIn = truth[y * width + x] ?? 0;
      if (isIn === 1 && wasIn === 0) strokes += 1;
      wasIn = isIn;
    }
  }
  return strokes;
}
