/** Every start of paid work asks before it exceeds a budget, having sent and changed nothing. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { VideoJobRequest } from '../../../../../shared/contract/job-requests.ts';
import type { FrozenRecipe } from '../../../../../shared/contract/recipes.ts';
import {
  photoDraft,
  recipeOf,
  sameMask,
  startOnPhotos,
  untilRun,
} from '../../../../testing/recipes.ts';
import { paintedPhoto, type BackendFixture } from '../../../../testing/backend-fixture.ts';
import { startScriptedBackend } from '../../../../testing/scripted-backend.ts';
import { refusal, type ScriptedService } from '../../../../testing/scripted-service.ts';

let service: ScriptedService;
let fixture: BackendFixture;
const RECT = { x: 20, y: 10, width: 12, height: 8 };
const budgetId = randomUUID();

beforeEach(async () => {
  ({ service, fixture } = await startScriptedBackend());
  await fixture.client().settings.update({ imageCallsPerMinute: 1000 });
  await fixture.connectAccount({ cleanup: 100, 'remove-text': 100 });
});

const client = () => fixture.client();

/** By default less than one call. */
async function setBudget(amount = 1): Promise<void> {
  const budget = { scope: 'all', period: 'month', amount, counts: 'used', asks: true } as const;
  await client().spendForecast.setBudgets({ budgets: [{ id: budgetId, ...budget }] });
}

const isOverBudget = (start: Promise<unknown>, details: object = {}) =>
  expect(start).rejects.toMatchObject({ data: { kind: 'over-budget', details } });

async function setPrice(price: number): Promise<void> {
  const { connectionId = '' } = await client().models.list();
  await client().prices.set({ connectionId, kind: 'remove-text', price });
}

const video = (photoId: string, motionBucketId: number): VideoJobRequest => ({
  kind: 'video',
  picture: { photoId },
  parameters: { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 20, motionBucketId },
});

async function smallPhotos(count: number): Promise<readonly string[]> {
  const seeds = Array.from({ length: count }, (_, index) => index + 1);
  const size = { width: 60, height: 40 };
  const photos = seeds.map((seed) => paintedPhoto(fixture, RECT, size, seed));
  return (await Promise.all(photos)).map(({ id }) => id);
}

const RECIPE: FrozenRecipe = recipeOf({ kind: 'remove-text', detail: 'full', where: 'whole' });

/** Begins a recipe. @param first files of its trial @returns its run */
async function begin(photoIds: readonly string[], first?: number): Promise<string> {
  const runId = await photoDraft(fixture, photoIds);
  await client().recipes.start({ runId, recipe: RECIPE, stored: 'ignore', first });
  return runId;
}

/** A recipe whose only call was refused. @returns its run */
async function failedRun(): Promise<string> {
  service.play((call) => call.answerWith(400, refusal(400, 'INVALID_IMAGE_FORMAT')));
  const runId = await begin([(await paintedPhoto(fixture)).id]);
  expect(await untilRun(fixture, runId)).toMatchObject({ callsFailed: 1 });
  return runId;
}

it('asks once for all files of a recipe, and again for those after a trial', async () => {
  const runId = await photoDraft(fixture, await smallPhotos(4));
  await setBudget();
  const start = () => client().recipes.start({ runId, recipe: RECIPE, stored: 'ignore', first: 2 });
  await isOverBudget(start());
  expect(await client().recipes.run({ runId })).toMatchObject({ state: 'draft' });
  await client().spendForecast.allow({ budgetId, calls: 'next' });
  await start();
  await untilRun(fixture, runId, ({ state }) => state === 'tried');
  const goOn = () => client().recipes.goOn({ runId });
  await isOverBudget(goOn());
  expect(service.postCount()).toBe(2);
  await client().spendForecast.allow({ budgetId, calls: 'next' });
  await goOn();
  expect(await untilRun(fixture, runId)).toMatchObject({ callsDone: 4 });
});

it('asks before the files after a trial by a price that was set meanwhile', async () => {
  const runId = await begin(await smallPhotos(3), 1);
  await untilRun(fixture, runId, ({ state }) => state === 'tried');
  await setBudget(500); // more than both of them by the earlier price
  await setPrice(300);
  await isOverBudget(client().recipes.goOn({ runId }));
  expect(service.postCount()).toBe(1);
});

it('asks before a retry by a price that was set after the recipe was planned', async () => {
  const runId = await failedRun();
  await setBudget(150);
  await setPrice(300);
  await isOverBudget(client().recipes.retry({ runId }));
});

it('counts files of a running recipe that have no call yet, but not those after a trial', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  service.play(async (call) => {
    await answered;
    await call.answer();
  });
  await client().settings.update({ concurrentCalls: 1 });
  const photoIds = await smallPhotos(12);
  const runId = await begin(photoIds, 11);
  await untilRun(fixture, runId, ({ callsUnderWay }) => callsUnderWay === 1);
  const [photoId = ''] = photoIds;
  await setBudget(1150); // eleven files and half a call
  const run = (id: string) => client().cleanup.run({ photoId: id });
  await isOverBudget(run(photoId), { unbilled: 1100, 'unbilled calls': 11 });
  await setBudget(1250);
  await run(photoId);
  await client().recipes.pause({ runId });
  const { id: other } = await paintedPhoto(fixture, RECT, { width: 60, height: 40 }, 20);
  await setBudget(1250); // eleven files, the clean-up and half a call
  await isOverBudget(run(other), { unbilled: 1200, 'unbilled calls': 12 });
  await setBudget(1300); // those, and the file after the trial
  await client().recipes.goOn({ runId });
  await client().recipes.resume({ runId });
  answer();
  expect(await untilRun(fixture, runId)).toMatchObject({ callsDone: 12 });
});

it('counts rows of a running prompt table that have no answer yet', async () => {
  const { id: tableId } = await client().promptTables.create({
    template: '{{a}}',
    model: 'a',
    parameters: {},
    table: { columns: ['a'], rows: [['1'], ['2'], ['3'], ['4']] },
  });
  await client().settings.update({ concurrentCalls: 1 });
  service.play(() => undefined);
  await client().promptTables.start({ tableId, rows: 'all' });
  const { id: photoId } = await paintedPhoto(fixture);
  await setBudget(100); // one clean-up, and nothing for the rows
  const run = () => client().cleanup.run({ photoId });
  await isOverBudget(run(), { 'unbilled calls': 4, unpriced: 4 });
  await client().promptTables.stop({ tableId });
  await isOverBudget(run(), { 'unbilled calls': 1 });
});

it('asks before a retry of a recipe that goes over a budget by its known price', async () => {
  const runId = await failedRun();
  const sent = service.postCount();
  await setBudget(50); // half of one call
  const retry = () => client().recipes.retry({ runId });
  await isOverBudget(retry());
  expect(service.postCount()).toBe(sent);
  await client().spendForecast.allow({ budgetId, calls: 'next' });
  service.play((call) => call.answer());
  expect(await retry()).toEqual({ changed: 1 });
  expect(await untilRun(fixture, runId)).toMatchObject({ callsDone: 1 });
});

it('asks before each kind of paid call', async () => {
  const { id: photoId } = await paintedPhoto(fixture);
  const { id: donePhotoId } = await paintedPhoto(fixture, RECT, { width: 90, height: 60 });
  await fixture.cleanUp(donePhotoId);
  service.play((cleanup) => cleanup.answerWith(400, refusal(400, 'INVALID_IMAGE_FORMAT')));
  const { runId, jobId: failed } = await client().cleanup.run({ photoId });
  expect((await fixture.until(failed)).state).toBe('failed');
  const jobsBefore = (await client().jobs.list({ limit: 100 })).length;
  const sent = service.postCount();
  await setBudget();

  const starts: Readonly<Record<string, () => Promise<unknown>>> = {
    'a clean-up': () => client().cleanup.run({ photoId }),
    'a text removal': () => client().removeText.run({ photoId, mode: 'whole' }),
    'a clip': () => client().jobs.start(video(photoId, 1)),
    'an upload': () => client().jobs.start({ kind: 'training-upload', picture: { photoId } }),
    'a face merge': () =>
      client().jobs.start({
        kind: 'merge-face',
        picture: { photoId },
        face: { photoId },
        responseType: 'png',
      }),
    'an enlargement': () =>
      client().jobs.start({
        kind: 'upscale',
        picture: { photoId },
        parameters: { upscaler: 'ESRGAN_4x', size: { mode: 'factor', factor: 2 } },
      }),
    'a sweep': () =>
      client().jobs.startSweep({
        requests: [video(photoId, 1), video(photoId, 2), video(photoId, 3)],
        axis: 'motion',
        values: ['1', '2', '3'],
      }),
    'run again': () => client().jobs.runAgain({ jobId: failed }),
    'the rest of a run': () => client().jobs.runRest({ runId }),
    'a step on photos of the Studio': async () =>
      startOnPhotos(fixture, [photoId], await sameMask(fixture, photoId)),
    'a recipe': () => begin([photoId]),
    'a message': async () => {
      const { id: conversationId } = await client().conversations.create({ model: 'a' });
      return await client().conversations.send({ conversationId, text: 'b' });
    },
    'a prompt table': async () => {
      const { id: tableId } = await client().promptTables.create({
        template: '{{a}}',
        model: 'a',
        parameters: {},
        table: { columns: ['a'], rows: [['1'], ['2']] },
      });
      return await client().promptTables.start({ tableId, rows: 'all' });
    },
    'a completion': () =>
      client().language.start({ kind: 'completion', model: 'a', prompt: 'b', maxTokens: 10 }),
  };
  for (const [name, start] of Object.entries(starts)) {
    const refused = { kind: 'over-budget', details: { budget: budgetId, request: 'not sent' } };
    await expect(start(), name).rejects.toMatchObject({ data: refused });
  }
  expect(service.postCount()).toBe(sent);
  expect(await client().jobs.list({ limit: 100 })).toHaveLength(jobsBefore);
  expect(await fixture.mask(photoId)).not.toEqual([]);

  service.play((cleanup) => cleanup.answer());
  await client().spendForecast.allow({ budgetId, calls: 'next' });
  const { jobId } = await client().jobs.runAgain({ jobId: failed });
  expect((await fixture.until(jobId)).state).toBe('done');
  await expect(client().cleanup.run({ photoId })).rejects.toMatchObject({
    data: { kind: expect.stringMatching(/over-budget|empty-mask/u) },
  });
});

it('asks for nothing when a saved result takes the place of another try', async () => {
  const { id: photoId } = await paintedPhoto(fixture);
  await fixture.cleanUp(photoId);
  const [patch] = (await client().photos.get({ photoId })).patches;
  const ids = { photoId, patchId: patch?.id ?? '' };
  const grown = await client().cleanup.runPatchAgain({ ...ids, grow: 3, stored: 'use' });
  await fixture.until(grown.jobId);
  const [, second] = (await client().photos.get({ photoId })).patches;
  const hidden = { photoId, patchId: second?.id ?? '', state: 'hidden', mask: 'keep' } as const;
  await client().photos.setPatchState(hidden);
  await client().photos.setPatchState({ ...ids, state: 'applied', mask: 'keep' });
  await setBudget();
  const again = await client().cleanup.runPatchAgain({ ...ids, grow: 3, stored: 'use' });
  expect(again.stored).toMatchObject([{ fromJobId: grown.jobId }]);
  expect(service.postCount()).toBe(2);
});

it('asks for nothing when the rest of a run has its answers already', async () => {
  const { id: photoId } = await paintedPhoto(fixture);
  let sent: Uint8Array = new Uint8Array();
  service.play((cleanup) => {
    sent = cleanup.image;
    cleanup.hangUp();
  });
  const { jobId, runId } = await client().cleanup.run({ photoId });
  expect((await fixture.until(jobId)).state).toBe('unknown');
  await writeFile(join(fixture.dataFolder, 'answers', jobId), sent); // As after a full disk.
  await setBudget();
  expect((await client().jobs.runRest({ runId })).jobIds).toEqual([jobId]);
  expect((await fixture.until(jobId, 'done')).state).toBe('done');
  expect(service.postCount()).toBe(1);
});

it('asks before a result is hidden for another try', async () => {
  const { id: photoId } = await paintedPhoto(fixture);
  await fixture.cleanUp(photoId);
  const [patch] = (await client().photos.get({ photoId })).patches;
  await setBudget();
  const again = () => client().cleanup.runPatchAgain({ photoId, patchId: patch?.id ?? '' });
  await isOverBudget(again());
  expect((await client().photos.get({ photoId })).patches).toMatchObject([{ state: 'applied' }]);
  await client().spendForecast.allow({ budgetId, calls: 'today' });
  const { jobIds } = await again();
  expect((await fixture.until(jobIds[0] ?? '')).state).toBe('done');
});
