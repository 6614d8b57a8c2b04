/** Tests jobs with a task, and all other kinds, against the practice service. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StartableRequest } from '../../../../shared/contract/job-requests.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { hashOf } from '../../../testing/hash-of.ts';
import { noisePng, storedSamples } from '../../../testing/pictures.ts';
import { testKey } from '../../../testing/practice-service.ts';
import { endOf, startPracticeBench, type PracticeBench } from '../testing/practice-bench.ts';

const VIDEO = '/v3/async/img2video';
const RESULT = '/v3/async/task-result';

let bench: PracticeBench;
let photoId: string;

beforeEach(async () => {
  bench = await startPracticeBench();
  const bytes = await noisePng(96, 64);
  photoId = (await bench.fixture.importPhoto(bytes, 'garden “no. 1” 🌿.png')).id;
});

type VideoParameters = Extract<StartableRequest, { kind: 'video' }>['parameters'];
function video(changes: Partial<VideoParameters> = {}): StartableRequest {
  const usual = { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 4, seed: '3' } as const;
  return { kind: 'video', picture: { photoId }, parameters: { ...usual, ...changes } };
}

function upscale(): StartableRequest {
  const parameters = { upscaler: 'R-ESRGAN 4x+', size: { mode: 'factor', factor: 2 } } as const;
  return { kind: 'upscale', picture: { photoId }, parameters };
}

const start = async (request: StartableRequest) => (await bench.client().jobs.start(request)).jobId;
const end = (jobId: string) => endOf(bench.fixture, jobId);
const done = async (request: StartableRequest): Promise<Job> => end(await start(request));

/** What the service has stored of an upload. */
async function stored({ assetId = '' }: Job): Promise<Buffer> {
  const response = await bench.service.call(`/practice/assets/${assetId}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe('every kind of job', () => {
  it('makes a video, downloads it and stores the seed that was used', async () => {
    const job = await done(video());
    const clip = { frameCount: 14, codec: expect.stringMatching(/^avc1/u), hasAudio: false };
    expect(job).toMatchObject({
      state: 'done',
      seed: '3',
      title: 'garden “no. 1” 🌿.png',
      taskId: expect.stringMatching(/./u),
      outputs: [{ mediaType: 'video/mp4', clip }],
    });
    const [output] = job.outputs;
    expect(output?.clip?.frameTimes).toHaveLength(15);
    const bytes = await bench.fixture.bytes(output?.url);
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
    expect(bytes).toHaveLength(output?.byteLength ?? 0);
    const posts = (await bench.calls()).filter((call) => call.startsWith('POST'));
    expect(posts).toEqual([`POST ${VIDEO}`]);
  });

  it('removes text from a part, and uploads the user’s own file as it is', async () => {
    const rect = { x: 8, y: 4, width: 40, height: 32 };
    const part = { photoId, rect };
    expect(await done({ kind: 'remove-text', picture: part, responseType: 'png' })).toMatchObject({
      state: 'done',
      subject: { region: rect },
      outputs: [{ width: 40, height: 32, mediaType: 'image/png' }],
    });
    const upload = await done({ kind: 'training-upload', picture: { photoId } });
    expect(upload).toMatchObject({ state: 'done', outputs: [] });
    expect((await stored(upload)).equals(await noisePng(96, 64))).toBe(true);
  });

  it('sends a picture of the photo with its results', async () => {
    const rect = { x: 1, y: 2, width: 30, height: 20 };
    const upload = await done({ kind: 'training-upload', picture: { photoId, rect } });
    const place = { left: 1, top: 2, width: 30, height: 20 };
    const part = sharp(await bench.fixture.savePng(photoId)).extract(place);
    const { data: sent } = await storedSamples(await stored(upload));
    expect(sent.equals(await part.removeAlpha().raw().toBuffer())).toBe(true);
  });

  it('is refused before a job exists when the service would refuse it', async () => {
    const { id: wide } = await bench.fixture.importPhoto(await noisePng(1030, 8), 'wide.png');
    const rect = { x: 90, y: 0, width: 10, height: 10 };
    const bad: readonly StartableRequest[] = [
      { kind: 'remove-text', picture: { photoId: wide }, responseType: 'png' },
      video({ steps: 51 }),
      video({ condAug: -0.1 }),
      { kind: 'remove-text', picture: { photoId, rect }, responseType: 'png' },
    ];
    for (const request of bad) {
      const kind = expect.stringMatching(/too-large|invalid/u);
      await expect(start(request)).rejects.toMatchObject({ data: { kind } });
    }
    expect(await bench.client().jobs.list({ limit: 10 })).toEqual([]);
    expect(await bench.calls()).toEqual([]);
  });
});

describe('a task', () => {
  it('is polled after a restart, without a second submission', async () => {
    const jobId = await start(video());
    await bench.fixture.until(jobId, 'queued');
    await bench.fixture.restart();
    expect(await end(jobId)).toMatchObject({ state: 'done' });
    expect((await bench.calls()).filter((call) => call === `POST ${VIDEO}`)).toHaveLength(1);
  });

  it('waits for the user when the key is refused, and continues by itself with a valid one', async () => {
    const body = { code: 401, reason: 'INVALID_API_KEY', message: 'No' };
    await bench.fault({ path: RESULT, kind: 'answer', status: 401, body, times: 2 });
    const jobId = await start(video());
    await bench.fixture.until(jobId, 'queued');
    await bench.client().jobs.pollNow();
    const kind = async () => (await bench.fixture.job(jobId)).error?.kind;
    await expect.poll(kind).toBe('key-rejected');
    expect(await end(jobId)).toMatchObject({ state: 'done' });
  });
});

describe('a finished clip', () => {
  it('shows the actual size on its connection, the latest of each kind', async () => {
    const gif = { resizeMode: 'CROP_TO_ASPECT_RATIO', responseVideoType: 'gif', steps: 1 } as const;
    const { connectionId } = await done(video(gif));
    const measures = () => bench.client().video.measures({ connectionId });
    const expected = {
      resizeMode: 'CROP_TO_ASPECT_RATIO',
      responseType: 'gif',
      model: 'SVD',
      isInterpolated: false,
      sent: { width: 96, height: 64 },
      output: { width: 512, height: 288 },
    };
    expect(await measures()).toMatchObject([expected]);
    await done(video({ ...gif, seed: '4' }));
    expect(await measures()).toHaveLength(1);
    await bench.fixture.restart();
    expect(await measures()).toMatchObject([expected]);
    expect(await bench.client().video.measures({ connectionId: 'another' })).toEqual([]);
  });

  it('is recognised from a copy of its file', async () => {
    const job = await done(video());
    const { video: clips } = bench.client();
    const hash = hashOf(await bench.fixture.bytes(job.outputs[0]?.url));
    expect(await clips.findClip({ hash })).toEqual({ jobId: job.id, output: 0 });
    expect(await clips.findClip({ hash: hashOf(Buffer.from('another file')) })).toBeNull();
  });
});

describe('the record of a task', () => {
  it('S22 has no result address, key or picture in rows, logs or errors', async () => {
    await bench.fault({ path: RESULT, kind: 'expired-urls', times: 2 });
    await done(video());
    await done(video({ seed: '8' }));
    const enlarged = await done(upscale());
    const { lastAnswer } = await bench.client().jobs.details({ jobId: enlarged.id });
    expect(lastAnswer).toMatchObject({ status: '2', text: expect.stringContaining('"imgs"') });
    const signed = /X-Amz-Signature|X-Amz-Credential/u;
    expect(lastAnswer?.text).not.toMatch(signed);
    const files = globSync(join(bench.fixture.dataFolder, '**/library.db{,-wal}'));
    expect(files.length).toBeGreaterThan(0);
    const texts = files.map((path) => readFileSync(path, 'latin1'));
    texts.push(bench.fixture.logged.join('\n'));
    texts.push(JSON.stringify(await bench.client().jobs.list({ limit: 50 })));
    for (const text of texts) {
      expect(text).not.toMatch(signed);
      expect(text).not.toContain(testKey);
      expect(text).not.toMatch(/[A-Za-z0-9+/]{400}/u);
    }
  });

  it('is listed newest first, by kind, by state and by any part of a name', async () => {
    const first = await done(video());
    const second = await done(upscale());
    const { jobs } = bench.client();
    const both = [second.id, first.id];
    const cases: readonly (readonly [Partial<Parameters<typeof jobs.list>[0]>, string[]])[] = [
      [{}, both],
      [{ beforeJobId: second.id }, [first.id]],
      [{ kinds: ['video'] }, [first.id]],
      [{ states: ['failed'] }, []],
      [{ text: 'GARDEN “NO' }, both],
      [{ photoId }, both],
      [{ photoId: 'another' }, []],
      [{ connectionId: 'practice' }, both],
      [{ connectionId: 'another' }, []],
      [{ isActive: true }, []],
      [{ isActive: false }, both],
      [{ text: first.taskId }, [first.id]],
      [{ text: '%' }, []],
    ];
    for (const [query, ids] of cases) {
      const found = (await jobs.list({ limit: 10, ...query })).map(({ id }) => id);
      expect(found, JSON.stringify(query)).toEqual(ids);
    }
  });

  it('gives the usual duration of such a job', async () => {
    for (const seed of ['1', '2']) await done(video({ seed }));
    const job = await bench.fixture.until(await start(video({ seed: '4' })), 'queued');
    expect(job.typicalMilliseconds).toBeGreaterThan(0);
    const other = await bench.fixture.job(await start(video({ seed: '5', steps: 9 })));
    expect(other.typicalMilliseconds).toBeUndefined();
    for (const { id } of [job, other]) await end(id);
  });
});
