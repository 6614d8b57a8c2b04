/** Tests runs of one step on the Studio's photos, over real HTTP. */
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Photo } from '../../../../shared/contract/photos.ts';
import type { RecipeRun, RecipeStep } from '../../../../shared/contract/recipes.ts';
import type { BackendFixture } from '../../../testing/backend-fixture.ts';
import { startScriptedBackend } from '../../../testing/scripted-backend.ts';
import { pixelSet, tilesOf } from '../../../testing/masks.ts';
import { noisePng } from '../../../testing/pictures.ts';
import {
  filesOf,
  photoDraft,
  planOf,
  recipeOf,
  sameMask,
  startOnPhotos,
  untilRun,
} from '../../../testing/recipes.ts';
import { refusal, type ScriptedService } from '../../../testing/scripted-service.ts';

const RECT = { x: 40, y: 30, width: 20, height: 10 };
const OTHER = { x: 5, y: 5, width: 4, height: 4 };

let service: ScriptedService;
let fixture: BackendFixture;

beforeEach(async () => {
  ({ service, fixture } = await startScriptedBackend());
  await fixture.client().settings.update({ imageCallsPerMinute: 1000 });
  await fixture.connectAccount({ cleanup: 100 });
});

const client = () => fixture.client();

async function photos(count: number, width = 120, height = 90): Promise<readonly Photo[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) =>
      fixture.importPhoto(await noisePng(width, height, index + 1), `photo ${index + 1}.png`),
    ),
  );
}

/** Photos of which the first has a mask, and the step that applies it to all of them. */
async function series(count: number): Promise<readonly [photoIds: string[], step: RecipeStep]> {
  const photoIds = (await photos(count)).map(({ id }) => id);
  await fixture.paint(photoIds[0] ?? '', RECT);
  return [photoIds, await sameMask(fixture, photoIds[0] ?? '')];
}

const start = async (count: number) => startOnPhotos(fixture, ...(await series(count)));
const until = (runId: string, isWanted?: (run: RecipeRun) => boolean) =>
  untilRun(fixture, runId, isWanted);
const plan = async (photoIds: readonly string[], step: RecipeStep) =>
  planOf(fixture, await photoDraft(fixture, photoIds), recipeOf(step));

async function patchCounts(photoIds: readonly string[]): Promise<readonly number[]> {
  return Promise.all(
    photoIds.map(async (photoId) => (await client().photos.get({ photoId })).patches.length),
  );
}

describe('the same mask on many photos', () => {
  it('previews its effect, leaves other shapes out, and keeps painted masks', async () => {
    const [first, second] = await photos(2);
    if (first === undefined || second === undefined) throw new Error('There are two photos.');
    const larger = await fixture.importPhoto(await noisePng(240, 180, 7), 'larger.png');
    const tall = await fixture.importPhoto(await noisePng(90, 120, 8), 'tall.png');
    await fixture.paint(first.id, RECT);
    await fixture.paint(second.id, OTHER);
    const step = await sameMask(fixture, first.id);
    const photoIds = [first.id, second.id, larger.id, tall.id, first.id, 'gone'];
    const planned = await plan(photoIds, step);
    expect(planned).toMatchObject({ taking: 3, calls: 3, storedCalls: 0, cost: 300 });
    expect(planned.pixels).toBe(120 * 90 * 2 + 240 * 180);
    expect(planned.leftOut).toMatchObject([
      { name: 'tall.png', reason: expect.stringMatching(/\(90 × 120\) does not have the shape/u) },
      { reason: expect.stringContaining('no longer in the library') },
    ]);
    expect(service.postCount()).toBe(0);

    const sent: Buffer[] = [];
    service.play(async (cleanup) => {
      sent.push(cleanup.mask);
      await cleanup.answer();
    });
    const runId = await startOnPhotos(fixture, photoIds, step);
    expect(await until(runId)).toMatchObject({
      states: { done: 3, 'left-out': 2 },
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

    // before and after are the photos themselves, and no picture was added to the library
    const [row] = await filesOf(fixture, runId);
    expect(row?.before).toMatchObject({ photoId: first.id, patchIds: [] });
    expect(row?.after).toMatchObject({ photoId: first.id, patchIds: [expect.any(String)] });

    expect(await plan(photoIds, step)).toMatchObject({ storedCalls: 0 }); // they look otherwise now
    for (const photo of [first, second, larger]) {
      const [patch] = (await client().photos.get({ photoId: photo.id })).patches;
      const ids = { photoId: photo.id, patchId: patch?.id ?? '' };
      await client().photos.setPatchState({ ...ids, state: 'hidden', mask: 'keep' });
    }
    const free = await plan(photoIds, step);
    expect(free).toMatchObject({ calls: 3, storedCalls: 3, cost: 300, costWithStored: 0 });
    const posts = service.postCount();
    const second2 = await startOnPhotos(fixture, photoIds, step, 'use');
    expect(await until(second2)).toMatchObject({ states: { done: 3 }, cost: 0 });
    expect(service.postCount()).toBe(posts);
  });

  it('joins an identical manual run, and restores the painted mask when it fails', async () => {
    const [photoIds, step] = await series(1);
    const photoId = photoIds[0] ?? '';
    const arrived = service.hold();
    const runId = await startOnPhotos(fixture, photoIds, step);
    const cleanup = await arrived;
    const run = await client().cleanup.run({ photoId });
    expect(run.joined).toBe(true);
    expect(pixelSet(await fixture.mask(photoId)).size).toBe(0);
    cleanup.answerWith(400, refusal(400, 'INVALID_IMAGE_FORMAT'));
    expect(await until(runId)).toMatchObject({ states: { failed: 1 } });
    expect(pixelSet(await fixture.mask(photoId))).toEqual(pixelSet(tilesOf(RECT)));
    expect(service.postCount()).toBe(1);
  });
});

describe('a running step on many photos', () => {
  it('sends nothing while it is paused, even after a restart, and resumes on request', async () => {
    await client().settings.update({ concurrentCalls: 1 });
    const arrived = service.hold();
    const runId = await start(4);
    const call = await arrived;
    await client().recipes.pause({ runId });
    void call.answer();
    const paused = await until(runId, ({ states }) => states.done === 1);
    expect(paused).toMatchObject({ state: 'paused', calls: 4, callsDone: 1 });
    expect(paused.remainingMilliseconds).toBeUndefined();
    await fixture.backend().whenIdle();
    await fixture.restart();
    await fixture.backend().whenIdle();
    expect(service.postCount()).toBe(1);
    expect(await client().recipes.runs()).toMatchObject([{ id: runId, state: 'paused' }]);
    service.play((cleanup) => cleanup.answer());
    await client().recipes.resume({ runId });
    expect(await until(runId)).toMatchObject({ states: { done: 4 }, callsFailed: 0 });
    expect(service.postCount()).toBe(4);
    // put away, and known by its name all the same
    await client().recipes.removeRun({ runId });
    expect(await client().recipes.runs()).toEqual([]);
    expect(await client().jobs.entries({ limit: 9 })).toMatchObject([
      { kind: 'group', group: { id: runId, kind: 'recipe', title: 'Test recipe, 4 photos' } },
    ]);
  });

  it('reruns only failed photos, by its own command or by hand', async () => {
    await client().settings.update({ concurrentCalls: 1 });
    service.play((cleanup, index) => {
      if (index === 1) return cleanup.answerWith(400, refusal(400, 'INVALID_IMAGE_FORMAT'));
      return index >= 2 ? cleanup.hangUp() : cleanup.answer();
    });
    const [photoIds, step] = await series(4);
    const runId = await startOnPhotos(fixture, photoIds, step);
    expect(await until(runId)).toMatchObject({
      states: { done: 1, failed: 3 },
      callsFailed: 3,
      callsUnknown: 2,
    });
    const rows = await filesOf(fixture, runId);
    expect(rows.map(({ name, error }) => [name, error?.kind])).toEqual([
      ['photo 1.png', undefined],
      ['photo 2.png', 'rejected'],
      ['photo 3.png', 'outcome-unknown'],
      ['photo 4.png', 'outcome-unknown'],
    ]);
    service.play((cleanup) => cleanup.answer());
    await client().jobs.runAgain({ jobId: rows[1]?.steps[0]?.jobIds[0] ?? '' });
    await until(runId, ({ states }) => states.done === 2 && states.failed === 2);
    const again = () => client().recipes.retry({ runId });
    const [first, second] = await Promise.all([again(), again()]);
    expect(first.changed + second.changed).toBe(2);
    expect(await until(runId)).toMatchObject({ states: { done: 4, failed: 0 } });
    expect(service.postCount()).toBe(7);
    expect(await patchCounts(photoIds)).toEqual([1, 1, 1, 1]);
  });

  it('pauses by itself when every further call would fail, and stops for good on request', async () => {
    await client().settings.update({ concurrentCalls: 1 });
    service.play((cleanup) => cleanup.answerWith(401, refusal(401, 'INVALID_API_KEY')));
    const runId = await start(5);
    const paused = await until(runId, (run) => run.state === 'paused' && run.states.failed > 0);
    expect(paused).toMatchObject({ states: { failed: 1 }, pausedBy: { kind: 'key-rejected' } });
    await fixture.backend().whenIdle();
    expect(service.postCount()).toBe(1);
    await client().recipes.stop({ runId });
    const stopped = await until(runId, ({ states }) => states.running === 0);
    expect(stopped).toMatchObject({ state: 'stopped', states: { failed: 1, stopped: 4 } });
    await fixture.backend().whenIdle();
    expect(service.postCount()).toBe(1);
    const states = (await client().jobs.list({ limit: 9 })).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['failed', 'cancelled']));
  });

  it('keeps the result of a call that was sent before the stop', async () => {
    await client().settings.update({ concurrentCalls: 1 });
    const arrived = service.hold();
    const [photoIds, step] = await series(3);
    const runId = await startOnPhotos(fixture, photoIds, step);
    const cleanup = await arrived;
    await client().recipes.stop({ runId });
    await cleanup.answer();
    const run = await until(runId, ({ states }) => states.running === 0);
    expect(run).toMatchObject({ state: 'stopped', states: { done: 1, stopped: 2 } });
    expect(await patchCounts(photoIds)).toEqual([1, 0, 0]);
    expect(service.postCount()).toBe(1);
  });

  it('lets jobs that are started by hand go first', async () => {
    await client().settings.update({ concurrentCalls: 1 });
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
    const runId = await start(5);
    await arrived;
    await client().cleanup.run({ photoId: byHand.id });
    await expect.poll(() => sizes.length).toBe(1);
    answerFirst();
    await until(runId);
    expect(sizes).toEqual([120, 64, 120, 120, 120, 120]);
  });
});

async function whitePixels(mask: Buffer): Promise<number> {
  const pixels = await sharp(mask).toColourspace('b-w').raw().toBuffer();
  return pixels.reduce((count, value) => count + (value === 255 ? 1 : 0), 0);
}
