import { describe, expect, it } from 'vitest';
import { byteSourceOfBytes } from '../http/byte-source.ts';
import { failureOf, startClientBench } from '../testing/client-bench.ts';
import { fakePng } from '../testing/pictures.ts';
import { answering } from '../testing/quirky-server.ts';

const PICTURE = fakePng(1000);
const VIDEO = {
  image: byteSourceOfBytes(PICTURE),
  imageSize: { width: 2048, height: 2048 },
  parameters: { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 20, seed: 3 },
} as const;
const UPSCALE = {
  image: byteSourceOfBytes(PICTURE),
  parameters: { upscaler: 'ESRGAN_4x', size: { mode: 'factor', factor: 2 } },
} as const;

describe('POST /v3/async/img2video', () => {
  it('sends the picture last and returns the task', async () => {
    await using bench = await startClientBench(answering(200, '{"task_id":"t-1","odd":1}'));
    expect(await bench.client.submitVideo(VIDEO)).toEqual({ taskId: 't-1' });
    const request = bench.server.seen[0];
    expect(request).toMatchObject({ method: 'POST', url: '/v3/async/img2video' });
    const body: unknown = JSON.parse(request?.body.toString() ?? '');
    expect(body).toEqual({
      model_name: 'SVD',
      frames_num: 14,
      frames_per_second: 6,
      image_file_resize_mode: 'ORIGINAL_RESOLUTION',
      steps: 20,
      seed: 3,
      image_file: PICTURE.toString('base64'),
    });
  });

  it('sends nothing that exceeds a limit', async () => {
    await using bench = await startClientBench(answering(200, '{"task_id":"t"}'));
    const calls = [
      bench.client.submitVideo({ ...VIDEO, imageSize: { width: 2049, height: 1 } }),
      bench.client.submitVideo({ ...VIDEO, parameters: { ...VIDEO.parameters, steps: 51 } }),
      bench.client.submitVideo({ ...VIDEO, image: byteSourceOfBytes(new Uint8Array()) }),
    ];
    for (const error of await Promise.all(calls.map(failureOf))) {
      expect(error.details).toMatchObject({ request: 'not sent' });
    }
    expect(bench.server.connectionCount()).toBe(0);
  });

  it('has an unknown outcome when the answer has no task', async () => {
    for (const answer of ['{}', '{"task_id":null}', '[]', '"t"']) {
      await using bench = await startClientBench(answering(200, answer));
      const error = await failureOf(bench.client.submitVideo(VIDEO));
      expect(error).toMatchObject({ kind: 'bad-answer', details: { outcome: 'unknown' } });
    }
  });
});

describe('GET /v3/async/task-result', () => {
  it('asks by the task id and reads the task', async () => {
    const answer = { task: { task_id: 'a b&c', status: 'TASK_STATUS_QUEUED' }, images: null };
    await using bench = await startClientBench(answering(200, JSON.stringify(answer)));
    expect(await bench.client.taskResult('a b&c')).toMatchObject({ status: 'queued', files: [] });
    expect(bench.server.seen[0]?.url).toBe('/v3/async/task-result?task_id=a+b%26c');
  });

  it('refuses the result of another task', async () => {
    const answer = { task: { task_id: 'other', status: 'TASK_STATUS_SUCCEED' } };
    await using bench = await startClientBench(answering(200, JSON.stringify(answer)));
    expect((await failureOf(bench.client.taskResult('mine'))).kind).toBe('bad-answer');
  });

  it('expires by this computer’s clock, whatever date the service has', async () => {
    for (const ahead of [26 * 3_600_000, -26 * 3_600_000]) {
      const service = Date.now() + ahead;
      const signed = new Date(service).toISOString().replace(/[-:]|\.\d+/gu, '');
      const url = `https://s3.example/v?X-Amz-Date=${signed}&X-Amz-Expires=3600`;
      const task = { task_id: 't', status: 'TASK_STATUS_SUCCEED' };
      const videos = [{ video_url: url }, { video_url: 'https://h/v', video_url_ttl: '3600' }];
      const headers = { 'content-type': 'application/json', date: new Date(service).toUTCString() };
      const body = JSON.stringify({ task, videos });
      await using bench = await startClientBench(answering(200, body, headers));
      const { files } = await bench.client.taskResult('t');
      expect(Math.abs(bench.client.now() - service)).toBeLessThan(10_000);
      for (const { expiresAt = 0 } of files) {
        expect(Math.abs(expiresAt - Date.now() - 3_600_000)).toBeLessThan(10_000);
      }
    }
  });

  it('distinguishes an unknown task from a wrong address', async () => {
    for (const [body, kind] of [
      ['{"code":404,"reason":"TASK_NOT_FOUND","message":"x"}', 'not-found'],
      ['{"code":404,"message":"nope"}', 'not-found'],
      ['404 page not found', 'not-the-service'],
    ] as const) {
      await using bench = await startClientBench(answering(404, body));
      expect((await failureOf(bench.client.taskResult('t'))).kind).toBe(kind);
    }
  });
});

describe('POST /v2/upscale', () => {
  it('sends the fields and reads the envelope', async () => {
    const answer = { code: 0, msg: '', data: { task_id: 'u-1', warn: 'queued late' } };
    await using bench = await startClientBench(answering(200, JSON.stringify(answer)));
    const submitted = await bench.client.submitUpscale(UPSCALE);
    expect(submitted).toEqual({ taskId: 'u-1', warning: 'queued late' });
    expect(bench.server.seen[0]?.url).toBe('/v2/upscale');
    expect(JSON.parse(bench.server.seen[0]?.body.toString() ?? '')).toEqual({
      upscaler_1: 'ESRGAN_4x',
      resize_mode: 0,
      upscaling_resize: 2,
      image: PICTURE.toString('base64'),
    });
  });

  it('reads the code on every status', async () => {
    for (const status of [200, 400, 500]) {
      await using bench = await startClientBench(answering(status, '{"code":7,"msg":"no money"}'));
      const error = await failureOf(bench.client.submitUpscale(UPSCALE));
      expect(error).toMatchObject({
        kind: 'no-credit',
        details: { code: '7', codeName: 'CodeCostBalanceFailure', status },
      });
    }
  });
});

describe('GET /v2/progress', () => {
  it('asks by one plain id and reads the same shape', async () => {
    const answer = { code: '0', msg: null, data: { status: '1', progress: '0.5', imgs: null } };
    await using bench = await startClientBench(answering(200, JSON.stringify(answer)));
    const task = await bench.client.progress('u-1');
    expect(task).toMatchObject({ taskId: 'u-1', status: 'processing', progress: 0.5, files: [] });
    expect(bench.server.seen[0]?.url).toBe('/v2/progress?task_id=u-1');
  });

  it('explains a code', async () => {
    for (const [code, kind] of [
      [3, 'not-found'],
      [4, 'key-rejected'],
      [10, 'rejected'],
    ] as const) {
      const body = JSON.stringify({ code, msg: 'm' });
      await using bench = await startClientBench(answering(200, body));
      expect((await failureOf(bench.client.progress('u'))).kind).toBe(kind);
    }
    await using empty = await startClientBench(answering(200, '{"code":0,"data":null}'));
    expect((await failureOf(empty.client.progress('u'))).kind).toBe('bad-answer');
  });
});
