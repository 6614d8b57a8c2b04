/** Tests runs that end without a result, by faults of the practice service. */
import { globSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { startService, testKey } from '../../../testing/practice-service.ts';
import {
  createBackendFixture,
  paintedPhoto,
  type BackendFixture,
} from '../../../testing/backend-fixture.ts';
import { pixelSet } from '../../../testing/masks.ts';
import { refusal, startScriptedService } from '../../../testing/scripted-service.ts';

const CLEANUP = '/v3/cleanup';

let fixture: BackendFixture;

const service = await startService();
beforeEach(async () => {
  await service.call('/practice/requests', { method: 'DELETE' });
  fixture = await createBackendFixture({ service: { baseUrl: service.url, key: testKey } });
});
afterEach(async () => {
  await service.call('/practice/faults', { method: 'DELETE' });
});

async function posts(): Promise<number> {
  return (await service.records()).filter((record) => record['path'] === CLEANUP).length;
}

async function fault(what: Readonly<Record<string, unknown>>): Promise<void> {
  const response = await service.post('/practice/faults', { path: CLEANUP, ...what });
  expect(response.status).toBe(201);
}

async function runToEnd(): Promise<Job> {
  const photo = await paintedPhoto(fixture);
  return fixture.cleanUp(photo.id);
}

const WEB_PAGE = {
  kind: 'answer',
  contentType: 'text/html; charset=utf-8',
  body: '<!doctype html><html><head><title>Sign in</title></head></html>',
} as const;
/** The signature and the size of a PNG, and nothing of its rest. */
const BROKEN_PNG = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d494844520000004000000030', 'hex'),
  Buffer.alloc(40, 0xa5),
]).toString('base64');

const DEEP = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`) as unknown;

const answer = (status: number, body: unknown) => ({ kind: 'answer', status, body });
const picture = (file: string) => answer(200, { image_file: file, image_type: 'png' });

describe('a run without a result', () => {
  it.each([
    ['a 400', answer(400, refusal(400, 'INVALID_IMAGE_FORMAT')), 'failed', 'rejected', false],
    ['a web page', WEB_PAGE, 'failed', 'not-the-service', false],
    ['a 500', answer(500, refusal(500, 'X')), 'unknown', 'service-failed', false],
    ['a connection that ends', { kind: 'hang-up' }, 'unknown', 'outcome-unknown', false],
    [
      'a cut while sending',
      { kind: 'cut-upload', afterBytes: 100 },
      'unknown',
      'outcome-unknown',
      false,
    ],
    ['an answer that breaks off', { kind: 'cut', afterBytes: 500 }, 'unknown', 'bad-answer', true],
    [
      'an answer nested without end',
      answer(200, { image_type: DEEP }),
      'unknown',
      'bad-answer',
      true,
    ],
    ['a picture that no decoder reads', picture(BROKEN_PNG), 'failed', 'bad-answer', true],
    ['a file that is not a picture', picture(btoa('hello world')), 'unknown', 'bad-answer', true],
    [
      'a picture of another size',
      { kind: 'other-size', width: 7, height: 5 },
      'failed',
      'bad-answer',
      true,
    ],
  ])('after %s is sent once, with its mask restored', async (_, action, state, kind, isKept) => {
    await fault(action);
    const job = await runToEnd();
    expect(job).toMatchObject({ state, error: { kind }, hasKeptAnswer: isKept });
    expect(job.error?.message).toMatch(/^[^\n]{10,}\.$/u);
    expect(job.error?.message).not.toMatch(/nothing was sent/iu);
    await fixture.backend().whenIdle();
    expect(await posts()).toBe(1);
    const photoId = job.subject?.photoId ?? '';
    expect(pixelSet(await fixture.mask(photoId)).size).toBe(200);
    expect((await fixture.client().photos.get({ photoId })).patches).toEqual([]);

    await fixture.restart();
    await fixture.backend().whenIdle();
    expect(await fixture.job(job.id)).toMatchObject({ state, error: { kind } });
    expect(await posts()).toBe(1);

    const { jobId } = await fixture.client().jobs.runAgain({ jobId: job.id });
    expect(await fixture.until(jobId)).toMatchObject({ state: 'done' });
    expect(await posts()).toBe(2);
    expect(pixelSet(await fixture.mask(photoId)).size).toBe(0);
  });

  it('is “unknown” after no answer in time, and is not resent by itself', async () => {
    await using silent = await startScriptedService(() => undefined);
    await fixture[Symbol.asyncDispose]();
    fixture = await createBackendFixture({ service: silent, timeouts: { answer: 500 } });
    const job = await runToEnd();
    expect(job).toMatchObject({ state: 'unknown', error: { kind: 'outcome-unknown' } });
    await fixture.backend().whenIdle();
    expect(silent.postCount()).toBe(1);
    expect(pixelSet(await fixture.mask(job.subject?.photoId ?? '')).size).toBe(200);
  });
});

describe('a job after too many calls', () => {
  it('waits as long as the service says and continues by itself', async () => {
    await fault({ kind: 'rate-limit', retryAfterSeconds: 1, times: 2 });
    const began = performance.now();
    const job = await runToEnd();
    expect(job).toMatchObject({ state: 'done', error: undefined });
    expect(performance.now() - began).toBeGreaterThan(1900);
    expect(await posts()).toBe(3);
  });
});

describe('closing Gesso', () => {
  it('during a call leaves the job to the next start, which marks it not known', async () => {
    await fault({ kind: 'never' });
    const photo = await paintedPhoto(fixture);
    const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
    await fixture.until(jobId, 'processing');
    const idle = fixture.backend().whenIdle();
    await fixture.restart();
    await idle;
    expect(await fixture.job(jobId)).toMatchObject({
      state: 'unknown',
      error: { kind: 'outcome-unknown' },
    });
    expect(await posts()).toBe(1);
    expect(pixelSet(await fixture.mask(photo.id)).size).toBe(200);
  });

  it('before the request is sent lets the next start send it once', async () => {
    const photo = await paintedPhoto(fixture);
    const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
    await fixture.restart();
    expect(await fixture.until(jobId)).toMatchObject({ state: 'done' });
    expect(await posts()).toBe(1);
  });
});

describe('a run that is run again at the moment of its end', () => {
  it('is sent again, even while its unusable answer is being stored', async () => {
    await fault({ kind: 'other-size', width: 7, height: 5 });
    const photo = await paintedPhoto(fixture);
    const changes = await fixture.client().jobs.changes({ afterRevision: -1 });
    const { jobIds } = await fixture.client().cleanup.run({ photoId: photo.id });
    for await (const jobs of changes) {
      if (jobs.some(({ id, state }) => id === jobIds[0] && state === 'failed')) break;
    }
    const again = await fixture.client().jobs.runAgain({ jobId: jobIds[0] ?? '' });
    expect(again.jobId).not.toBe(jobIds[0]);
    expect(await fixture.until(again.jobId)).toMatchObject({ state: 'done' });
    expect(await posts()).toBe(2);
  });
});

describe('deleting a photo', () => {
  it('keeps a paid answer', async () => {
    await using scripted = await startScriptedService();
    await fixture[Symbol.asyncDispose]();
    fixture = await createBackendFixture({ service: scripted });
    const photo = await paintedPhoto(fixture);
    const arrived = scripted.hold();
    const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
    const received = await arrived;
    await fixture.client().photos.remove({ photoId: photo.id });
    await received.answer();
    const job = await fixture.until(jobId);
    expect(job).toMatchObject({
      state: 'failed',
      hasKeptAnswer: true,
      error: { kind: 'not-found' },
    });
    await fixture.client().jobs.saveKeptAnswer({ jobId });
    expect(fixture.saved.at(-1)).toMatchObject({
      suggestedName: 'noise 1_answer.png',
      mediaType: 'image/png',
    });
    const path = await fixture.writeSaved();
    expect(await sharp(path).metadata()).toMatchObject({ width: 120, height: 90 });
    // as open to other users as any new file, unlike the library's
    await writeFile(join(fixture.folder, 'new'), '');
    expect(statSync(path).mode).toBe(statSync(join(fixture.folder, 'new')).mode);
  });
});

describe('an original that is damaged on disk', () => {
  it('fails the run before anything is sent', async () => {
    const photo = await paintedPhoto(fixture);
    for (const file of globSync('files/*/*', { cwd: fixture.dataFolder }))
      await writeFile(join(fixture.dataFolder, file), 'not a picture');
    const message = expect.stringContaining('Nothing was sent.');
    expect(await fixture.cleanUp(photo.id)).toMatchObject({ state: 'failed', error: { message } });
    expect(await posts()).toBe(0);
  });
});
