/** Tests tasks that were started elsewhere: polled, joined, downloaded; nothing is ever sent. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TaskFamily } from '../../../../shared/contract/job-requests.ts';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { smallMp4 } from '../../../testing/clips.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { startService, testKey, type Service } from '../../../testing/practice-service.ts';
import { SERVICE_KEY } from '../../../testing/scripted-service.ts';

let service: Service;
let fixture: BackendFixture;
let elsewhere: BackendFixture;
let photoId: string;

beforeAll(async () => {
  service = await startService({ taskSpeed: 200 });
});
afterAll(() => service.server.close());
beforeEach(async () => {
  const practice = { baseUrl: service.url, key: testKey };
  fixture = await createBackendFixture({ service: practice });
  elsewhere = await createBackendFixture({ service: practice });
  const faster = { imageCallsPerMinute: 1000, videoCallsPerMinute: 1000 };
  await elsewhere.client().settings.update(faster);
  await fixture.client().settings.update(faster);
  photoId = (await elsewhere.importPhoto(await noisePng(96, 64), 'garden.png')).id;
});
afterEach(async () => {
  await service.call('/practice/faults', { method: 'DELETE' });
  await elsewhere[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

/** Starts a task in another program. @returns the service's id of it */
async function taskElsewhere(family: TaskFamily): Promise<string> {
  const picture = { photoId };
  const { jobId } = await elsewhere.client().jobs.start(
    family === 'task-result'
      ? {
          kind: 'video',
          picture,
          parameters: { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 4, seed: 3 },
        }
      : {
          kind: 'upscale',
          picture,
          parameters: { upscaler: 'R-ESRGAN 4x+', size: { mode: 'factor', factor: 2 } },
        },
  );
  const { taskId } = await elsewhere.until(jobId, 'queued', 'processing');
  if (taskId === undefined) throw new Error('The task has no id.');
  return taskId;
}

const watch = (taskId: string, family: TaskFamily = 'task-result') =>
  fixture.client().jobs.watch({ taskId, family });

/** Waits for the end; asks at once, where a user would wait for seconds. */
async function end(jobId: string, on = fixture): Promise<Job> {
  const hurry = setInterval(() => void on.client().jobs.pollNow(), 40);
  try {
    await expect
      .poll(async () => isFinalJobState((await on.job(jobId)).state), { timeout: 20_000 })
      .toBe(true);
    return await on.job(jobId);
  } finally {
    clearInterval(hurry);
  }
}

async function posts(): Promise<number> {
  return (await service.records()).filter(({ method }) => method === 'POST').length;
}

async function refusal(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    () => 'was taken',
    (thrown: unknown) => (thrown as { readonly data: unknown }).data,
  );
}

describe('a watched task', () => {
  it.each([
    ['task-result', 'video/mp4'],
    ['progress', 'image/png'],
  ] as const)('of the family %s is polled and downloaded', async (family, mediaType) => {
    const taskId = await taskElsewhere(family);
    const before = await posts();
    const { jobId, joined } = await watch(` ${taskId}\n`, family);
    expect(joined).toBe(false);
    const begun = await fixture.job(jobId);
    expect(begun).toMatchObject({
      kind: 'watch',
      state: 'queued',
      taskId,
      brief: { kind: 'watch', family },
      title: `Task ${taskId.slice(0, 8)}…`,
      connectionId: 'practice',
      isPractice: true,
    });
    expect(begun.subject).toBeUndefined();
    expect(begun.price).toBeUndefined();
    expect(begun.submittedAt).toBeUndefined();
    const done = await end(jobId);
    expect(done).toMatchObject({ state: 'done', outputs: [{ id: 0, mediaType }] });
    expect((await fixture.media(done.outputs[0]?.url ?? '')).status).toBe(200);
    expect(await posts(), 'nothing is sent').toBe(before);
  });

  it('continues after a restart', async () => {
    const { jobId } = await watch(await taskElsewhere('task-result'));
    await fixture.restart();
    expect(await end(jobId)).toMatchObject({ state: 'done', outputs: [{}] });
  });

  it('is joined by a second watch, while it runs and when it is done', async () => {
    const taskId = await taskElsewhere('task-result');
    const { jobId } = await watch(taskId);
    expect(await watch(taskId)).toEqual({ jobId, joined: true });
    await end(jobId);
    expect(await watch(taskId)).toEqual({ jobId, joined: true });
    expect(await fixture.client().jobs.list({ limit: 10 })).toHaveLength(1);
  });

  it('is the same job when it is one of Gesso’s own', async () => {
    const own = await fixture.importPhoto(await noisePng(96, 64), 'own.png');
    const { jobId } = await fixture.client().jobs.start({
      kind: 'video',
      picture: { photoId: own.id },
      parameters: { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 4, seed: 5 },
    });
    const { taskId = '' } = await fixture.until(jobId, 'queued', 'processing');
    expect(await watch(taskId)).toEqual({ jobId, joined: true });
    await fixture.client().jobs.cancel({ jobId });
    expect(await watch(taskId), 'a stopped one is asked about again').toEqual({
      jobId,
      joined: true,
    });
    expect(await end(jobId)).toMatchObject({ state: 'done', kind: 'video' });
  });

  it('fails with advice when the service does not know it, and can be polled again', async () => {
    const { jobId } = await watch('no-such-task');
    const failed = await end(jobId);
    expect(failed).toMatchObject({
      state: 'failed',
      canPollAgain: true,
      error: { kind: 'not-found', details: { taskId: 'no-such-task', status: 404 } },
    });
    expect(failed.error?.message).toContain(
      '“Practice” has no task with this ID. Check the ID, the connection and the kind of task.',
    );
    expect(await fixture.client().jobs.runAgain({ jobId })).toEqual({ jobId, masks: [] });
    expect(isFinalJobState((await fixture.job(jobId)).state)).toBe(false);
    await end(jobId);
  });

  it('of the other family is a separate watch', { tags: 'second' }, async () => {
    const taskId = await taskElsewhere('progress');
    const wrong = await watch(taskId, 'task-result');
    expect(await end(wrong.jobId)).toMatchObject({ state: 'failed' });
    const right = await watch(taskId, 'progress');
    expect(right).toMatchObject({ joined: false });
    expect(await end(right.jobId)).toMatchObject({ state: 'done' });
  });

  it('fails when the service refuses its id', async () => {
    const body = { code: 400, reason: 'INVALID_REQUEST_BODY', message: 'no uuid' };
    const path = '/v3/async/task-result';
    await service.post('/practice/faults', { path, kind: 'answer', status: 400, body, times: 9 });
    expect(await end((await watch('not-a-uuid')).jobId)).toMatchObject({
      state: 'failed',
      error: { kind: 'not-found' },
    });
  });

  it('gives the reason of a failure, and cannot be polled again', async () => {
    const reason = 'The picture is too dark';
    await service.post('/practice/faults', {
      path: '/v3/async/img2video',
      kind: 'task',
      end: 'failed',
      reason,
    });
    const { jobId } = await watch(await taskElsewhere('task-result'));
    const failed = await end(jobId);
    expect(failed).toMatchObject({ state: 'failed', canPollAgain: false });
    expect(failed.error?.message).toContain(reason);
    expect(await refusal(fixture.client().jobs.pollAgain({ jobId }))).toMatchObject({
      kind: 'invalid-input',
      message: 'The service reported that this task failed, so it has no result.',
    });
  });

  it('is not watched after a stop until the user looks again', async () => {
    const { jobId } = await watch(await taskElsewhere('task-result'));
    await fixture.client().jobs.cancel({ jobId });
    const stopped = await fixture.job(jobId);
    expect(stopped).toMatchObject({ state: 'cancelled', canPollAgain: true });
    expect(stopped.error?.message).toContain('Stopped watching.');
    await fixture.client().jobs.pollAgain({ jobId });
    expect(await end(jobId)).toMatchObject({ state: 'done' });
  });

  it('uses the named connection, and is refused for one that does not exist', async () => {
    const accountId = await fixture.connectAccount();
    await fixture.client().connections.activatePractice();
    const taskId = await taskElsewhere('task-result');
    const { jobs } = fixture.client();
    const named = await jobs.watch({ connectionId: accountId, taskId, family: 'task-result' });
    expect(await end(named.jobId)).toMatchObject({ connectionId: accountId, isPractice: false });
    expect((await watch(taskId)).jobId, 'another connection, another job').not.toBe(named.jobId);
    const nowhere = jobs.watch({ connectionId: 'gone', taskId, family: 'task-result' });
    expect(await refusal(nowhere)).toMatchObject({ kind: 'not-found' });
    expect(await jobs.list({ limit: 9, connectionId: accountId })).toMatchObject([
      { id: named.jobId },
    ]);
  });

  it('ends with its connection, and says so', async () => {
    const connectionId = await fixture.connectAccount();
    await service.post('/practice/faults', {
      path: '/v3/async/task-result',
      kind: 'hang-up',
      times: 1000,
    });
    const { jobId } = await watch(await taskElsewhere('task-result'));
    await fixture.client().connections.remove({ connectionId });
    expect(await end(jobId)).toMatchObject({
      state: 'failed',
      error: { kind: 'not-found', message: 'This connection no longer exists.' },
    });
  });

  it.each(['', '  ', 'abc', 'x'.repeat(129), 'two words', '"quoted"', 'a/../b', 'tab\tin'])(
    'is refused with a message before any request: %j',
    async (taskId) => {
      const before = (await service.records()).length;
      expect(await refusal(watch(taskId))).toMatchObject({
        kind: 'invalid-input',
        message: expect.stringMatching(/^(?:Enter|A task ID) .*\.$/u),
      });
      expect((await service.records()).length).toBe(before);
      expect(await fixture.client().jobs.list({ limit: 5 })).toEqual([]);
    },
  );
});

describe('looking again for a task', () => {
  it('gives the reason when there is nothing to look for', async () => {
    const { jobs } = fixture.client();
    expect(await refusal(jobs.pollAgain({ jobId: 'gone' }))).toMatchObject({ kind: 'not-found' });
    const { jobId } = await watch(await taskElsewhere('task-result'));
    expect(await refusal(jobs.pollAgain({ jobId }))).toMatchObject({
      message: 'This run is still in progress. Gesso checks it automatically.',
    });
    await end(jobId);
    expect(await refusal(jobs.pollAgain({ jobId }))).toMatchObject({
      message: 'This run already has its result.',
    });
  });
});

/** A service whose only task has these files, by path. */
async function serviceWith(files: Readonly<Record<string, Buffer>>) {
  const server = createServer((request, response) => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const paths = Object.keys(files);
    const file = files[new URL(request.url ?? '/', origin).pathname];
    const addresses = (isVideo: boolean) =>
      paths.filter((path) => path.endsWith('.mp4') === isVideo).map((path) => origin + path);
    const answer = {
      task_id: 'many', // the answer to a request is that to a question, too
      task: { task_id: 'many', status: 'TASK_STATUS_SUCCEED', reason: '' },
      videos: addresses(true).map((url) => ({ video_url: url, video_type: 'mp4' })),
      images: addresses(false).map((url) => ({ image_url: url })),
    };
    response.end(file ?? JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: SERVICE_KEY,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

it('stores files of every kind and any number from a task', async () => {
  const webp = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#a03' } })
    .webp()
    .toBuffer();
  const server = await serviceWith({
    '/a.mp4': Buffer.from('\0\0\0\u0018ftypmp42 and more', 'latin1'),
    '/b.webp': webp,
    '/c.png': await noisePng(12, 9),
  });
  await using many = await createBackendFixture({ service: server });
  const { jobId } = await many.client().jobs.watch({ taskId: 'many', family: 'task-result' });
  const { outputs, state } = await end(jobId, many);
  expect(state).toBe('done');
  expect(outputs).toMatchObject([
    { id: 0, mediaType: 'video/mp4' },
    { id: 1, mediaType: 'image/webp', width: 8, height: 6 },
    { id: 2, mediaType: 'image/png', width: 12, height: 9 },
  ]);
  await server.close();
});

/** A PNG whose header names far more pixels than the file has. */
async function lyingPng(): Promise<Buffer> {
  const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** The first bytes of a picture, as of a download that broke off. */
async function partOf(format: 'png' | 'jpeg' | 'webp', share: number): Promise<Buffer> {
  const whole = await sharp(await noisePng(200, 150))
    .toFormat(format)
    .toBuffer();
  return whole.subarray(0, Math.floor(whole.length * share));
}

it.each([
  [
    'has nothing but the signature of a PNG',
    () =>
      Promise.resolve(
        Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(300, 5)]),
      ),
  ],
  ['is a PNG that breaks off early', () => partOf('png', 0.1)],
  ['is a PNG that breaks off late', () => partOf('png', 0.95)],
  ['is a JPEG that breaks off', () => partOf('jpeg', 0.6)],
  ['is a WebP that breaks off', () => partOf('webp', 0.6)],
  ['claims 60,000 × 60,000 pixels', lyingPng],
])('keeps the answer of a task and fails when its picture %s', async (_, make) => {
  const broken = await make();
  const server = await serviceWith({ '/a.png': broken });
  await using one = await createBackendFixture({ service: server });
  const { jobId } = await one.client().jobs.watch({ taskId: 'many', family: 'task-result' });
  expect(await end(jobId, one)).toMatchObject({
    state: 'failed',
    error: { kind: 'bad-answer', message: expect.stringContaining('save the answer') },
    hasKeptAnswer: true,
    canPollAgain: true,
  });
  await one.client().jobs.saveKeptAnswer({ jobId });
  const path = join(one.folder, 'kept');
  await one.saved.at(-1)?.write(path);
  expect(await readFile(path)).toEqual(broken);
  await server.close();
});

it(
  'keeps a clip that comes with a picture, a page and a damaged picture',
  { tags: 'second' },
  async () => {
    const clip = Buffer.from(await smallMp4(4, { width: 16, height: 16 }));
    const picture = await noisePng(12, 9);
    const broken = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(300, 5)]);
    const server = await serviceWith({
      '/a.png': broken,
      '/b.png': picture,
      '/c.html': Buffer.from('<!DOCTYPE html><title>Sign in</title>'),
      '/d.bin': Buffer.from('something of an unknown kind'),
      '/e.mp4': clip,
    });
    await using one = await createBackendFixture({ service: server });
    const { jobId } = await one.client().jobs.watch({ taskId: 'many', family: 'task-result' });
    const job = await end(jobId, one);
    expect(job).toMatchObject({ state: 'done', error: undefined });
    expect(job.warning).toContain('1 of 5 files could not be fetched. A web page came');
    expect(job.warning).toContain('Some files can’t be read. They are saved as they came.');
    expect(job.outputs.map(({ mediaType }) => mediaType).sort()).toEqual([
      'application/octet-stream',
      'image/png',
      'image/png',
      'video/mp4',
    ]);
    const bytes = await Promise.all(
      job.outputs.map(async ({ url }) => Buffer.from(await (await one.media(url)).arrayBuffer())),
    );
    expect(bytes.some((each) => each.equals(clip))).toBe(true);
    expect(bytes.some((each) => each.equals(broken))).toBe(true);
    await server.close();
  },
);

describe('a video whose answer has additional files', () => {
  const start = async (files: Readonly<Record<string, Buffer>>) => {
    const server = await serviceWith(files);
    const one = await createBackendFixture({ service: server });
    const photo = await one.importPhoto(await noisePng(96, 64), 'garden.png');
    const { jobId } = await one.client().jobs.start({
      kind: 'video',
      picture: { photoId: photo.id },
      parameters: { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 4 },
    });
    const job = await end(jobId, one);
    const measures = await one.client().video.measures({ connectionId: job.connectionId });
    await one[Symbol.asyncDispose]();
    await server.close();
    return { job, measures };
  };

  it('has its clip, and the others next to it', async () => {
    const clip = Buffer.from(await smallMp4(4, { width: 16, height: 16 }));
    const { job, measures } = await start({ '/a.png': await noisePng(12, 9), '/b.mp4': clip });
    expect(measures).toMatchObject([{ output: { width: 16, height: 16 } }]);
    expect(job).toMatchObject({ state: 'done', error: undefined, warning: undefined });
    expect(job.outputs).toMatchObject([
      { mediaType: 'video/mp4', clip: { frameCount: 4 } },
      { mediaType: 'image/png', width: 12, height: 9 },
    ]);
  });

  it('has only the others and a note when there is no clip', { tags: 'second' }, async () => {
    const { job, measures } = await start({ '/a.png': await noisePng(12, 9) });
    expect(measures).toEqual([]);
    expect(job).toMatchObject({
      state: 'done',
      outputs: [{ mediaType: 'image/png' }],
      warning: expect.stringContaining('another kind of file than expected'),
    });
  });
});

it(
  'refuses a task with more than a hundred files, and fetches none of them',
  { tags: 'second' },
  async () => {
    const picture = await noisePng(12, 9);
    const paths = Array.from({ length: 101 }, (_, index) => [`/${index}.png`, picture] as const);
    const server = await serviceWith(Object.fromEntries(paths));
    await using many = await createBackendFixture({ service: server });
    const { jobId } = await many.client().jobs.watch({ taskId: 'many', family: 'task-result' });
    expect(await end(jobId, many)).toMatchObject({
      state: 'failed',
      error: {
        kind: 'bad-answer',
        message: 'The service returned 101 files for one task. Gesso takes up to 100.',
      },
      outputs: [],
    });
    await server.close();
  },
);
