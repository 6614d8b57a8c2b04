/** A data folder on a disk that runs full. Needs the right to mount one. */
import { describe, expect, it } from 'vitest';
import { encodeMaskTiles } from '../../../shared/mask/mask-tiles.ts';
import { createBackendFixture, paintedPhoto } from '../../testing/backend-fixture.ts';
import { pixelSet, tilesOf } from '../../testing/masks.ts';
import { noisePng } from '../../testing/pictures.ts';
import { startScriptedService } from '../../testing/scripted-service.ts';
import { mountSmallDisk } from '../../testing/small-disk.ts';

const WHOLE = { x: 0, y: 0, width: 900, height: 700 };
const SIZE = { width: 900, height: 700 };

const probe = mountSmallDisk(1);
await probe?.[Symbol.asyncDispose]();
const canMount = probe !== undefined;

async function setUp() {
  const disk = mountSmallDisk(80);
  if (disk === undefined) throw new Error('The disk was there a moment ago.');
  const service = await startScriptedService();
  const fixture = await createBackendFixture({ service, dataFolder: `${disk.path}/data` });
  return {
    disk,
    service,
    fixture,
    async [Symbol.asyncDispose]() {
      await fixture[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
      await disk[Symbol.asyncDispose]();
    },
  };
}

describe.skipIf(!canMount)('a full disk (needs root to mount one)', () => {
  it('before sending: nothing is sent, and the sentence says how much is needed', async () => {
    await using bench = await setUp();
    const { disk, service, fixture } = bench;
    const photo = await paintedPhoto(fixture);
    await disk.fill(20_000_000);
    const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
    const job = await fixture.until(jobId);
    expect(job).toMatchObject({ state: 'failed', error: { kind: 'disk-full' } });
    expect(job.error?.message).toMatch(/Only (?:19|20) MB are free.*Nothing was sent/u);
    expect(service.postCount()).toBe(0);
    expect(pixelSet(await fixture.mask(photo.id)).size).toBe(200);
  });

  it('while the answer is stored: the answer is kept, and running again stores it without a call', async () => {
    await using bench = await setUp();
    const { disk, service, fixture } = bench;
    const photo = await paintedPhoto(fixture, WHOLE, SIZE);
    service.play(async (cleanup) => {
      await disk.fill(cleanup.image.byteLength + 700_000); // the answer fits, its overlay does not
      await cleanup.answer();
    });
    const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
    const job = await fixture.until(jobId);
    expect(job).toMatchObject({ state: 'failed', error: { kind: 'disk-full' } });
    expect(job.error?.message).toContain('without a new call');
    expect(pixelSet(await fixture.mask(photo.id)).size).toBe(630_000);
    await fixture.restart();
    expect(await fixture.job(jobId)).toMatchObject({ state: 'failed' });

    await disk.free();
    const again = () => fixture.client().jobs.runAgain({ jobId });
    expect(await Promise.all([again(), again()])).toMatchObject([{ jobId }, { jobId }]);
    expect(await fixture.until(jobId, 'done')).toMatchObject({ state: 'done' });
    expect(service.postCount()).toBe(1);
    expect(pixelSet(await fixture.mask(photo.id)).size).toBe(0);
    expect((await fixture.client().photos.get({ photoId: photo.id })).patches).toHaveLength(1);
  });

  it('while the answer arrives: its end is not known, the mask is back', async () => {
    await using bench = await setUp();
    const { disk, service, fixture } = bench;
    const photo = await paintedPhoto(fixture, WHOLE, SIZE);
    service.play(async (cleanup) => {
      await disk.fill(500_000);
      await cleanup.answer();
    });
    const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
    const job = await fixture.until(jobId);
    expect(job).toMatchObject({ state: 'unknown', error: { kind: 'disk-full' } });
    expect(pixelSet(await fixture.mask(photo.id)).size).toBe(630_000);
    expect(service.postCount()).toBe(1);
  });

  it('to the last byte: the program goes on, and the end is recorded once there is space', async () => {
    await using bench = await setUp();
    const { disk, service, fixture } = bench;
    const photo = await paintedPhoto(fixture, WHOLE, SIZE);
    service.play(async (cleanup) => {
      await disk.fill(0);
      cleanup.hangUp();
    });
    const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
    await expect
      .poll(() => fixture.logged.some((line) => line.includes('cannot be recorded yet')))
      .toBe(true);
    expect((await fixture.job(jobId)).state).not.toBe('done');
    await disk.free();
    expect(await fixture.until(jobId)).toMatchObject({ state: 'unknown' });
    expect(pixelSet(await fixture.mask(photo.id)).size).toBe(630_000);
    expect(service.postCount()).toBe(1);
  });

  it('while a photo is taken in: a sentence, and no file is left', async () => {
    await using bench = await setUp();
    const { disk, fixture } = bench;
    const bytes = await noisePng(900, 700, 9);
    await disk.fill(500_000);
    const response = await fixture.media('/media/import?name=a.png', {
      method: 'POST',
      body: new Uint8Array(bytes),
    });
    expect(response.status).toBe(507);
    expect(await response.json()).toMatchObject({ error: { kind: 'disk-full' } });
    await disk.free();
    expect(await fixture.client().photos.recent()).toEqual([]);
    expect(await fixture.importPhoto(bytes)).toMatchObject({ width: 900, height: 700 });
  });

  it('while painting: the stroke is refused with a sentence, what was there stays', async () => {
    await using bench = await setUp();
    const { disk, fixture } = bench;
    const photo = await paintedPhoto(fixture, { x: 0, y: 0, width: 9, height: 9 }, SIZE);
    await disk.fill(0);
    // enough tiles to need new pages
    const body = encodeMaskTiles(tilesOf(WHOLE));
    const response = await fixture.media(photo.maskUrl, { method: 'PUT', body });
    expect(response.status).toBe(507);
    expect(await response.json()).toMatchObject({ error: { kind: 'disk-full' } });
    expect(pixelSet(await fixture.mask(photo.id)).size).toBe(81);
    await disk.free();
    expect((await fixture.media(photo.maskUrl, { method: 'PUT', body })).status).toBe(204);
    expect(pixelSet(await fixture.mask(photo.id)).size).toBe(630_000);
  });

  it('at the start: a sentence, and all is there once there is space', async () => {
    await using bench = await setUp();
    const { disk, service, fixture } = bench;
    service.play(() => undefined);
    const photo = await paintedPhoto(fixture);
    const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
    await fixture.until(jobId, 'processing');
    await disk.fill(0);
    await expect(fixture.restart()).rejects.toMatchObject({ kind: 'disk-full' });
    await disk.free();
    await fixture.restart();
    expect(await fixture.job(jobId)).toMatchObject({ state: 'unknown' });
    expect(pixelSet(await fixture.mask(photo.id)).size).toBe(200);
    expect(service.postCount()).toBe(1);
  });
});
