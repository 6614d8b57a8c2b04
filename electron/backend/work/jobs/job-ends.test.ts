/** Tests runs that end without a result, by faults of the practice service. */
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { startService, testKey, type Service } from '../../../testing/practice-service.ts';
import {
  createBackendFixture,
  paintedPhoto,
  type BackendFixture,
} from '../../../testing/backend-fixture.ts';
import { pixelSet } from '../../../testing/masks.ts';
import { refusal, startScriptedService } from '../../../testing/scripted-service.ts';
import { UNREACHABLE_ADDRESS } from '../../../testing/unreachable-address.ts';

const CLEANUP = '/v3/cleanup';

let service: Service;
let fixture: BackendFixture;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.server.close());
beforeEach(async () => {
  await service.call('/practice/requests', { method: 'DELETE' });
  fixture = await createBackendFixture({ service: { baseUrl: service.url, key: testKey } });
});
afterEach(async () => {
  await service.call('/practice/faults', { method: 'DELETE' });
  await fixture[Symbol.asyncDispose]();
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
  const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
  return fixture.until(jobId);
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

const ENDS: readonly {
  readonly what: string;
  readonly fault: Readonly<Record<string, unknown>>;
  readonly state: Job['state'];
  readonly kind: string;
  readonly isKept?: boolean;
}[] = [
  {
    what: 'a 400',
    fault: { kind: 'answer', status: 400, body: refusal(400, 'INVALID_IMAGE_FORMAT') },
    state: 'failed',
    kind: 'rejected',
  },
  { what: 'a web page', fault: WEB_PAGE, state: 'failed', kind: 'not-the-service' },
  {
    what: 'a 500',
    fault: { kind: 'answer', status: 500, body: { code: 500, reason: 'X', message: 'No' } },
    state: 'unknown',
    kind: 'service-failed',
  },
  {
    what: 'a 504 page of a gateway',
    fault: { ...WEB_PAGE, status: 504 },
    state: 'unknown',
    kind: 'service-failed',
  },
  {
    what: 'a connection that ends without an answer',
    fault: { kind: 'hang-up' },
    state: 'unknown',
    kind: 'outcome-unknown',
  },
  {
    what: 'a connection that ends while sending',
    fault: { kind: 'cut-upload', afterBytes: 100 },
    state: 'unknown',
    kind: 'outcome-unknown',
  },
  {
    what: 'an answer that breaks off',
    fault: { kind: 'cut', afterBytes: 500 },
    state: 'unknown',
    kind: 'bad-answer',
    isKept: true,
  },
  {
    what: 'an answer whose JSON stops in the middle',
    fault: {
      kind: 'answer',
      contentType: 'application/json',
      body: '{"image_file":"iVBORw0KGgoAAAAN',
    },
    state: 'unknown',
    kind: 'bad-answer',
    isKept: true,
  },
  {
    what: 'a picture that no decoder reads',
    fault: { kind: 'answer', body: { image_file: BROKEN_PNG, image_type: 'png' } },
    state: 'failed',
    kind: 'bad-answer',
    isKept: true,
  },
  {
    what: 'a file that is not a picture',
    fault: {
      kind: 'answer',
      status: 200,
      body: { image_file: btoa('hello world'), image_type: 'png' },
    },
    state: 'unknown',
    kind: 'bad-answer',
    isKept: true,
  },
  {
    what: 'an answer that is nested without end',
    fault: {
      kind: 'answer',
      status: 200,
      body: { image_type: JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`) as unknown },
    },
    state: 'unknown',
    kind: 'bad-answer',
    isKept: true,
  },
  {
    what: 'a picture of another size',
    fault: { kind: 'other-size', width: 7, height: 5 },
    state: 'failed',
    kind: 'bad-answer',
    isKept: true,
  },
];

describe('a run without a result', () => {
  for (const { what, fault: action, state, kind, isKept = false } of ENDS) {
    it(`is “${state}” after ${what}, sent once, with its mask restored`, async () => {
      await fault(action);
      const job = await runToEnd();
      expect(job).toMatchObject({ state, error: { kind }, hasKeptAnswer: isKept });
      expect(job.error?.message).toMatch(/^[^\n]{10,}\.$/u);
      expect(job.error?.message).not.toMatch(/nothing was sent/iu);
      await fixture.backend().whenIdle();
      expect(await posts()).toBe(1);
      const mask = await fixture.mask(job.subject?.photoId ?? '');
      expect(pixelSet(mask).size).toBe(200);
      expect(
        (await fixture.client().photos.get({ photoId: job.subject?.photoId ?? '' })).patches,
      ).toEqual([]);

      await fixture.restart();
      await fixture.backend().whenIdle();
      expect(await fixture.job(job.id)).toMatchObject({ state, error: { kind } });
      expect(await posts()).toBe(1);

      const { jobId } = await fixture.client().jobs.runAgain({ jobId: job.id });
      expect(await fixture.until(jobId)).toMatchObject({ state: 'done' });
      expect(await posts()).toBe(2);
      expect(pixelSet(await fixture.mask(job.subject?.photoId ?? '')).size).toBe(0);
    });
  }

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

  it('is “unknown” after an answer that stalls', async () => {
    await using stalling = await startScriptedService(({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"image_file": "AAAA');
    });
    await fixture[Symbol.asyncDispose]();
    fixture = await createBackendFixture({ service: stalling, timeouts: { idle: 2000 } });
    const job = await runToEnd();
    expect(job).toMatchObject({ state: 'unknown', error: { kind: 'bad-answer' } });
    expect(stalling.postCount()).toBe(1);
  });

  it('keeps a complete answer, and saves it exactly as received', async () => {
    await fault({ kind: 'other-size', width: 7, height: 5 });
    const job = await runToEnd();
    const outcome = await fixture.client().jobs.saveKeptAnswer({ jobId: job.id });
    expect(outcome).toMatchObject({ kind: 'saved' });
    const path = join(fixture.folder, 'kept');
    const request = fixture.saved.at(-1);
    await request?.write(path);
    expect(request).toMatchObject({
      suggestedName: 'noise 1_answer.png',
      mediaType: 'image/png',
    });
    expect(await sharp(path).metadata()).toMatchObject({ format: 'png', width: 7, height: 5 });
  });

  it('says so when there is no answer to save', async () => {
    const saving = fixture.client().jobs.saveKeptAnswer({ jobId: 'nobody' });
    await expect(saving).rejects.toMatchObject({ data: { kind: 'not-found' } });
  });

  it('is “failed” after a wrong key, and the key is in no file, error or log line', async () => {
    await fixture[Symbol.asyncDispose]();
    const key = 'gesso-canary-wrong-key';
    fixture = await createBackendFixture({ service: { baseUrl: service.url, key } });
    const job = await runToEnd();
    expect(job).toMatchObject({ state: 'failed', error: { kind: 'key-rejected' } });
    expect(JSON.stringify([job, fixture.logged])).not.toContain('canary');
  });

  it('says that nothing was sent after a refused connection', async () => {
    await fixture[Symbol.asyncDispose]();
    fixture = await createBackendFixture({ service: { baseUrl: UNREACHABLE_ADDRESS, key: 'k' } });
    const job = await runToEnd();
    expect(job).toMatchObject({ state: 'failed', error: { kind: 'unreachable' } });
    expect(job.error?.message).toContain('Nothing was sent.');
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

  it('does not retry in a storm when the service says “again in 0 seconds”', async () => {
    await fault({ kind: 'rate-limit', retryAfterSeconds: 0 });
    const began = performance.now();
    expect(await runToEnd()).toMatchObject({ state: 'done' });
    expect(performance.now() - began).toBeGreaterThan(900);
  });

  it('holds back the other jobs of the same connection', { tags: 'second' }, async () => {
    await fault({ kind: 'rate-limit', retryAfterSeconds: 2 });
    const first = await paintedPhoto(fixture, undefined, undefined, 1);
    const one = await fixture.client().cleanup.run({ photoId: first.id });
    await expect.poll(async () => (await fixture.job(one.jobId)).error?.kind).toBe('rate-limited');
    const second = await paintedPhoto(fixture, undefined, undefined, 2);
    const two = await fixture.client().cleanup.run({ photoId: second.id });
    expect(await posts()).toBe(1);
    expect((await fixture.job(two.jobId)).state).toBe('waiting');
    expect(await fixture.until(two.jobId)).toMatchObject({ state: 'done' });
    expect(await fixture.until(one.jobId)).toMatchObject({ state: 'done' });
    expect(await posts()).toBe(3);
  });

  it('ends with the true wait of a day, and holds back no other job', async () => {
    await fault({ kind: 'rate-limit', retryAfterSeconds: 86_400 });
    const job = await runToEnd();
    expect(job).toMatchObject({ state: 'failed', error: { kind: 'rate-limited' } });
    expect(job.error?.message).toContain('for the next 24 hours');
    expect(pixelSet(await fixture.mask(job.subject?.photoId ?? '')).size).toBe(200);
    expect(await posts()).toBe(1);
    const { jobId } = await fixture.client().jobs.runAgain({ jobId: job.id });
    expect(await fixture.until(jobId)).toMatchObject({ state: 'done' });
  });

  it('continues after a restart', async () => {
    await fault({ kind: 'rate-limit', retryAfterSeconds: 1 });
    const photo = await paintedPhoto(fixture);
    const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
    await expect.poll(async () => (await fixture.job(jobId)).error?.kind).toBe('rate-limited');
    await fixture.restart();
    expect(await fixture.until(jobId)).toMatchObject({ state: 'done' });
    expect(await posts()).toBe(2);
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
    const scripted = await startScriptedService(() => undefined);
    await fixture[Symbol.asyncDispose]();
    fixture = await createBackendFixture({ service: scripted });
    const photo = await paintedPhoto(fixture);
    const arrived = scripted.next();
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
    const path = join(fixture.folder, 'kept.png');
    await fixture.saved.at(-1)?.write(path);
    expect(await sharp(path).metadata()).toMatchObject({ width: 120, height: 90 });
    await scripted[Symbol.asyncDispose]();
  });
});

describe('an original that is damaged on disk', () => {
  it('fails the run before anything is sent', async () => {
    const photo = await paintedPhoto(fixture);
    for (const file of globSync('files/*/*', { cwd: fixture.dataFolder }))
      await writeFile(join(fixture.dataFolder, file), 'not a picture');
    const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
    const job = await fixture.until(jobId);
    expect(job.state).toBe('failed');
    expect(job.error?.message).toContain('Nothing was sent.');
    expect(await posts()).toBe(0);
  });
});
