/**
 * Measures what is left of a removed thing: known background, a service that fills perfectly, and
 * the whole program in between.
 */
import sharp from 'sharp';
import { nearestDistances } from '../../electron/backend/vision/imaging/sent/mask-ring.ts';
import {
  createBackendFixture,
  type BackendFixture,
} from '../../electron/testing/backend-fixture.ts';
import {
  answerBody,
  startScriptedService,
  type ScriptedService,
} from '../../electron/testing/scripted-service.ts';
import type { Rect } from '../../shared/geometry/rect.ts';
import { photoMaskUrl } from '../../shared/media.ts';
import { BOUNDS } from './bounds.ts';
import type { BenchContext } from './harness.ts';
import { edgeScene, type EdgeScene } from './edge-scenes.ts';
import { median, percentile, shareAbove } from './statistics.ts';
import type { Figure } from './table.ts';
import { readThings, type TracedThing } from './things.ts';

const EDGES = {
  things: 12,
  /** Pixels on both sides of the true outline. */
  around: 8,
  /** A pixel differs if it exceeds this many deviations of the grain, and levels. */
  deviations: 3,
  least: 3,
  /** Every other thing up to this longer side is shown at twice the size, pixels. */
  twice: 500,
} as const;

interface Left {
  /** Share of pixels that differ by more than the grain. */
  readonly share: number;
  /** 99th percentile of the differences, levels. */
  readonly high: number;
}

export async function measureSoftEdges(context: BenchContext): Promise<readonly Figure[]> {
  // a thing cut off by its photograph has no edge there
  const things = (await readThings()).filter(isWhole).slice(0, EDGES.things);
  await using service = await startScriptedService();
  await using fixture = await createBackendFixture({ service, folder: `${context.folder}/edges` });
  const left: Left[] = [];
  for (const [index, thing] of things.entries()) {
    context.say(`edges: ${thing.name}`);
    const { width, height } = thing.bounds;
    const scale = index % 2 === 1 && Math.max(width, height) <= EDGES.twice ? 2 : 1;
    const scene = await edgeScene(thing, index, scale);
    left.push(await removed(fixture, service, scene));
  }
  const highs = left.map(({ high }) => high);
  return [
    {
      name: 'pixels that differ by more than the grain, median',
      unit: '%',
      gesso: median(left.map(({ share }) => share)),
      bound: BOUNDS.edges.left,
    },
    { name: '99th percentile of the differences', unit: 'levels', gesso: median(highs) },
    { name: '… of the worst thing', unit: 'levels', gesso: Math.max(...highs) },
  ];
}

function isWhole({ bounds: { x, y, width, height }, width: across, height: down }: TracedThing) {
  return x > 2 && y > 2 && x + width < across - 2 && y + height < down - 2;
}

async function removed(
  fixture: BackendFixture,
  service: ScriptedService,
  scene: EdgeScene,
): Promise<Left> {
  const { id: photoId } = await fixture.importPhoto(scene.png, 'scene.png');
  const gesture = { kind: 'loop', points: scene.loop } as const;
  const order = { photoId, gesture, strokes: [], withShadow: false, pass: 'fine' } as const;
  const { tiles } = await fixture.client().selection.object(order);
  const body = await tiles.arrayBuffer();
  const put = await fixture.media(photoMaskUrl(photoId), { method: 'PUT', body });
  if (put.status !== 204) throw new Error(await put.text());
  const plan = await fixture.client().cleanup.plan({ photoId });
  const [call] = plan.calls;
  if (call === undefined || plan.calls.length > 1) throw new Error('One call was expected.');
  service.play(async ({ image, mask: sent, answerWith }) => {
    answerWith(200, answerBody(await filled(scene, call.region, image, sent)));
  });
  const { jobId } = await fixture.client().cleanup.run({ photoId });
  const { state } = await fixture.until(jobId);
  if (state !== 'done') throw new Error(`The clean-up is ${state}.`);
  const saved = await sharp(await fixture.savePng(photoId))
    .removeAlpha()
    .raw()
    .toBuffer();
  return compare(saved, scene);
}

/** Returns the perfect answer: what was sent, with the known background under the mask. */
async function filled(
  { behind, width }: EdgeScene,
  region: Rect,
  image: Buffer,
  mask: Buffer,
): Promise<Buffer> {
  const { data, info } = await sharp(image)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const wanted = await sharp(mask).greyscale().raw().toBuffer();
  for (let at = 0; at < info.width * info.height; at++) {
    if ((wanted[at] ?? 0) < 128) continue;
    const x = region.x + (at % info.width);
    const y = region.y + Math.floor(at / info.width);
    behind.copy(data, at * 3, (y * width + x) * 3, (y * width + x) * 3 + 3);
  }
  return await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

function compare(saved: Buffer, scene: EdgeScene): Left {
  const { truth, behind, noise } = scene;
  const distancesTo = (value: 0 | 1): Uint8Array => {
    const pixels = truth.map((own) => (own === value ? 255 : 0));
    return nearestDistances({ ...scene, pixels }, EDGES.around);
  };
  const toThing = distancesTo(1);
  const toRest = distancesTo(0);
  const differences: number[] = [];
  for (const [at, own] of truth.entries()) {
    const distance = (own === 1 ? toRest[at] : toThing[at]) ?? 255;
    if (distance > EDGES.around) continue;
    const channels = [0, 1, 2].map((channel) =>
      Math.abs((saved[at * 3 + channel] ?? 0) - (behind[at * 3 + channel] ?? 0)),
    );
    differences.push(Math.max(...channels));
  }
  const limit = Math.max(EDGES.least, EDGES.deviations * noise);
  return { share: shareAbove(differences, limit), high: percentile(differences, 0.99) };
}
