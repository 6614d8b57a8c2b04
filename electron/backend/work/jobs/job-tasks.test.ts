/** Tests jobs with a task, and all other kinds, against the practice service. */
import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StartableRequest } from '../../../../shared/contract/job-requests.ts';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { startService, testKey, type Service } from '../../../testing/practice-service.ts';

const VIDEO = '/v3/async/img2video';
const UPSCALE = '/v2/upscale';

let service: Service;
let fixture: BackendFixture;
let photoId: string;

beforeAll(async () => {
  service = await startService({ taskSpeed: 200 });
});
afterAll(() => service.server.close());
beforeEach(async () => {
  fixture = await createBackendFixture({ service: { baseUrl: service.url, key: testKey } });
  await fixture.client().settings.update({ imageCallsPerMinute: 1000, videoCallsPerMinute: 1000 });
  const photo = await fixture.importPhoto(await noisePng(96, 64), 'garden “no. 1” 🌿.png');
  photoId = photo.id;
  await service.call('/practice/requests', { method: 'DELETE' });
});
afterEach(async () => {
  await service.call('/practice/faults', { method: 'DELETE' });
  await fixture[Symbol.asyncDispose]();
});

function video(parameters: Partial<VideoParameters> = {}): StartableRequest {
  return {
    kind: 'video',
    picture: { photoId },
    parameters: {
      model: 'SVD',
      resizeMode: 'ORIGINAL_RESOLUTION',
      steps: 4,
      seed: '3',
      ...parameters,
    },
  };
}
type VideoParameters = Extract<StartableRequest, { kind: 'video' }>['parameters'];

function upscale(): StartableRequest {
  const size = { mode: 'factor', factor: 2 } as const;
  return {
    kind: 'upscale',
    picture: { photoId },
    parameters: { upscaler: 'R-ESRGAN 4x+', size },
  };
}

async function start(request: StartableRequest): Promise<string> {
  return (await fixture.client().jobs.start(request)).jobId;
}

/** Waits for the end; asks at once, where a user would wait for seconds. */
async function end(jobId: string): Promise<Job> {
  const hurry = setInterval(() => void fixture.client().jobs.pollNow(), 40);
  try {
    await expect
      .poll(async () => isFinalJobState((await fixture.job(jobId)).state), { timeout: 20_000 })
      .toBe(true);
    return await fixture.job(jobId);
  } finally {
    clearInterval(hurry);
  }
}

async function fault(what: Readonly<Record<string, unknown>>): Promise<void> {
  const response = await service.post('/practice/faults', what);
  expect(response.status, await response.text()).toBe(201);
}

async function paths(): Promise<readonly string[]> {
  return (await service.records()).map(({ method, path }) => [method, path].join(' '));
}

async function output(job: Job, index = 0): Promise<Buffer> {
  const url = job.outputs[index]?.url ?? '';
  return Buffer.from(await (await fixture.media(url)).arrayBuffer());
}

describe('every kind of job', () => {
  it('makes a video, downloads it and stores the seed that was used', async () => {
    const job = await end(await start(video()));
    expect(job).toMatchObject({ state: 'done', seed: '3', title: 'garden “no. 1” 🌿.png' });
    const clip = { frameCount: 14, codec: expect.stringMatching(/^avc1/u), hasAudio: false };
    expect(job.outputs).toMatchObject([{ mediaType: 'video/mp4', clip }]);
    expect(job.outputs[0]?.clip?.frameTimes).toHaveLength(15);
    expect(job.taskId).toBeTruthy();
    const bytes = await output(job);
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
    expect(bytes.byteLength).toBe(job.outputs[0]?.byteLength);
    const posts = (await paths()).filter((path) => path.startsWith('POST'));
    expect(posts).toEqual([`POST ${VIDEO}`]);
  });

  it('enlarges a picture', async () => {
    const job = await end(await start(upscale()));
    expect(job).toMatchObject({ state: 'done', outputs: [{ width: 192, height: 128 }] });
    const { width, height } = await sharp(await output(job)).metadata();
    expect([width, height]).toEqual([192, 128]);
  });

  it('removes text from a part, merges faces, and uploads a picture', async () => {
    const rect = { x: 8, y: 4, width: 40, height: 32 };
    const text = await start({
      kind: 'remove-text',
      picture: { photoId, rect },
      responseType: 'png',
    });
    expect(await end(text)).toMatchObject({
      state: 'done',
      subject: { region: rect },
      outputs: [{ width: 40, height: 32, mediaType: 'image/png' }],
    });
    const upload = await end(await start({ kind: 'training-upload', picture: { photoId } }));
    expect(upload).toMatchObject({ state: 'done', outputs: [] });
    const { assetId = '' } = upload;
    const stored = await service.call(`/practice/assets/${assetId}`);
    expect(stored.status).toBe(200);
    const sent = Buffer.from(await stored.arrayBuffer());
    expect(sent.equals(await noisePng(96, 64)), 'the user’s own file, as it is').toBe(true);
  });

  it('is refused before a job exists when the service would refuse it', async () => {
    const large = await fixture.importPhoto(await noisePng(1030, 8), 'wide.png');
    const bad: readonly StartableRequest[] = [
      { kind: 'remove-text', picture: { photoId: large.id }, responseType: 'png' },
      video({ steps: 51 }),
      video({ condAug: -0.1 }),
      { kind: 'remove-text', picture: { photoId, rect: rectOutside }, responseType: 'png' },
    ];
    for (const request of bad) {
      const error: unknown = await fixture
        .client()
        .jobs.start(request)
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ data: { kind: expect.stringMatching(/too-large|invalid/u) } });
    }
    expect(await fixture.client().jobs.list({ limit: 10 })).toEqual([]);
    expect(await paths()).toEqual([]);
  });
});

const rectOutside = { x: 90, y: 0, width: 10, height: 10 };

describe('a task', () => {
  it('is polled after a restart, without a second submission', async () => {
    const jobId = await start(video());
    await fixture.until(jobId, 'queued');
    await fixture.restart();
    expect(await end(jobId)).toMatchObject({ state: 'done' });
    expect((await paths()).filter((path) => path === `POST ${VIDEO}`)).toHaveLength(1);
  });

  it('may be unknown at first, and may have an unknown status', async () => {
    const path = '/v3/async/task-result';
    const missing = { code: 404, reason: 'TASK_NOT_FOUND', message: 'No task has this id.' };
    await fault({ path, kind: 'answer', status: 404, body: missing, times: 2 });
    const patch = { task: { status: 'TASK_STATUS_DREAMING' }, videos: [] };
    await fault({ path, kind: 'merge', patch, times: 2 });
    expect(await end(await start(video()))).toMatchObject({ state: 'done' });
  });

  it('gives the service’s reason when it fails', async () => {
    await fault({ path: VIDEO, kind: 'task', end: 'failed', reason: 'The picture is too dark' });
    const job = await end(await start(video()));
    expect(job).toMatchObject({ state: 'failed', error: { kind: 'service-failed' } });
    expect(job.error?.message).toContain('The picture is too dark.');
  });

  it('is not polled after a stop, and “check again” fetches its result', async () => {
    const jobId = await start(video());
    await fixture.until(jobId, 'queued');
    await fixture.client().jobs.cancel({ jobId });
    const stopped = await fixture.job(jobId);
    expect(stopped).toMatchObject({ state: 'cancelled', canPollAgain: true });
    expect(stopped.error?.message).toContain('may still finish the task');
    await fixture.client().jobs.pollAgain({ jobId });
    expect(await end(jobId)).toMatchObject({ state: 'done', outputs: [{}] });
    expect((await paths()).filter((path) => path === `POST ${VIDEO}`)).toHaveLength(1);
  });

  it('continues when the network is away for a while, and says so meanwhile', async () => {
    await fault({ path: '/v3/async/task-result', kind: 'hang-up', times: 3 });
    const jobId = await start(video());
    await fixture.until(jobId, 'queued');
    await fixture.client().jobs.pollNow();
    await expect.poll(async () => (await fixture.job(jobId)).error?.kind).toBe('unreachable');
    expect(isFinalJobState((await fixture.job(jobId)).state)).toBe(false);
    expect(await end(jobId)).toMatchObject({ state: 'done', error: undefined });
  });

  it('waits for the user when the key is refused, and continues by itself with a valid one', async () => {
    await fault({
      path: '/v3/async/task-result',
      kind: 'answer',
      status: 401,
      body: { code: 401, reason: 'INVALID_API_KEY', message: 'No' },
      times: 2,
    });
    const jobId = await start(video());
    await fixture.until(jobId, 'queued');
    await fixture.client().jobs.pollNow();
    await expect.poll(async () => (await fixture.job(jobId)).error?.kind).toBe('key-rejected');
    expect(await end(jobId)).toMatchObject({ state: 'done' });
  });

  it('says so when its polls are refused for good, is still polled, and can be stopped', async () => {
    await fault({
      path: '/v3/async/task-result',
      kind: 'answer',
      status: 400,
      body: { code: 400, reason: 'NOT_FOR_YOU', message: 'No' },
      times: 1000,
    });
    const jobId = await start(video());
    await fixture.until(jobId, 'queued');
    await fixture.client().jobs.pollNow();
    await expect.poll(async () => (await fixture.job(jobId)).error?.kind).toBe('rejected');
    const asked = async () => (await paths()).filter((path) => path.startsWith('GET')).length;
    const before = await asked();
    await fixture.client().jobs.pollNow();
    await expect.poll(asked).toBeGreaterThan(before);
    expect((await fixture.job(jobId)).state).toBe('queued');
    await fixture.client().jobs.cancel({ jobId });
    expect(await fixture.job(jobId)).toMatchObject({ state: 'cancelled', canPollAgain: true });
  });

  it('asks for new addresses once when the storage refuses the first', async () => {
    await fault({ path: '/v3/async/task-result', kind: 'expired-urls' });
    expect(await end(await start(video()))).toMatchObject({ state: 'done' });
  });

  it('has expired when its addresses stay refused, and can be polled again', async () => {
    await fault({ path: '/v3/async/task-result', kind: 'expired-urls', times: 2 });
    const jobId = await start(video());
    expect(await end(jobId)).toMatchObject({
      state: 'expired',
      error: { kind: 'expired' },
      canPollAgain: true,
    });
    await fixture.client().jobs.pollAgain({ jobId });
    expect(await end(jobId)).toMatchObject({ state: 'done', outputs: [{}] });
  });

  it('resumes a broken download, and rejects a page in place of a file', async () => {
    await fault({ path: '/storage/*', kind: 'cut', afterBytes: 500, times: 1 });
    expect(await end(await start(video()))).toMatchObject({ state: 'done' });
    const web = { contentType: 'text/html', body: '<!doctype html><title>Sign in</title>' };
    await fault({ path: '/storage/*', kind: 'answer', ...web, times: 20 });
    const page = await end(await start(video({ seed: '9' })));
    expect(page).toMatchObject({ state: 'failed', error: { kind: 'bad-answer' } });
    expect(page.outputs).toEqual([]);
  });

  it('of the older family fails with its reason, and when it timed out', async () => {
    await fault({ path: UPSCALE, kind: 'task', end: 'timed-out', reason: 'Took too long' });
    expect(await end(await start(upscale()))).toMatchObject({ state: 'failed' });
  });
});

describe('the record of a task', () => {
  it('S22 has no result address, key or picture in rows, logs or errors', async () => {
    await fault({ path: '/v3/async/task-result', kind: 'expired-urls', times: 2 });
    await end(await start(video()));
    await end(await start(video({ seed: '8' })));
    const enlarged = await end(await start(upscale()));
    const { lastAnswer } = await fixture.client().jobs.details({ jobId: enlarged.id });
    expect(lastAnswer).toMatchObject({ status: '2', text: expect.stringContaining('"imgs"') });
    const signed = /X-Amz-Signature|X-Amz-Credential/u;
    expect(lastAnswer?.text).not.toMatch(signed);
    const files = globSync(join(fixture.dataFolder, '**/*')).filter((path) =>
      /library\.db(?:-wal)?$/u.test(path),
    );
    expect(files.length).toBeGreaterThan(0);
    const texts = files.map((path) => readFileSync(path, 'latin1'));
    texts.push(fixture.logged.join('\n'));
    texts.push(JSON.stringify(await fixture.client().jobs.list({ limit: 50 })));
    for (const text of texts) {
      expect(text).not.toMatch(signed);
      expect(text).not.toContain(testKey);
      expect(text).not.toMatch(/[A-Za-z0-9+/]{400}/u);
    }
  });

  it('is listed newest first, by kind, by state and by any part of a name', async () => {
    const first = await end(await start(video()));
    const second = await end(await start(upscale()));
    const { jobs } = fixture.client();
    const ids = async (query: Omit<Parameters<typeof jobs.list>[0], 'limit'>) =>
      (await jobs.list({ limit: 10, ...query })).map(({ id }) => id);
    expect(await ids({})).toEqual([second.id, first.id]);
    expect(await ids({ beforeJobId: second.id })).toEqual([first.id]);
    expect(await ids({ kinds: ['video'] })).toEqual([first.id]);
    expect(await ids({ states: ['failed'] })).toEqual([]);
    expect(await ids({ text: 'GARDEN “NO' })).toEqual([second.id, first.id]);
    expect(await ids({ photoId })).toEqual([second.id, first.id]);
    expect(await ids({ photoId: 'another' })).toEqual([]);
    expect(await ids({ connectionId: 'practice' })).toEqual([second.id, first.id]);
    expect(await ids({ connectionId: 'another' })).toEqual([]);
    expect(await ids({ isActive: true })).toEqual([]);
    expect(await ids({ isActive: false })).toEqual([second.id, first.id]);
    expect(await ids({ text: first.taskId })).toEqual([first.id]);
    expect(await ids({ text: '%' })).toEqual([]);
  });

  it('is listed by whether it is running', async () => {
    const { jobs } = fixture.client();
    const ids = async (isActive: boolean) =>
      (await jobs.list({ limit: 10, photoId, isActive })).map(({ id }) => id);
    const jobId = await start(video());
    expect([await ids(true), await ids(false)]).toEqual([[jobId], []]);
    await end(jobId);
    expect([await ids(true), await ids(false)]).toEqual([[], [jobId]]);
  });

  it('gives the usual duration of such a job', async () => {
    for (const seed of ['1', '2']) await end(await start(video({ seed })));
    const jobId = await start(video({ seed: '4' }));
    const job = await fixture.until(jobId, 'queued');
    expect(job.typicalMilliseconds).toBeGreaterThan(0);
    const other = await fixture.job(await start(video({ seed: '5', steps: 9 })));
    expect(other.typicalMilliseconds).toBeUndefined();
    await end(jobId);
    await end(other.id);
  });
});

it('sends a picture of the photo with its results', async () => {
  const upload = await end(
    await start({
      kind: 'training-upload',
      picture: { photoId, rect: { x: 1, y: 2, width: 30, height: 20 } },
    }),
  );
  const stored = await service.call(`/practice/assets/${upload.assetId ?? ''}`);
  const sent = await sharp(Buffer.from(await stored.arrayBuffer()))
    .raw()
    .toBuffer();
  const own = await readFile(await fixture.savePng(photoId));
  const wanted = await sharp(own)
    .extract({ left: 1, top: 2, width: 30, height: 20 })
    .removeAlpha()
    .raw()
    .toBuffer();
  expect(sent.equals(wanted)).toBe(true);
});
