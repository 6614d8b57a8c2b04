/** Batches over real HTTP: their requests; pausing holds; nothing is lost or paid twice. */
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Batch, BatchRequest } from '../../../shared/contract/batch.ts';
import type { Photo } from '../../../shared/contract/photos.ts';
import { createBackendFixture, type BackendFixture } from '../../testing/backend-fixture.ts';
import { pixelSet, tilesOf } from '../../testing/masks.ts';
import { noisePng } from '../../testing/pictures.ts';
import {
  answerBody,
  refusal,
  startScriptedService,
  type ScriptedService,
} from '../../testing/scripted-service.ts';

const RECT = { x: 40, y: 30, width: 20, height: 10 };
const OTHER = { x: 5, y: 5, width: 4, height: 4 };

let service: ScriptedService;
let fixture: BackendFixture;

beforeEach(async () => {
  service = await startScriptedService();
  fixture = await createBackendFixture({ service });
  await fixture.client().settings.update({ imageCallsPerMinute: 1000 });
  await fixture.connectAccount({ cleanup: 100 });
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const client = () => fixture.client();

async function photos(count: number, width = 120, height = 90): Promise<readonly Photo[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) =>
      fixture.importPhoto(await noisePng(width, height, index + 1), `photo ${index + 1}.png`),
    ),
  );
}

/** Photos of which the first has a mask, and the request to apply it to all of them. */
async function series(count: number): Promise<BatchRequest> {
  const all = await photos(count);
  const [first] = all;
  if (first === undefined) throw new Error('A series has a photo.');
  await fixture.paint(first.id, RECT);
  return {
    operation: 'same-mask',
    photoIds: all.map(({ id }) => id),
    maskPhotoId: first.id,
  };
}

function start(request: BatchRequest, stored: 'ignore' | 'use' = 'ignore') {
  return client().batch.start({ request, stored });
}

/** The batch, once it is as wanted. */
async function until(batchId: string, isWanted: (batch: Batch) => boolean): Promise<Batch> {
  for await (const batches of await client().batch.changes()) {
    const batch = batches.find(({ id }) => id === batchId);
    if (batch !== undefined && isWanted(batch)) return batch;
  }
  throw new Error('The stream of batches ended.');
}

const hasEnded = ({ state }: Batch): boolean => state === 'done';

async function patchCounts(photoIds: readonly string[]): Promise<readonly number[]> {
  return Promise.all(
    photoIds.map(async (photoId) => (await client().photos.get({ photoId })).patches.length),
  );
}

describe('the same mask on many photos', () => {
  it('says before what it would do, leaves other shapes out, and leaves painted masks alone', async () => {
    const [first, second] = await photos(2);
    if (first === undefined || second === undefined) throw new Error('There are two photos.');
    const larger = await fixture.importPhoto(await noisePng(240, 180, 7), 'larger.png');
    const tall = await fixture.importPhoto(await noisePng(90, 120, 8), 'tall.png');
    await fixture.paint(first.id, RECT);
    await fixture.paint(second.id, OTHER);
    const request: BatchRequest = {
      operation: 'same-mask',
      photoIds: [first.id, second.id, larger.id, tall.id, first.id, 'gone'],
      maskPhotoId: first.id,
    };
    const plan = await client().batch.plan({ request });
    expect(plan).toMatchObject({ photos: 3, calls: 3, storedCalls: 0, cost: 300 });
    expect(plan.pixels).toBe(120 * 90 * 2 + 240 * 180);
    expect(plan.leftOut).toEqual([
      {
        photoId: tall.id,
        reason: expect.stringMatching(/“tall\.png” \(90 × 120\) does not have the shape/u),
      },
      { photoId: 'gone', reason: expect.stringContaining('no longer in the library') },
    ]);
    expect(service.postCount()).toBe(0);

    const sent: Buffer[] = [];
    service.play(async (cleanup) => {
      sent.push(cleanup.mask);
      await cleanup.answer();
    });
    const { batchId } = await start(request);
    const batch = await until(batchId, hasEnded);
    expect(batch).toMatchObject({
      state: 'done',
      photos: 3,
      photosDone: 3,
      callsDone: 3,
      callsFailed: 0,
      callsUnderWay: 0,
      cost: 300,
    });
    expect(await patchCounts([first.id, second.id, larger.id, tall.id])).toEqual([1, 1, 1, 0]);
    expect(pixelSet(await fixture.mask(first.id))).toEqual(pixelSet(tilesOf(RECT)));
    expect(pixelSet(await fixture.mask(second.id))).toEqual(pixelSet(tilesOf(OTHER)));
    // Grown by 4 pixels at every size: 28 × 18 without its corners, and twice the rectangle.
    const areas = await Promise.all(sent.map(whitePixels));
    expect(new Set(areas.slice(0, 2)).size).toBe(1);
    expect(Math.max(...areas)).toBeGreaterThan(RECT.width * RECT.height * 4);

    const again = await client().batch.plan({ request });
    expect(again).toMatchObject({ storedCalls: 0 }); // they look otherwise now
    for (const photo of [first, second, larger]) {
      const [patch] = (await client().photos.get({ photoId: photo.id })).patches;
      await client().photos.setPatchState({
        photoId: photo.id,
        patchId: patch?.id ?? '',
        state: 'hidden',
        mask: 'keep',
      });
    }
    const free = await client().batch.plan({ request });
    expect(free).toMatchObject({ calls: 3, storedCalls: 3, cost: 300, costWithStored: 0 });
    const posts = service.postCount();
    const second2 = await start(request, 'use');
    expect(await until(second2.batchId, hasEnded)).toMatchObject({ photosDone: 3, cost: 0 });
    expect(service.postCount()).toBe(posts);
  });

  it('refuses an empty mask, and a batch that nobody can take part in', async () => {
    const [photo] = await photos(1);
    const photoIds = [photo?.id ?? ''];
    const empty = start({ operation: 'same-mask', photoIds, maskPhotoId: photo?.id ?? '' });
    await expect(empty).rejects.toMatchObject({ data: { kind: 'empty-mask' } });
    const gone = start({ operation: 'remove-text', photoIds: ['gone'], detail: 'full' });
    await expect(gone).rejects.toMatchObject({
      data: { message: expect.stringMatching(/library/u) },
    });
    expect(await client().batch.list()).toEqual([]);
  });

  it('joins a run by hand of the same, and gives the painted mask back when it fails', async () => {
    const request = await series(1);
    const photoId = request.photoIds[0] ?? '';
    const arrived = service.next();
    service.play(() => undefined);
    const { batchId } = await start(request);
    const cleanup = await arrived;
    const run = await client().cleanup.run({ photoId });
    expect(run.joined).toBe(true);
    expect(pixelSet(await fixture.mask(photoId)).size).toBe(0);
    cleanup.answerWith(400, refusal(400, 'INVALID_IMAGE_FORMAT'));
    expect(await until(batchId, hasEnded)).toMatchObject({ photosFailed: 1 });
    expect(pixelSet(await fixture.mask(photoId))).toEqual(pixelSet(tilesOf(RECT)));
    expect(service.postCount()).toBe(1);
  });
});

describe('text removal from many photos', () => {
  it('sends small photos whole, large ones in tiles at full detail, or reduced', async () => {
    const small = await fixture.importPhoto(await noisePng(300, 200, 1), 'small.png');
    const large = await fixture.importPhoto(await noisePng(1500, 700, 2), 'large.png');
    const photoIds = [small.id, large.id];
    const full = await client().batch.plan({
      request: { operation: 'remove-text', photoIds, detail: 'full' },
    });
    expect(full).toMatchObject({ photos: 2, calls: 3, pixels: 300 * 200 + 2 * 1024 * 700 });
    const request: BatchRequest = { operation: 'remove-text', photoIds, detail: 'reduced' };
    const reduced = await client().batch.plan({ request });
    expect(reduced).toMatchObject({ photos: 2, calls: 2, pixels: 300 * 200 + 1024 * 478 });
    expect(reduced.cost).toBeUndefined();
    const sizes: string[] = [];
    service.play(async (cleanup) => {
      const { width, height } = await sharp(cleanup.image).metadata();
      sizes.push(`${width} × ${height}`);
      cleanup.answerWith(200, answerBody(await bottomPainted(cleanup.image)));
    });
    const { batchId } = await start(request);
    expect(await until(batchId, hasEnded)).toMatchObject({ photosDone: 2, callsDone: 2 });
    expect(sizes.toSorted()).toEqual(['1024 × 478', '300 × 200']);
    expect(await patchCounts(photoIds)).toEqual([1, 1]);
  });
});

describe('a batch under way', () => {
  it('sends nothing while it is paused, also after a restart, and goes on when told', async () => {
    await client().settings.update({ concurrentCalls: 1 });
    const request = await series(4);
    const arrived = service.next();
    let answer = (): void => undefined;
    service.play((cleanup) => {
      answer = () => void cleanup.answer();
    });
    const { batchId } = await start(request);
    await arrived;
    await client().batch.pause({ batchId });
    answer();
    const paused = await until(batchId, ({ callsDone }) => callsDone === 1);
    expect(paused).toMatchObject({ state: 'paused', calls: 4, photosDone: 1 });
    expect(paused.remainingMilliseconds).toBeUndefined();
    await fixture.backend().whenIdle();
    await fixture.restart();
    await fixture.backend().whenIdle();
    expect(service.postCount()).toBe(1);
    expect(await client().batch.list()).toMatchObject([{ id: batchId, state: 'paused' }]);
    service.play((cleanup) => cleanup.answer());
    await client().batch.resume({ batchId });
    expect(await until(batchId, hasEnded)).toMatchObject({ photosDone: 4, callsFailed: 0 });
    expect(service.postCount()).toBe(4);
    await client().batch.acknowledge({ batchId });
    expect(await client().batch.list()).toEqual([]);
  });

  it('runs only what failed again', async () => {
    await client().settings.update({ concurrentCalls: 1 });
    const request = await series(3);
    service.play((cleanup, index) => {
      if (index === 1) return cleanup.answerWith(400, refusal(400, 'INVALID_IMAGE_FORMAT'));
      return index === 2 ? cleanup.hangUp() : cleanup.answer();
    });
    const { batchId } = await start(request);
    const batch = await until(batchId, hasEnded);
    expect(batch).toMatchObject({
      photosDone: 1,
      photosFailed: 2,
      callsFailed: 2,
      callsUnknown: 1,
    });
    expect(batch.failures.map(({ photoName, error }) => [photoName, error.kind])).toEqual([
      ['photo 2.png', 'rejected'],
      ['photo 3.png', 'outcome-unknown'],
    ]);
    service.play((cleanup) => cleanup.answer());
    await client().batch.retry({ batchId });
    expect(await until(batchId, hasEnded)).toMatchObject({
      photosDone: 3,
      photosFailed: 0,
      failures: [],
    });
    expect(service.postCount()).toBe(5);
    expect(await patchCounts(request.photoIds)).toEqual([1, 1, 1]);
  });

  it('pauses by itself when every further call would fail, and stops for good when told', async () => {
    await client().settings.update({ concurrentCalls: 1 });
    const request = await series(5);
    service.play((cleanup) => cleanup.answerWith(401, refusal(401, 'INVALID_API_KEY')));
    const { batchId } = await start(request);
    const paused = await until(batchId, ({ state }) => state === 'paused');
    expect(paused).toMatchObject({ photosFailed: 1, pausedBy: { kind: 'key-rejected' } });
    await fixture.backend().whenIdle();
    expect(service.postCount()).toBe(1);
    await client().batch.stop({ batchId });
    expect(await client().batch.list()).toMatchObject([{ state: 'stopped', photosFailed: 1 }]);
    await fixture.backend().whenIdle();
    expect(service.postCount()).toBe(1);
    const states = (await client().jobs.list({ limit: 9 })).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['failed', 'cancelled']));
  });

  it('lets what is started by hand go first', async () => {
    await client().settings.update({ concurrentCalls: 1 });
    const request = await series(5);
    const byHand = await fixture.importPhoto(await noisePng(64, 48, 99), 'by hand.png');
    await fixture.paint(byHand.id, OTHER);
    const arrived = service.next();
    const sizes: number[] = [];
    let answerFirst = (): void => undefined;
    service.play(async (cleanup, index) => {
      sizes.push((await sharp(cleanup.image).metadata()).width);
      if (index === 0) answerFirst = () => void cleanup.answer();
      else await cleanup.answer();
    });
    const { batchId } = await start(request);
    await arrived;
    await client().cleanup.run({ photoId: byHand.id });
    await expect.poll(() => sizes.length).toBe(1);
    answerFirst();
    await until(batchId, hasEnded);
    expect(sizes).toEqual([120, 64, 120, 120, 120, 120]);
  });

  it('says of a photo that was taken out of the library meanwhile that it cannot be run', async () => {
    const request = await series(2);
    await client().settings.update({ concurrentCalls: 1 });
    const { batchId } = await start(request);
    await client().photos.remove({ photoId: request.photoIds[1] ?? '' });
    const batch = await until(batchId, hasEnded);
    expect(batch.photosDone + batch.photosFailed).toBe(2);
    await client().batch.retry({ batchId });
    await until(batchId, hasEnded);
  });
});

/** The picture with a bar at its lower edge, as if something had been removed there. */
function bottomPainted(image: Buffer): Promise<Buffer> {
  const bar = { create: { width: 200, height: 20, channels: 3, background: '#808080' } } as const;
  return sharp(image)
    .composite([{ input: bar, gravity: 'south' }])
    .png()
    .toBuffer();
}

async function whitePixels(mask: Buffer): Promise<number> {
  const pixels = await sharp(mask).toColourspace('b-w').raw().toBuffer();
  return pixels.reduce((count, value) => count + (value === 255 ? 1 : 0), 0);
}
