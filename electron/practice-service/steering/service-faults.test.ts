/** Faults of tasks, answers and the storage, rate limits and the clock. */
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  finishedUpscale,
  finishedVideo,
  listIn,
  objectIn,
  pollUntil,
  samplePhoto,
} from '../testing/tasks.ts';
import { readJson, type Service, startService } from '../test-support.ts';
import { asOtherService, framesOfOtherService } from './other-service.ts';

const VIDEO = '/v3/async/img2video';
const UPSCALE = '/v2/upscale';

let service: Service;
let photo: string;

beforeAll(async () => {
  service = await startService({ taskSpeed: 1000, isQuick: true });
  photo = (await samplePhoto('dandelions', 64, 48)).toString('base64');
});

afterEach(async () => {
  await service.call('/practice/faults', { method: 'DELETE' });
  await service.post('/practice/clock', { skewSeconds: 0 });
});

afterAll(async () => {
  await service.server.close();
});

async function addFault(fault: object): Promise<void> {
  const response = await service.post('/practice/faults', fault);
  expect(response.status).toBe(201);
}

async function submitVideo(): Promise<string> {
  const answer = await readJson(
    await service.post(VIDEO, {
      model_name: 'SVD',
      image_file: photo,
      frames_num: 14,
      frames_per_second: 6,
      image_file_resize_mode: 'ORIGINAL_RESOLUTION',
      steps: 5,
    }),
  );
  return String(answer['task_id']);
}

async function submitUpscale(): Promise<string> {
  const answer = await readJson(
    await service.post(UPSCALE, { image: photo, upscaler_1: 'Lanczos', upscaling_resize: 2 }),
  );
  return String(objectIn(answer, 'data')['task_id']);
}

function videoUrl(result: Readonly<Record<string, unknown>>): string {
  return String(listIn(result, 'videos')[0]?.['video_url']);
}

describe('faults of tasks', { timeout: 30_000 }, () => {
  it('a task fails with a reason and costs nothing', async () => {
    await addFault({ path: VIDEO, kind: 'task', end: 'failed', reason: 'The model fell over.' });
    const failed = await finishedVideo(service, await submitVideo());
    expect(failed).toMatchObject({
      task: { status: 'TASK_STATUS_FAILED', reason: 'The model fell over.' },
      videos: [],
    });
    const good = await finishedVideo(service, await submitVideo());
    expect(objectIn(good, 'task')['status']).toBe('TASK_STATUS_SUCCEED');
  });

  it('a task of the older endpoints fails with 3 and times out with 4', async () => {
    await addFault({ path: UPSCALE, kind: 'task', end: 'failed', reason: 'Too large.' });
    await addFault({ path: UPSCALE, kind: 'task', end: 'timed-out' });
    const results = [];
    for (let call = 0; call < 2; call += 1) {
      results.push(await finishedUpscale(service, await submitUpscale()));
    }
    expect(results).toMatchObject([
      { status: 3, failed_reason: 'Too large.', imgs: [] },
      { status: 4, failed_reason: 'The task timed out.', imgs: [] },
    ]);
  });

  it('a fresh task answers 404, or code 3, for a few polls', async () => {
    for (const path of [VIDEO, UPSCALE]) await addFault({ path, kind: 'task', missingPolls: 2 });
    const [videoId, upscaleId] = [await submitVideo(), await submitUpscale()];
    const statuses: number[] = [];
    const codes: unknown[] = [];
    for (let poll = 0; poll < 3; poll += 1) {
      statuses.push((await service.call(`/v3/async/task-result?task_id=${videoId}`)).status);
      const progress = await service.call(`/v2/progress?task_id=${upscaleId}`);
      codes.push((await readJson(progress))['code']);
    }
    expect(statuses).toEqual([404, 404, 200]);
    expect(codes).toEqual([3, 3, 0]);
  });

  it('a task tells a made-up status for a few polls', async () => {
    await addFault({ path: VIDEO, kind: 'task', status: 'TASK_STATUS_RESTING', statusPolls: 3 });
    await addFault({ path: UPSCALE, kind: 'task', status: 7, statusPolls: 2 });
    const [videoId, upscaleId] = [await submitVideo(), await submitUpscale()];
    const answers = await pollUntil(
      service,
      `/v3/async/task-result?task_id=${videoId}`,
      (answer) => listIn(answer, 'videos').length > 0,
    );
    const statuses = answers.map((answer) => objectIn(answer, 'task')['status']);
    expect(statuses.slice(0, 3)).toEqual(Array(3).fill('TASK_STATUS_RESTING'));
    expect(statuses.at(-1)).toBe('TASK_STATUS_SUCCEED');
    const first = await readJson(await service.call(`/v2/progress?task_id=${upscaleId}`));
    expect(objectIn(first, 'data')).toMatchObject({ status: 7, imgs: null });
  });

  it('a task never ends, without telling progress', async () => {
    await addFault({ path: VIDEO, kind: 'task', end: 'never', hideProgress: true });
    const path = `/v3/async/task-result?task_id=${await submitVideo()}`;
    const answers = await pollUntil(
      service,
      path,
      (answer) => objectIn(answer, 'task')['status'] === 'TASK_STATUS_PROCESSING',
    );
    expect(answers.at(-1)).toMatchObject({ task: { eta: 0, progress_percent: 0 } });
  });

  it('a result has a validity of "0" and no type', async () => {
    await addFault({ path: VIDEO, kind: 'task', urlTtl: '0', hideType: true });
    const result = await finishedVideo(service, await submitVideo());
    expect(listIn(result, 'videos')).toEqual([
      { video_url: expect.any(String), video_url_ttl: '0' },
    ]);
  });

  it('a number of addresses have expired from the start', async () => {
    await addFault({ path: '/v3/async/task-result', kind: 'expired-urls', times: 2 });
    const taskId = await submitVideo();
    const statuses: number[] = [];
    for (let look = 0; look < 3; look += 1) {
      statuses.push((await fetch(videoUrl(await finishedVideo(service, taskId)))).status);
    }
    expect(statuses).toEqual([403, 403, 200]);
    await addFault({ path: '/v3/assets/training_dataset', kind: 'expired-urls' });
    const uploads: number[] = [];
    for (let call = 0; call < 2; call += 1) {
      const answer = await readJson(
        await service.post('/v3/assets/training_dataset', { file_extension: 'png' }),
      );
      const sent = await fetch(String(answer['upload_url']), { method: 'PUT', body: 'x' });
      uploads.push(sent.status);
    }
    expect(uploads).toEqual([403, 200]);
  });

  it('are refused for paths that make no tasks', async () => {
    for (const fault of [
      { path: '/v3/cleanup', kind: 'task' },
      { path: '*', kind: 'task' },
      { path: VIDEO, kind: 'task', end: 'exploded' },
      { path: VIDEO, kind: 'task', status: {} },
      { path: VIDEO, kind: 'task', missing: 2 },
    ]) {
      expect((await service.post('/practice/faults', fault)).status).toBe(400);
    }
  });
});

describe('faults of answers', { timeout: 30_000 }, () => {
  it('any code of the envelope, with HTTP status 200', async () => {
    await addFault({ path: UPSCALE, kind: 'envelope', code: 7, msg: 'Not enough.' });
    const response = await service.post(UPSCALE, {});
    expect(response.status).toBe(200);
    expect(await readJson(response)).toEqual({ code: 7, msg: 'Not enough.', data: {} });
  });

  it('a data: prefix before a picture', { tags: 'second' }, async () => {
    await addFault({ path: '/v3/remove-text', kind: 'data-prefix' });
    const answer = await readJson(await service.post('/v3/remove-text', { image_file: photo }));
    expect(answer['image_file']).toMatch(/^data:image\/png;base64,iVBOR/u);
  });

  it('numbers as strings, nulls for lists, unknown fields, and a patch of choice', async () => {
    const taskId = await submitVideo();
    await finishedVideo(service, taskId);
    const path = '/v3/async/task-result';
    const ask = async (fault: object): Promise<Record<string, unknown>> => {
      await addFault({ path, ...fault });
      return readJson(await service.call(`${path}?task_id=${taskId}`));
    };
    expect(await ask({ kind: 'numbers-as-strings' })).toMatchObject({
      task: { eta: '0', progress_percent: '100' },
    });
    expect(await ask({ kind: 'null-lists' })).toMatchObject({ images: null, videos: null });
    const unknown = await ask({ kind: 'unknown-fields' });
    expect(unknown).toMatchObject({
      practice_unknown: { list: [1, null] },
      task: { status: 'TASK_STATUS_SUCCEED', practice_unknown: { text: 'new' } },
      videos: [{ practice_unknown: {} }],
    });
    const patched = await ask({
      kind: 'merge',
      patch: { task: { status: 'TASK_STATUS_MAYBE', reason: null }, videos: 'none' },
    });
    expect(patched).toMatchObject({ task: { status: 'TASK_STATUS_MAYBE' }, videos: 'none' });
    expect(objectIn(patched, 'task')).not.toHaveProperty('reason');
  });
});

describe('answers as other services send them', () => {
  const digits = (value: unknown) =>
    JSON.stringify(asOtherService({ kind: 'other-service', unit: 'dollars' }, value));

  it('have ids beyond 2^53, and words and categories that are on no list', () => {
    expect(digits({ assets_id: 17 })).toBe('{"assets_id":9007199254740000017}');
    expect(digits({ task: { status: 'TASK_STATUS_SUCCEED', progress_percent: 5 } })).toContain(
      '"TASK_STATUS_COMPLETED"',
    );
    expect(digits({ bills: [{ category: 'llm' }] })).toContain('"cloud_sandbox"');
  });

  it('have numbers in place of texts, and amounts in dollars with every digit', () => {
    const bill = { amount: '12', amountDecimal: '12.5', payAmountDecimal: '100000' };
    expect(digits({ bills: [bill] })).toContain(
      '{"amount":12,"amountDecimal":"0.00125","payAmountDecimal":"10.0000"}',
    );
  });

  it('count fractions and cached tokens in whole answers and in streams', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 3, total_tokens: 13 };
    const frame = { kind: 'usage' as const, data: JSON.stringify({ usage }) };
    async function* batches() {
      yield [frame, { kind: 'done' as const, data: '[DONE]' }];
    }
    for await (const [first, end] of framesOfOtherService(
      { kind: 'other-service', unit: 'units' },
      batches(),
    )) {
      expect(JSON.parse(first?.data ?? '')).toMatchObject({
        usage: {
          prompt_tokens: '10',
          completion_tokens: 3.25,
          prompt_tokens_details: { cached_tokens: 5 },
        },
      });
      expect(end?.data).toBe('[DONE]');
    }
  });
});

describe('faults of the storage', { timeout: 30_000 }, () => {
  let url: string;
  let size: number;

  beforeAll(async () => {
    url = videoUrl(await finishedVideo(service, await submitVideo()));
    size = (await (await fetch(url)).arrayBuffer()).byteLength;
  });

  it('a refusal in XML, for every path that begins so', async () => {
    await addFault({ path: '/storage/*', kind: 'storage-error', code: 'SlowDown', status: 503 });
    const response = await fetch(url);
    expect(response.status).toBe(503);
    expect(response.headers.get('content-type')).toBe('application/xml');
    expect(await response.text()).toContain('<Code>SlowDown</Code>');
    expect((await fetch(url)).status).toBe(200);
  });

  it('a cut in the middle, and an HTML page', async () => {
    await addFault({ path: '/storage/*', kind: 'cut', afterBytes: 1000 });
    const cut = await fetch(url);
    expect(cut.headers.get('content-length')).toBe(String(size));
    await expect(cut.arrayBuffer()).rejects.toThrow('terminated');
    await addFault({ path: '/storage/*', kind: 'html' });
    expect(await (await fetch(url)).text()).toContain('<html>');
  });

  it('a wrong length, shorter and longer', async () => {
    for (const [bytes, expected] of [
      [-100, size - 100],
      [50, size + 50],
    ]) {
      await addFault({ path: '/storage/*', kind: 'wrong-length', bytes });
      const response = await fetch(url);
      expect(response.headers.get('content-length')).toBe(String(expected));
      expect((await response.arrayBuffer()).byteLength).toBe(expected);
    }
  });

  it('a slow body that is whole in the end', async () => {
    const pieceBytes = Math.ceil(size / 10);
    await addFault({ path: '/storage/*', kind: 'trickle', pieceBytes, everyMilliseconds: 10 });
    const begin = performance.now();
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(size);
    expect(performance.now() - begin).toBeGreaterThanOrEqual(85);
  });

  it('a body that stalls until the client gives up', async () => {
    await addFault({ path: '/storage/*', kind: 'stall', afterBytes: 500 });
    const abort = new AbortController();
    const response = await fetch(url, { signal: abort.signal });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(first?.value?.byteLength).toBe(500);
    abort.abort();
    await expect
      .poll(async () => (await service.records()).at(-1), { timeout: 20_000 })
      .toMatchObject({ fault: 'stall', outcome: 'client gone' });
  });
});

describe('rate limits', { timeout: 30_000 }, () => {
  it('refuse the calls above the limit of a minute, and say when to come back', async () => {
    const path = '/v3/openai/models';
    const set = await service.post('/practice/rate-limits', {
      path,
      perMinute: 2,
      retryAfter: true,
    });
    expect(await readJson(set)).toEqual({ rateLimits: [{ path, perMinute: 2, tellsWhen: true }] });
    const responses: Response[] = [];
    for (let call = 0; call < 3; call += 1) responses.push(await service.call(path));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 429]);
    const wait = Number(responses[2]?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(30);
    expect(wait).toBeLessThanOrEqual(60);
    await service.call('/practice/rate-limits', { method: 'DELETE' });
    expect((await service.call(path)).status).toBe(200);
  });
});

describe('the clock', { timeout: 30_000 }, () => {
  it('shifts the Date header, signatures and tasks', async () => {
    await service.post('/practice/clock', { skewSeconds: -86_400 });
    const yesterday = Date.now() - 86_400_000;
    const response = await service.call('/v3/openai/models');
    expect(Math.abs(Date.parse(response.headers.get('date') ?? '') - yesterday)).toBeLessThan(5000);
    const result = await finishedUpscale(service, await submitUpscale());
    const [url] = Array.isArray(result['imgs']) ? result['imgs'] : [];
    const day = new Date(yesterday).toISOString().slice(0, 10).replaceAll('-', '');
    expect(new URL(String(url)).searchParams.get('X-Amz-Date')).toMatch(
      new RegExp(`^${day}T`, 'u'),
    );
    expect((await fetch(String(url))).status).toBe(200);
    const { submit_time_ms: submitted } = objectIn(result, 'debug_info');
    expect(Math.abs(Number(submitted) - yesterday)).toBeLessThan(60_000);
    await service.post('/practice/clock', { skewSeconds: 0 });
    expect((await fetch(String(url))).status).toBe(403);
  });

  it('refuses what makes no sense', async () => {
    for (const body of [{ skew: 1 }, { skewSeconds: 'x' }, { taskSpeed: 0 }, []]) {
      expect((await service.post('/practice/clock', body)).status).toBe(400);
    }
    expect(await readJson(await service.call('/practice/clock'))).toMatchObject({
      skewSeconds: 0,
      taskSpeed: 1000,
    });
  });
});

describe('sizes of an upscale', () => {
  async function upscaled(fault: object, changes: object): Promise<Buffer> {
    await addFault({ path: UPSCALE, kind: 'task', ...fault });
    const body = { image: photo, upscaler_1: 'Lanczos', ...changes };
    const answer = await readJson(await service.post(UPSCALE, body));
    const { imgs } = await finishedUpscale(service, objectIn(answer, 'data')['task_id']);
    return Buffer.from(await (await fetch(String(imgs))).arrayBuffer());
  }

  it('can be rounded down to multiples of 8, with a black rim where a crop is wider', async () => {
    const rounding = 'multiples-of-8';
    const larger = await upscaled({ rounding }, { upscaling_resize: 2.3 }); // 147.2 × 110.4
    expect(await sharp(larger).metadata()).toMatchObject({ width: 144, height: 104 });
    const size = { resize_mode: 1, upscaling_resize_w: 135, upscaling_resize_h: 100 };
    const cut = await upscaled({ rounding }, size); // covered by 128 × 96
    const { data, info } = await sharp(cut).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([135, 100]);
    const isBlack = (x: number, y: number): boolean =>
      [0, 1, 2].every((channel) => data[(y * info.width + x) * info.channels + channel] === 0);
    const columns = Array.from({ length: 135 }, (_, x) => isBlack(x, 50));
    expect(columns.slice(0, 3)).toEqual([true, true, true]);
    expect(columns.slice(131)).toEqual([true, true, true, true]);
    expect(columns.slice(3, 131).filter(Boolean)).toEqual([]);
    expect([0, 1, 98, 99].every((y) => isBlack(60, y))).toBe(true);
    expect(isBlack(60, 2) || isBlack(60, 97)).toBe(false);
  });

  it('can be another one than was asked for', async () => {
    const odd = await upscaled({ width: 90, height: 70 }, { upscaling_resize: 2 });
    expect(await sharp(odd).metadata()).toMatchObject({ width: 90, height: 70 });
  });
});
