/** Tests tasks that were started elsewhere: polled, joined, downloaded; nothing is ever sent. */
import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StartableRequest, TaskFamily } from '../../../../shared/contract/job-requests.ts';
import { isFinalJobState } from '../../../../shared/contract/jobs.ts';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { smallMp4 } from '../../../testing/clips.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { testKey } from '../../../testing/practice-service.ts';
import { SERVICE_KEY } from '../../../testing/scripted-service.ts';
import { startQuirkyServer } from '../../service/client/testing/quirky-server.ts';
import { endOf, startPracticeBench, type PracticeBench } from '../testing/practice-bench.ts';

const RESULT = '/v3/async/task-result';

let bench: PracticeBench;
/** Another program with the same service. */
let elsewhere: BackendFixture;

beforeEach(async () => {
  bench = await startPracticeBench();
  const practice = { baseUrl: bench.service.url, key: testKey };
  elsewhere = await createBackendFixture({ service: practice });
});

function videoOf(photoId: string): StartableRequest {
  const parameters = { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 4 } as const;
  return { kind: 'video', picture: { photoId }, parameters: { ...parameters, seed: '3' } };
}

/** Starts a task in another program. @returns the service's id of it */
async function taskElsewhere(family: TaskFamily = 'task-result'): Promise<string> {
  const { id: photoId } = await elsewhere.importPhoto(await noisePng(96, 64), 'garden.png');
  const parameters = { upscaler: 'R-ESRGAN 4x+', size: { mode: 'factor', factor: 2 } } as const;
  const upscale: StartableRequest = { kind: 'upscale', picture: { photoId }, parameters };
  const request = family === 'task-result' ? videoOf(photoId) : upscale;
  const { jobId } = await elsewhere.client().jobs.start(request);
  const { taskId } = await elsewhere.until(jobId, 'queued', 'processing');
  if (taskId === undefined) throw new Error('The task has no id.');
  return taskId;
}

const watch = (taskId: string, family: TaskFamily = 'task-result') =>
  bench.client().jobs.watch({ taskId, family });
const end = (jobId: string, on = bench.fixture) => endOf(on, jobId);

const expectRefusal = (call: Promise<unknown>, data: object, what?: string) =>
  expect(call, what).rejects.toMatchObject({ data });

describe('a watched task', () => {
  it.each([
    ['task-result', 'video/mp4'],
    ['progress', 'image/png'],
  ] as const)('of the family %s is polled and downloaded', async (family, mediaType) => {
    const taskId = await taskElsewhere(family);
    const posts = async () =>
      (await bench.calls()).filter((call) => call.startsWith('POST')).length;
    const before = await posts();
    const { jobId, joined } = await watch(` ${taskId}\n`, family);
    expect(joined).toBe(false);
    expect(await bench.fixture.job(jobId)).toMatchObject({
      kind: 'watch',
      state: 'queued',
      taskId,
      brief: { kind: 'watch', family },
      title: `Task ${taskId.slice(0, 8)}…`,
      connectionId: 'practice',
      isPractice: true,
      subject: undefined,
      price: undefined,
      submittedAt: undefined,
    });
    const done = await end(jobId);
    expect(done).toMatchObject({ state: 'done', outputs: [{ id: 0, mediaType }] });
    await bench.fixture.bytes(done.outputs[0]?.url);
    expect(await posts(), 'nothing is sent').toBe(before);
  });

  it('is joined by a second watch, while it runs and when it is done', async () => {
    const taskId = await taskElsewhere();
    const { jobId } = await watch(taskId);
    expect(await watch(taskId)).toEqual({ jobId, joined: true });
    await end(jobId);
    expect(await watch(taskId)).toEqual({ jobId, joined: true });
    expect(await bench.client().jobs.list({ limit: 10 })).toHaveLength(1);
  });

  it('is the same job when it is one of Gesso’s own', async () => {
    const own = await bench.fixture.importPhoto(await noisePng(96, 64), 'own.png');
    const { jobId } = await bench.client().jobs.start(videoOf(own.id));
    const { taskId = '' } = await bench.fixture.until(jobId, 'queued', 'processing');
    expect(await watch(taskId)).toEqual({ jobId, joined: true });
    await bench.client().jobs.cancel({ jobId });
    const again = await watch(taskId);
    expect(again, 'a stopped one is asked about again').toEqual({ jobId, joined: true });
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
    expect(await bench.client().jobs.runAgain({ jobId })).toEqual({ jobId, masks: [] });
    expect(isFinalJobState((await bench.fixture.job(jobId)).state)).toBe(false);
    await end(jobId);
  });

  it('fails when the service refuses its id', async () => {
    const body = { code: 400, reason: 'INVALID_REQUEST_BODY', message: 'no uuid' };
    await bench.fault({ path: RESULT, kind: 'answer', status: 400, body, times: 9 });
    const { jobId } = await watch('not-a-uuid');
    expect(await end(jobId)).toMatchObject({ state: 'failed', error: { kind: 'not-found' } });
  });

  it('gives the reason of a failure, and cannot be polled again', async () => {
    const reason = 'The picture is too dark';
    await bench.fault({ path: '/v3/async/img2video', kind: 'task', end: 'failed', reason });
    const { jobId } = await watch(await taskElsewhere());
    const failed = await end(jobId);
    expect(failed).toMatchObject({ state: 'failed', canPollAgain: false });
    expect(failed.error?.message).toContain(reason);
    await expectRefusal(bench.client().jobs.pollAgain({ jobId }), {
      kind: 'invalid-input',
      message: 'The service reported that this task failed, so it has no result.',
    });
  });

  it('uses the named connection, and is refused for one that does not exist', async () => {
    const connectionId = await bench.fixture.connectAccount();
    const { connections, jobs } = bench.client();
    await connections.activatePractice();
    const taskId = await taskElsewhere();
    const named = await jobs.watch({ connectionId, taskId, family: 'task-result' });
    expect(await end(named.jobId)).toMatchObject({ connectionId, isPractice: false });
    expect((await watch(taskId)).jobId, 'another connection, another job').not.toBe(named.jobId);
    const nowhere = jobs.watch({ connectionId: 'gone', taskId, family: 'task-result' });
    await expectRefusal(nowhere, { kind: 'not-found' });
    expect(await jobs.list({ limit: 9, connectionId })).toMatchObject([{ id: named.jobId }]);
  });

  it('ends with its connection, and names the way to its result', async () => {
    const connectionId = await bench.fixture.connectAccount();
    await bench.fault({ path: RESULT, kind: 'hang-up', times: 1000 });
    const { jobId } = await watch(await taskElsewhere());
    await bench.client().connections.remove({ connectionId });
    const error = {
      kind: 'no-connection',
      message:
        'The connection “Account” was removed while the service worked on this task. Connect the account again and watch the task by its ID.',
    };
    expect(await end(jobId)).toMatchObject({ state: 'failed', error });
  });

  it('is refused with a message before any request when its id is invalid', async () => {
    const message = expect.stringMatching(/^(?:Enter|A task ID) .*\.$/u);
    for (const taskId of ['', '  ', 'abc', 'x'.repeat(129), 'two words', '"a/../b"', 'tab\tin']) {
      await expectRefusal(watch(taskId), { kind: 'invalid-input', message }, taskId);
    }
    expect(await bench.calls()).toEqual([]);
    expect(await bench.client().jobs.list({ limit: 5 })).toEqual([]);
  });

  it('is not polled again while it is polled, or when its result is here', async () => {
    const { jobs } = bench.client();
    await expectRefusal(jobs.pollAgain({ jobId: 'gone' }), { kind: 'not-found' });
    const { jobId } = await watch(await taskElsewhere());
    await expectRefusal(jobs.pollAgain({ jobId }), {
      message: 'This run is still in progress. Gesso checks it automatically.',
    });
    await end(jobId);
    const message = 'This run already has its result.';
    await expectRefusal(jobs.pollAgain({ jobId }), { message });
  });
});

/** The backend of a user who watches the only task of a service, which has these files, by path. */
async function watching(files: Readonly<Record<string, Buffer>>) {
  const server = await startQuirkyServer(({ url = '/' }, response) => {
    const addresses = (isVideo: boolean) =>
      Object.keys(files)
        .filter((path) => path.endsWith('.mp4') === isVideo)
        .map((path) => server.baseUrl + path);
    const answer = {
      task_id: 'many', // the answer to a request is that to a question, too
      task: { task_id: 'many', status: 'TASK_STATUS_SUCCEED', reason: '' },
      videos: addresses(true).map((address) => ({ video_url: address, video_type: 'mp4' })),
      images: addresses(false).map((address) => ({ image_url: address })),
    };
    response.end(files[url] ?? JSON.stringify(answer));
  });
  const { baseUrl } = server;
  const fixture = await createBackendFixture({ service: { baseUrl, key: SERVICE_KEY } });
  return {
    fixture,
    async job() {
      const task = { taskId: 'many', family: 'task-result' } as const;
      const { jobId } = await fixture.client().jobs.watch(task);
      return await end(jobId, fixture);
    },
  };
}

/** Bytes that begin as a PNG does. */
const SIGNATURE_ALONE = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  Buffer.alloc(300, 5),
]);

/** A PNG whose header names far more pixels than the file has. */
async function lyingPng(): Promise<Buffer> {
  const create = { width: 1, height: 1, channels: 3, background: '#000' } as const;
  const png = await sharp({ create }).png().toBuffer();
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** Most of a picture, as of a download that broke off. */
async function partOf(format: 'png' | 'webp', share: number): Promise<Buffer> {
  const whole = await sharp(await noisePng(200, 150))
    .toFormat(format)
    .toBuffer();
  return whole.subarray(0, Math.floor(whole.length * share));
}

describe('the files of a task', () => {
  it.each([
    ['has nothing but the signature of a PNG', () => Promise.resolve(SIGNATURE_ALONE)],
    ['is a PNG that breaks off late', () => partOf('png', 0.95)],
    ['is a WebP that breaks off', () => partOf('webp', 0.6)],
    ['claims 60,000 × 60,000 pixels', lyingPng],
  ])('are kept as received, and the task fails, when its picture %s', async (_, make) => {
    const broken = await make();
    const one = await watching({ '/a.png': broken });
    const job = await one.job();
    expect(job).toMatchObject({
      state: 'failed',
      error: { kind: 'bad-answer', message: expect.stringContaining('save the answer') },
      hasKeptAnswer: true,
      canPollAgain: true,
    });
    await one.fixture.client().jobs.saveKeptAnswer({ jobId: job.id });
    expect(await readFile(await one.fixture.writeSaved())).toEqual(broken);
  });

  it('are kept, of every kind, next to a page and a damaged picture', async () => {
    const clip = Buffer.from(await smallMp4(4, { width: 16, height: 16 }));
    const one = await watching({
      '/a.png': SIGNATURE_ALONE,
      '/b.png': await noisePng(12, 9),
      '/c.html': Buffer.from('<!DOCTYPE html><title>Sign in</title>'),
      '/d.bin': Buffer.from('something of an unknown kind'),
      '/e.mp4': clip,
    });
    const job = await one.job();
    expect(job).toMatchObject({ state: 'done', error: undefined });
    expect(job.warning).toContain('1 of 5 files could not be fetched. A web page came');
    expect(job.warning).toContain('Some files can’t be read. They are saved as received.');
    expect(job.outputs.map(({ mediaType }) => mediaType).sort()).toEqual([
      'application/octet-stream',
      'image/png',
      'image/png',
      'video/mp4',
    ]);
    const bytes = await Promise.all(job.outputs.map(({ url }) => one.fixture.bytes(url)));
    for (const whole of [clip, SIGNATURE_ALONE]) {
      expect(bytes.some((each) => each.equals(whole))).toBe(true);
    }
  });

  it('begin with the clip of a video, the others next to it', async () => {
    const clip = Buffer.from(await smallMp4(4, { width: 16, height: 16 }));
    const one = await watching({ '/a.png': await noisePng(12, 9), '/b.mp4': clip });
    const { client } = one.fixture;
    const { id } = await one.fixture.importPhoto(await noisePng(96, 64), 'garden.png');
    const { jobId } = await client().jobs.start(videoOf(id));
    const job = await end(jobId, one.fixture);
    expect(job).toMatchObject({
      state: 'done',
      error: undefined,
      warning: undefined,
      outputs: [
        { mediaType: 'video/mp4', clip: { frameCount: 4 } },
        { mediaType: 'image/png', width: 12, height: 9 },
      ],
    });
    const measures = await client().video.measures({ connectionId: job.connectionId });
    expect(measures).toMatchObject([{ output: { width: 16, height: 16 } }]);
  });

  it('are not fetched when there are more than a hundred', { tags: 'second' }, async () => {
    const picture = await noisePng(12, 9);
    const paths = Array.from({ length: 101 }, (_, index) => [`/${index}.png`, picture] as const);
    const many = await watching(Object.fromEntries(paths));
    const message = 'The service returned 101 files for one task. Gesso takes up to 100.';
    expect(await many.job()).toMatchObject({
      state: 'failed',
      error: { kind: 'bad-answer', message },
      outputs: [],
    });
  });
});
