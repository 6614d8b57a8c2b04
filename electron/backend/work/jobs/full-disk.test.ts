/** Tests a data folder on a full disk. Needs root to mount one. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { encodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import { createBackendFixture, paintedPhoto } from '../../../testing/backend-fixture.ts';
import { pixelSet, tilesOf } from '../../../testing/masks.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { answerBody, startScriptedService } from '../../../testing/scripted-service.ts';
import { canMountDisks, mountSmallDisk } from '../../../testing/small-disk.ts';

const WHOLE = { x: 0, y: 0, width: 900, height: 700 };
const SIZE = { width: 900, height: 700 };

async function setUp() {
  const disk = mountSmallDisk(80);
  const service = await startScriptedService();
  const fixture = await createBackendFixture({ service, dataFolder: `${disk.path}/data` });
  return {
    disk,
    service,
    fixture,
    /** Starts a clean-up of a whole photo, during whose call the disk becomes full. */
    async runUntilFull(words: string, answer?: Buffer) {
      const photo = await paintedPhoto(fixture, WHOLE, SIZE);
      service.play(async (cleanup) => {
        await disk.fill(answer === undefined ? 100_000 : 0); // neither the answer nor its overlay fits
        if (answer === undefined) await cleanup.answer();
        else cleanup.answerWith(200, answerBody(answer));
      });
      const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
      const message = expect.stringContaining(words) as string;
      await expect
        .poll(() => fixture.job(jobId))
        .toMatchObject({ error: { kind: 'disk-full', message } });
      return { photoId: photo.id, jobId };
    },
  };
}

describe.skipIf(!canMountDisks)('a full disk (needs root to mount one)', () => {
  it('before sending: sends nothing, and says how much space is needed', async () => {
    const { disk, service, fixture } = await setUp();
    const photo = await paintedPhoto(fixture);
    await disk.fill(20_000_000);
    const job = await fixture.cleanUp(photo.id);
    expect(job).toMatchObject({ state: 'failed', error: { kind: 'disk-full' } });
    expect(job.error?.message).toMatch(/Only (?:19|20) MB are free.*Nothing was sent/u);
    expect(service.postCount()).toBe(0);
    expect(pixelSet(await fixture.mask(photo.id)).size).toBe(200);
  });

  it('while an answer arrives: uses reserved space, and finishes once there is space', async () => {
    const { disk, service, fixture, runUntilFull } = await setUp();
    const { jobId, photoId } = await runUntilFull('answer is saved');
    await disk.free();
    expect(await fixture.until(jobId)).toMatchObject({ state: 'done' });
    expect(service.postCount()).toBe(1);
    expect(pixelSet(await fixture.mask(photoId)).size).toBe(0);
    expect((await fixture.client().photos.get({ photoId })).patches).toHaveLength(1);
  });

  it('while a photo is added: reports it, and leaves no file', async () => {
    const { disk, fixture } = await setUp();
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

  it('while painting: refuses the stroke with a message, and keeps earlier ones', async () => {
    const { disk, fixture } = await setUp();
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
});

const SECOND = { skip: !canMountDisks, tags: 'second' } as const;

describe('a full disk, in depth (needs root to mount one)', SECOND, () => {
  it('while an oversized answer arrives: holds it in memory until there is space', async () => {
    const { disk, service, fixture, runUntilFull } = await setUp();
    // 16 bits a channel: half as large again as the space that is reserved
    const large = await sharp(await noisePng(900, 700, 9))
      .toColourspace('rgb16')
      .png({ compressionLevel: 0 })
      .toBuffer();
    const { jobId, photoId } = await runUntilFull('holds the result in memory', large);
    await disk.free();
    expect(await fixture.until(jobId)).toMatchObject({ state: 'done', error: undefined });
    expect(service.postCount()).toBe(1);
    expect((await fixture.client().photos.get({ photoId })).patches).toHaveLength(1);
  });

  it('while the result is made and Gesso quits: the next start finishes it without a call', async () => {
    const { disk, service, fixture, runUntilFull } = await setUp();
    const { jobId } = await runUntilFull('answer is saved');
    await fixture.restart({ whileClosed: () => disk.free() });
    expect(await fixture.until(jobId)).toMatchObject({ state: 'done' });
    expect(service.postCount()).toBe(1);
  });

  it('while the result is made and stopped: keeps the answer, and running again uses it', async () => {
    const { disk, service, fixture, runUntilFull } = await setUp();
    const { jobId, photoId } = await runUntilFull('answer is saved');
    await fixture.client().jobs.cancel({ jobId });
    const job = await fixture.until(jobId);
    expect(job).toMatchObject({ state: 'failed', error: { kind: 'disk-full' } });
    expect(job.error?.message).toContain('without a new call');
    expect(pixelSet(await fixture.mask(photoId)).size).toBe(630_000);

    await disk.free();
    const again = () => fixture.client().jobs.runAgain({ jobId });
    expect(await Promise.all([again(), again()])).toMatchObject([{ jobId }, { jobId }]);
    expect(await fixture.until(jobId, 'done')).toMatchObject({ state: 'done' });
    expect(service.postCount()).toBe(1);
    expect(pixelSet(await fixture.mask(photoId)).size).toBe(0);
  });

  it('when the service accepts a task: keeps its id and stores it once there is space', async () => {
    const { disk, service, fixture } = await setUp();
    const photo = await fixture.importPhoto(await noisePng(96, 64), 'a.png');
    service.play(async (call) => {
      await disk.fill(0);
      call.answerWith(200, JSON.stringify({ task_id: 'the-task' }));
    });
    const { jobId } = await fixture.client().jobs.start({
      kind: 'video',
      picture: { photoId: photo.id },
      parameters: { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 4 },
    });
    await expect
      .poll(() => fixture.job(jobId))
      .toMatchObject({
        error: { kind: 'disk-full', message: expect.stringContaining('its ID') },
      });
    await disk.free();
    expect(await fixture.until(jobId, 'queued')).toMatchObject({ taskId: 'the-task' });
    expect(service.postCount()).toBe(1);
  });

  it('to the last byte: keeps running, and records the end once there is space', async () => {
    const { disk, service, fixture } = await setUp();
    const photo = await fixture.importPhoto(await noisePng(96, 64), 'a.png');
    // an upscale reserves nothing whose return would be space for its end
    service.play(async (call) => {
      await disk.fill(0);
      call.hangUp();
    });
    const { jobId } = await fixture.client().jobs.start({
      kind: 'upscale',
      picture: { photoId: photo.id },
      parameters: { upscaler: 'R-ESRGAN 4x+', size: { mode: 'factor', factor: 2 } },
    });
    await expect
      .poll(() => fixture.logged.some((line) => line.includes('cannot be recorded yet')))
      .toBe(true);
    expect((await fixture.job(jobId)).state).not.toBe('unknown');
    await disk.free();
    expect(await fixture.until(jobId)).toMatchObject({ state: 'unknown' });
    expect(service.postCount()).toBe(1);
  });

  it('at the start: reports it, and finds everything once there is space', async () => {
    const { disk, service, fixture } = await setUp();
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
