/**
 * What is left of a thing that was removed: real things before places that are known, a service that fills perfectly,
 * and all that lies between, from the loop to the saved photo.
 */
import sharp from 'sharp';
import {
  createBackendFixture,
  type BackendFixture,
} from '../../electron/testing/backend-fixture.ts';
import { outlinedPixels } from '../../electron/testing/outlined.ts';
import {
  answerBody,
  startScriptedService,
  type ScriptedService,
} from '../../electron/testing/scripted-service.ts';
import type { Rect } from '../../shared/geometry/rect.ts';
import { createMaskWriter, eachRun } from '../../shared/mask/mask-rows.ts';
import { encodeMaskTiles } from '../../shared/mask/mask-tiles.ts';
import { photoMaskUrl } from '../../shared/media.ts';
import { nearestDistances } from '../../electron/backend/imaging/sent/mask-ring.ts';
import type { BenchContext } from './context.ts';
import type { Figure } from './figure.ts';
import { readThing, REAL_THINGS, type TracedThing } from './selecting/real-things.ts';
import { rimScene, type RimScene } from './selecting/rim-scenes.ts';
import { median } from './statistics.ts';

const RIM = {
  things: 20,
  /** Pixels around a thing that are looked at. */
  around: 8,
  /** A pixel differs when it does by more than this many deviations of the grain, and levels. */
  deviations: 3,
  least: 3,
  /** Farther from what was outlined, a part of the thing was not found, pixels. */
  missed: 3,
  /** Longer side of a thing that is shown at twice the size, too, pixels. */
  twice: 500,
} as const;

/** What is left of one thing. */
interface Left {
  /** 99th percentile of the differences, levels. */
  readonly high: number;
  /** … beside parts that the outline has found. */
  readonly highBesideFound: number;
  /** Share of pixels that differ by more than the grain does. */
  readonly share: number;
}

/** See the file comment. */
export async function measureRim(context: BenchContext): Promise<readonly Figure[]> {
  const all = await Promise.all(REAL_THINGS.map((thing) => readThing(thing)));
  // what its photograph cuts off has no edge there
  const things = all.filter((thing) => isWhole(thing)).slice(0, RIM.things);
  await using service = await startScriptedService();
  await using fixture = await createBackendFixture({ service, folder: `${context.folder}/rim` });
  const rows: { name: string; now: Left; before: Left }[] = [];
  for (const [index, thing] of things.entries()) {
    const { width, height } = thing.bounds;
    const scale = index % 2 === 1 && Math.max(width, height) <= RIM.twice ? 2 : 1;
    const scene = await rimScene(thing, index, scale);
    const { now, before } = await leftOf(fixture, service, scene);
    const name = `${scene.name}, edge blurred by ${scene.blur.toFixed(1)} px`;
    context.say(`rim: ${name}: ${now.high.toFixed(0)} levels, grain ${scene.noise.toFixed(1)}`);
    rows.push({ name, now, before });
  }
  const figure = (name: string, of: (values: readonly Left[]) => number, unit: Figure['unit']) => ({
    name,
    unit,
    gesso: of(rows.map(({ now }) => now)),
    baseline: {
      name: 'mask on the outline',
      value: of(rows.map(({ before }) => before)),
    },
  });
  const medianHigh = (of: readonly Left[]): number => median(of.map(({ high }) => high));
  const medianShare = (of: readonly Left[]): number => median(of.map(({ share }) => share));
  const worst = (of: readonly Left[]): number => Math.max(...of.map(({ high }) => high));
  const worstFound = (of: readonly Left[]): number =>
    Math.max(...of.map(({ highBesideFound }) => highBesideFound));
  const shares = figure('pixels that differ by more than the grain', medianShare, '%');
  return [
    { ...shares, bound: { text: 'none', isMet: shares.gesso === 0 } },
    figure('99th percentile of the differences', medianHigh, 'levels'),
    figure('… of the worst thing', worst, 'levels'),
    figure('… of the worst thing, beside what was found of it', worstFound, 'levels'),
    figure(
      'things without any such pixel',
      (of) => of.filter(({ share }) => share === 0).length,
      'count',
    ),
    ...rows.map(({ name, now, before }): Figure => ({
      name: `· ${name}`,
      unit: 'levels',
      gesso: now.high,
      baseline: { name: 'mask on the outline', value: before.high },
    })),
  ];
}

function isWhole({ bounds: { x, y, width, height }, width: across, height: down }: TracedThing) {
  return x > 2 && y > 2 && x + width < across - 2 && y + height < down - 2;
}

async function leftOf(fixture: BackendFixture, service: ScriptedService, scene: RimScene) {
  const { width, height, loop } = scene;
  const { id: photoId } = await fixture.importPhoto(scene.png, `${scene.name}.png`);
  const selected = await fixture.client().selection.object({
    photoId,
    gesture: { kind: 'loop', points: [...loop] },
    strokes: [],
    withShadow: false,
    pass: 'fine',
  });
  const onOutline = createMaskWriter();
  const thing = outlinedPixels(selected.outlines, scene);
  for (let y = 0; y < height; y++) {
    eachRun(thing.subarray(y * width, (y + 1) * width), 1, (from, to) =>
      onOutline.span(y, from, to),
    );
  }
  const parts = { fixture, service, scene, photoId, thing };
  const before = await removed(parts, encodeMaskTiles(onOutline.tiles()));
  const now = await removed(parts, await selected.tiles.arrayBuffer());
  return { now, before };
}

/** Removes what is below the mask, and takes the result away again. */
async function removed(
  parts: {
    readonly fixture: BackendFixture;
    readonly service: ScriptedService;
    readonly scene: RimScene;
    readonly photoId: string;
    /** Its pixels as they were outlined, 1 a byte. */
    readonly thing: Uint8Array;
  },
  mask: Uint8Array<ArrayBuffer> | ArrayBuffer,
): Promise<Left> {
  const { fixture, service, scene, photoId, thing } = parts;
  const put = await fixture.media(photoMaskUrl(photoId), { method: 'PUT', body: mask });
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
  for (const { id } of (await fixture.client().photos.get({ photoId })).patches) {
    const order = { photoId, patchId: id, mask: 'keep', state: 'hidden' } as const;
    await fixture.client().photos.setPatchState(order);
  }
  return compare(saved, scene, thing);
}

/** The perfect answer: what is sent, and what lies behind the thing wherever the mask is. */
async function filled(
  { behind, width }: RimScene,
  region: Rect,
  image: Buffer,
  mask: Buffer,
): Promise<Buffer> {
  const { data, info } = await sharp(image)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { data: wanted } = await sharp(mask)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
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

/** On both sides of the thing's outline. @param found the thing as it was outlined */
function compare(saved: Buffer, scene: RimScene, found: Uint8Array): Left {
  const { truth, behind, noise } = scene;
  const around = (reach: number, isOn: (at: number) => boolean): Uint8Array => {
    const pixels = truth.map((_own, at) => (isOn(at) ? 255 : 0));
    return nearestDistances({ ...scene, pixels }, reach);
  };
  const outside = around(RIM.around, (at) => truth[at] === 1);
  const inside = around(RIM.around, (at) => truth[at] === 0);
  const toFound = around(RIM.missed, (at) => found[at] === 1);
  const toMissed = around(
    2 * RIM.around,
    (at) => truth[at] === 1 && (toFound[at] ?? 0) > RIM.missed,
  );
  const limit = Math.max(RIM.least, RIM.deviations * noise);
  const all: number[] = [];
  const besideFound: number[] = [];
  for (const [at, own] of truth.entries()) {
    const distance = (own === 1 ? inside[at] : outside[at]) ?? 255;
    if (distance > RIM.around) continue;
    const off = [0, 1, 2].map((channel) =>
      Math.abs((saved[at * 3 + channel] ?? 0) - (behind[at * 3 + channel] ?? 0)),
    );
    const most = Math.max(...off);
    all.push(most);
    if ((toMissed[at] ?? 0) > 2 * RIM.around) besideFound.push(most);
  }
  return {
    high: percentile99(all),
    highBesideFound: percentile99(besideFound),
    share: all.filter((off) => off > limit).length / all.length,
  };
}

function percentile99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * 0.99)] ?? 0;
}
