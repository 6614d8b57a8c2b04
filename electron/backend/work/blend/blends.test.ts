/** Tests blended results of Faces: what is brought to the photo, kept and saved. */
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MergeFaceJobRequest } from '../../../../shared/contract/job-requests.ts';
import type { Blend } from '../../../../shared/contract/blend.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { BackendFixture } from '../../../testing/backend-fixture.ts';
import { startScriptedBackend } from '../../../testing/scripted-backend.ts';
import { byDepth } from '../../../testing/depth.ts';
import { noisePng, storedSamples } from '../../../testing/pictures.ts';
import {
  answerBody,
  type ReceivedCleanup,
  type ScriptedService,
} from '../../../testing/scripted-service.ts';
import { KINDS } from '../../vision/imaging/testing/picture-kinds.ts';
import { samplesAt } from '../../vision/imaging/testing/imaging-bench.ts';

let service: ScriptedService;
let fixture: BackendFixture;

beforeEach(async () => {
  ({ service, fixture } = await startScriptedBackend());
  await fixture.client().settings.update({ imageCallsPerMinute: 1000 });
});

const blend = () => fixture.client().blend;

const INSIDE: Rect = { x: 20, y: 16, width: 60, height: 50 };

async function merge(photo: Photo, rect: Rect, more: Partial<MergeFaceJobRequest> = {}) {
  const picture = { photoId: photo.id, rect, isOriginal: true };
  const { jobId } = await fixture.client().jobs.start({
    kind: 'merge-face',
    picture,
    face: picture,
    responseType: 'png',
    ...more,
  });
  expect(await fixture.until(jobId)).toMatchObject({ state: 'done' });
  return { jobId, output: 0 };
}

/** The blended picture as a saved PNG, its samples at its own depth. */
async function saved(output: { jobId: string; output: number }, depth: 8 | 16 = 8) {
  await blend().saveFile({ ...output, format: 'png', quality: 90, lossless: true });
  return await samplesAt(await fixture.writeSaved(), depth);
}

async function layer(output: { jobId: string; output: number }) {
  const { layerUrl } = await blend().read(output);
  return await storedSamples(await fixture.bytes(layerUrl));
}

function isInside({ x, y, width, height }: Rect, column: number, row: number): boolean {
  return column >= x && row >= y && column < x + width && row < y + height;
}

/** Positions (pixel numbers) outside of a rectangle where two pictures differ. */
function changesOutside(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  size: { width: number; channels: number },
  rect: Rect,
): number {
  let changes = 0;
  for (let index = 0; index < a.length; index++) {
    const pixel = Math.floor(index / size.channels);
    if (isInside(rect, pixel % size.width, Math.floor(pixel / size.width))) continue;
    if (a[index] !== b[index]) changes += 1;
  }
  return changes;
}

describe('a result that is pasted back onto its photo', () => {
  it('leaves every pixel outside the crop unchanged, in every file format', async () => {
    for (const kind of KINDS.filter((_, index) => index % byDepth(5, 1) === 0)) {
      const { file, expected } = await kind.make();
      const photo = await fixture.importPhoto(file, 'photo');
      const samples = await saved(await merge(photo, INSIDE), photo.depth === 16 ? 16 : 8);
      const size = { width: expected.width, channels: expected.channels };
      expect(changesOutside(samples, expected.data, size, INSIDE), kind.name).toBe(0);
      const nowhere = { x: 0, y: 0, width: 0, height: 0 };
      expect(changesOutside(samples, expected.data, size, nowhere), kind.name).toBeGreaterThan(99);
    }
  });

  it('is a layer of its own in layered formats, whose composite equals the PNG', async () => {
    const photo = await fixture.importPhoto(await noisePng(120, 90));
    const output = await merge(photo, INSIDE);
    const samples = await saved(output);
    await blend().saveFile({ ...output, format: 'ora', quality: 90, lossless: true });
    const entries = unzipSync(await readFile(await fixture.writeSaved()));
    const stack = strFromU8(entries['stack.xml'] ?? new Uint8Array());
    expect(stack).toContain(`name="Face" src="data/result-1.png" x="${INSIDE.x}" y="${INSIDE.y}"`);
    const merged = sharp(entries['mergedimage.png'], { ignoreIcc: true }).removeAlpha();
    expect(new Uint8Array(await merged.raw().toBuffer())).toEqual(samples);
    await blend().saveFile({ ...output, format: 'psd', quality: 90, lossless: true });
    const psd = await readFile(await fixture.writeSaved());
    expect(psd.toString('latin1', 0, 4)).toBe('8BPS');
  });

  it('fades out over its soft edge, but not at the border of the photo', async () => {
    const photo = await fixture.importPhoto(await noisePng(120, 90));
    const corner = { x: 0, y: 0, width: 60, height: 60 };
    const { softSides } = await blend().read(await merge(photo, corner));
    expect(softSides).toEqual({ left: false, top: false, right: true, bottom: true });
    const all = await blend().read(await merge(photo, { x: 0, y: 0, width: 120, height: 90 }));
    expect(Object.values(all.softSides)).toEqual([false, false, false, false]);
  });

  it('has exactly the size of the crop, whatever size was received, without its border', async () => {
    const flat = (grey: number, width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: { r: grey, g: grey, b: grey } } });
    const photo = await fixture.importPhoto(await flat(120, 200, 200).png().toBuffer());
    const sizes: (number | undefined)[] = [];
    service.play(async ({ image, answerWith }: ReceivedCleanup) => {
      const { width, height } = await sharp(image).metadata();
      sizes.push(width, height);
      const twice = sharp(image).resize(width * 2, height * 2);
      answerWith(200, answerBody(await twice.png().toBuffer()));
    });
    const rect = { x: 40, y: 40, width: 100, height: 80 };
    const output = await merge(photo, rect, { picturePreparation: { border: 0.25, maxSide: 120 } });
    expect(sizes).toEqual([120, 104]);
    const { data, width, height } = await layer(output);
    expect([width, height]).toEqual([100, 80]);
    // the border of middle grey (128) is gone; at most its last line is felt at the edge
    const middle = (40 * 100 + 50) * 3;
    expect(data[middle]).toBe(120);
    const { returned } = await blend().read(output);
    expect(returned).toEqual({ width: 240, height: 208 });
  });

  it('has its colours matched on the ring around the face', async () => {
    const photo = await fixture.importPhoto(await noisePng(160, 160));
    service.play(async ({ image, answerWith }) => {
      const lighter = await sharp(image).linear(0.9, 30).png().toBuffer();
      answerWith(200, answerBody(lighter));
    });
    const rect = { x: 20, y: 20, width: 120, height: 120 };
    const { data } = await layer(await merge(photo, rect));
    const original = await sharp(await noisePng(160, 160))
      .extract({ left: 20, top: 20, width: 120, height: 120 })
      .raw()
      .toBuffer();
    const mean = (of: Uint8Array) => of.reduce((sum, value) => sum + value, 0) / of.length;
    expect(Math.abs(mean(data) - mean(original))).toBeLessThan(2);
  });

  it('keeps the photo’s own pixels where a reduced crop did not change', async () => {
    const bytes = await sharp(await noisePng(240, 200))
      .blur(1.5)
      .png()
      .toBuffer();
    const photo = await fixture.importPhoto(bytes);
    service.play(async ({ image, answerWith }) => {
      const white = { create: { width: 20, height: 20, channels: 3 as const, background: '#fff' } };
      const changed = await sharp(image)
        .composite([{ input: await sharp(white).png().toBuffer(), left: 40, top: 30 }])
        .png()
        .toBuffer();
      answerWith(200, answerBody(changed));
    });
    const rect = { x: 20, y: 10, width: 200, height: 160 };
    const output = await merge(photo, rect, { picturePreparation: { maxSide: 100 } });
    const { data } = await layer(output);
    const original = await sharp(bytes)
      .extract({ left: rect.x, top: rect.y, width: 200, height: 160 })
      .raw()
      .toBuffer();
    const box = { x: 60, y: 40, width: 80, height: 80 }; // the square, with room for its soft edge
    expect(changesOutside(data, original, { width: 200, channels: 3 }, box)).toBe(0);
    expect(data[(80 * 200 + 100) * 3]).toBe(255);
  });
});

describe('a blend', () => {
  const WITHOUT: Blend = { strength: 0, softEdge: 0.03, strokes: [] };

  it('survives a restart and determines what is saved', async () => {
    const bytes = await noisePng(120, 90);
    const photo = await fixture.importPhoto(bytes);
    const output = await merge(photo, INSIDE);
    const original = await sharp(bytes).raw().toBuffer();
    const nowhere = { x: 0, y: 0, width: 0, height: 0 };
    const differs = async () =>
      changesOutside(await saved(output), original, { width: 120, channels: 3 }, nowhere);
    expect(await differs()).toBeGreaterThan(1000);
    await blend().save({ ...output, blend: WITHOUT });
    expect(await differs()).toBe(0);
    const points = [0, 0, 120, 0, 120, 30, 0, 30, 0, 60, 120, 60, 120, 90, 0, 90];
    const painted = { ...WITHOUT, strength: 1, strokes: [] as Blend['strokes'] };
    await blend().save({
      ...output,
      blend: { ...painted, strokes: [{ points, radius: 60, hardness: 1, isErase: false }] },
    });
    await fixture.restart();
    expect(await differs()).toBe(0);
    expect((await blend().read(output)).blend.strokes).toHaveLength(1);
  });

  it('reports that it cannot become a result of the Studio when its photo is gone', async () => {
    const gone = { kind: 'not-found', message: 'This photo is no longer in the library.' };
    // it goes at any moment of the making: the result is there before, or it never is
    for (const turns of [0, 2, 8, 32]) {
      const photo = await fixture.importPhoto(await noisePng(120, 90 + turns));
      const output = await merge(photo, INSIDE);
      const late = blend().toStudio(output);
      const ended = late.then(
        () => gone,
        (error: { data: unknown }) => error.data,
      );
      for (let turn = 0; turn < turns; turn++) await new Promise((next) => setImmediate(next));
      await fixture.client().photos.remove({ photoId: photo.id });
      expect(await ended, `after ${turns} turns`).toMatchObject(gone);
      const after = blend().toStudio(output);
      await expect(after).rejects.toMatchObject({ data: gone });
    }
  });

  it('becomes one result of the Studio, however often, and the layer as blended', async () => {
    const photo = await fixture.importPhoto(await noisePng(120, 90));
    const output = await merge(photo, INSIDE);
    const first = await blend().toStudio(output);
    await blend().save({ ...output, blend: { ...WITHOUT, strength: 0.5 } });
    const second = await blend().toStudio(output);
    expect(second.photoId).toBe(photo.id);
    expect(second.patchId).not.toBe(first.patchId);
    const { patches } = await fixture.client().photos.get({ photoId: photo.id });
    expect(patches).toMatchObject([{ operation: 'merge-face', rect: INSIDE, state: 'applied' }]);
    const studio = await samplesAt(await fixture.savePng(photo.id), 8);
    expect(Buffer.compare(Buffer.from(studio), Buffer.from(await saved(output)))).toBe(0);
    // the result itself stays in the list of Faces
    await fixture.client().photos.deletePatch({ ...second, mask: 'keep' });
    expect(await layer(output)).toMatchObject({ width: 60, height: 50 });
    // another run on the same well sends the photo without it
    await blend().toStudio(output);
    const again = await blend().read(await merge(photo, { ...INSIDE, x: 21 }));
    expect(again.below).toEqual([]);
  });

  it('keeps the former result of the Studio when the new one cannot be stored', async () => {
    const photo = await fixture.importPhoto(await noisePng(120, 90));
    const output = await merge(photo, INSIDE);
    const { patchId } = await blend().toStudio(output);
    fixture.fill('patches');
    await expect(blend().toStudio(output)).rejects.toThrow();
    const { patches } = await fixture.client().photos.get({ photoId: photo.id });
    expect(patches.map(({ id }) => id)).toEqual([patchId]);
  });

  it('is refused with a message for other jobs', async () => {
    const photo = await fixture.importPhoto(await noisePng(64, 64));
    const { jobId } = await fixture.client().jobs.start({
      kind: 'remove-text',
      picture: { photoId: photo.id },
      responseType: 'png',
    });
    await fixture.until(jobId);
    const read = blend().read({ jobId, output: 0 });
    await expect(read).rejects.toMatchObject({ data: { kind: 'invalid-input' } });
    const gone = blend().read({ jobId: 'nobody', output: 0 });
    await expect(gone).rejects.toMatchObject({ data: { kind: 'not-found' } });
    expect((await fixture.media('/media/blend-layers/nobody.0')).status).toBe(404);
    expect((await fixture.media('/media/blend-layers/..%2F..')).status).toBe(400);
  });
});
