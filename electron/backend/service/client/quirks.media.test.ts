/**
 * Tests tasks and pictures with a small server that behaves as services of this kind do where the
 * specification is silent. Answers are written by hand.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MASK_VALUE } from '../../../../shared/api/cleanup.ts';
import { UPSCALERS } from '../../../../shared/parameters/upscale-parameters.ts';
import { byteSourceOfBytes } from './http/byte-source.ts';
import { DEFAULT_TIMEOUTS } from './http/exchange.ts';
import type { ServiceClient } from './http-client.ts';
import { ask, byPath, json, PICTURE, sentBody, SIZE, SOURCE } from './testing/asked.ts';
import { failureOf, type ClientBench } from './testing/client-bench.ts';
import { fakePng } from './testing/pictures.ts';
import { answering, type Behaviour } from './testing/quirky-server.ts';

const VIDEO = { model: 'SVD-XT', resizeMode: 'CROP_TO_ASPECT_RATIO', steps: 20 } as const;

function task(fields: object, rest: object = {}): Behaviour {
  return json({
    task: { task_id: 't', task_type: 'IMG_TO_VIDEO', ...fields },
    images: [],
    ...rest,
  });
}

async function readTask(fields: object, rest: object = {}) {
  return (await ask(task(fields, rest), (client) => client.taskResult('t'))).result;
}

describe('asynchronous tasks', () => {
  it('go from queued to processing to done or failed, and an unknown status is no failure', async () => {
    const statuses = ['QUEUED', 'PROCESSING', 'SUCCEED', 'FAILED', 'SUSPENDED'];
    const found = [];
    for (const status of statuses) {
      found.push((await readTask({ status: `TASK_STATUS_${status}` })).status);
    }
    expect(found).toEqual(['queued', 'processing', 'succeeded', 'failed', 'unrecognised']);
  });

  it('may show 0 % after they succeeded, and 0/0 while nothing is known', async () => {
    const done = { status: 'TASK_STATUS_SUCCEED', progress_percent: 0, eta: 0 };
    expect((await readTask(done)).progress).toBe(1);
    const silent = { status: 'TASK_STATUS_PROCESSING', progress_percent: 0, eta: 0 };
    expect((await readTask(silent)).progress).toBeUndefined();
    const half = { status: 'TASK_STATUS_PROCESSING', progress_percent: 50, eta: 9 };
    expect(await readTask(half)).toMatchObject({ progress: 0.5, etaSeconds: 9 });
    expect(await readTask({ status: 'TASK_STATUS_PROCESSING' })).toMatchObject({
      progress: undefined,
      etaSeconds: undefined,
    });
  });

  it('return the used seed as a string', async () => {
    const read = await readTask(
      { status: 'TASK_STATUS_SUCCEED' },
      { extra: { seed: '18446744073709551615' } },
    );
    expect(read.seed).toBe('18446744073709551615');
  });

  it('may have images whose lifetime is a number or a string', async () => {
    const images = [
      { image_url: 'https://h/a', image_url_ttl: 60, image_type: 'png' },
      { image_url: 'https://h/b', image_url_ttl: '60', image_type: 'webp' },
    ];
    const { files } = await readTask({ status: 'TASK_STATUS_SUCCEED' }, { images });
    expect(files.map((file) => file.mediaHint)).toEqual(['png', 'webp']);
    for (const { expiresAt = 0 } of files) expect(expiresAt).toBeGreaterThan(Date.now() + 50_000);
  });

  it('may have videos without a type, and a lifetime of "0" for an address valid for an hour', async () => {
    const now = new Date().toISOString().replace(/[-:]|\.\d+/gu, '');
    const url = `https://s3.example/v?X-Amz-Date=${now}&X-Amz-Expires=3600&X-Amz-Signature=a`;
    const videos = [{ video_url: url, video_url_ttl: '0' }];
    const { files } = await readTask({ status: 'TASK_STATUS_SUCCEED' }, { videos });
    expect(files[0]?.mediaHint).toBeUndefined();
    expect((files[0]?.expiresAt ?? 0) - Date.now()).toBeGreaterThan(3_590_000);
    const gif = [{ video_url: 'https://h/v', video_type: 'gif' }];
    const asGif = await readTask({ status: 'TASK_STATUS_SUCCEED' }, { videos: gif });
    expect(asGif.files[0]?.mediaHint).toBe('gif');
  });

  it('expire by this computer’s clock, whatever date the service has', async () => {
    for (const ahead of [26 * 3_600_000, -26 * 3_600_000]) {
      const service = Date.now() + ahead;
      const signed = new Date(service).toISOString().replace(/[-:]|\.\d+/gu, '');
      const url = `https://s3.example/v?X-Amz-Date=${signed}&X-Amz-Expires=3600`;
      const body = JSON.stringify({
        task: { task_id: 't', status: 'TASK_STATUS_SUCCEED' },
        videos: [{ video_url: url }, { video_url: 'https://h/v', video_url_ttl: '3600' }],
      });
      const headers = { 'content-type': 'application/json', date: new Date(service).toUTCString() };
      const { result } = await ask(answering(200, body, headers), async (client) => ({
        files: (await client.taskResult('t')).files,
        now: client.now(),
      }));
      expect(Math.abs(result.now - service)).toBeLessThan(10_000);
      for (const { expiresAt = 0 } of result.files) {
        expect(Math.abs(expiresAt - Date.now() - 3_600_000)).toBeLessThan(10_000);
      }
    }
  });

  it('have files that the storage refuses after a while, and a new address when asked again', async () => {
    const refused = answering(403, '<Error><Code>AccessDenied</Code></Error>');
    const behaviour = byPath({ '/old': refused, '/new': answering(200, PICTURE) });
    await ask(behaviour, async (client, { server, folder }) => {
      const answerPath = join(folder, 'a');
      const options = { answerPath, maxBytes: 1e6, accept: ['png'] } as const;
      const error = await failureOf(client.download(`${server.baseUrl}/old`, options));
      expect(error.kind).toBe('expired');
      expect((await client.download(`${server.baseUrl}/new`, options)).byteLength).toBe(300);
    });
  });

  it('may be unknown for a few seconds after the submit', async () => {
    const missing = json({ code: 404, reason: 'TASK_NOT_FOUND', message: 'no', metadata: {} }, 404);
    const answers = [missing, missing, task({ status: 'TASK_STATUS_QUEUED' })];
    await ask(byPath({ '/v3/async/task-result': answers }), async (client) => {
      const first = await failureOf(client.taskResult('t', { retry: false }));
      expect(first).toMatchObject({ kind: 'not-found' });
      expect((await failureOf(client.taskResult('t'))).kind).toBe('not-found');
      expect((await client.taskResult('t')).status).toBe('queued');
    });
  });

  it('are limited to a few a minute: 429, with a Retry-After in seconds, as a date, or without', async () => {
    const body = '{"code":429,"reason":"RATE_LIMIT_EXCEEDED","message":"slow down"}';
    const submit = (client: ServiceClient) =>
      failureOf(client.submitVideo({ image: SOURCE, imageSize: SIZE, parameters: VIDEO }));
    const inSeconds = await ask(answering(429, body, { 'retry-after': '30' }), submit);
    expect(inSeconds.result).toMatchObject({
      kind: 'rate-limited',
      details: { retryAfterSeconds: 30 },
    });
    const date = new Date(Date.now() + 60_000).toUTCString();
    const asDate = await ask(answering(429, body, { 'retry-after': date }), submit);
    expect(asDate.result.details?.['retryAfterSeconds']).toBeGreaterThan(30);
    const daysOff = { 'retry-after': date, date: new Date(Date.now() + 55_000).toUTCString() };
    const ofOtherClock = await ask(answering(429, body, daysOff), submit);
    expect(ofOtherClock.result.details?.['retryAfterSeconds']).toBe(5);
    const without = await ask(answering(429, body), submit);
    expect(without.result.details).not.toHaveProperty('retryAfterSeconds');
    expect(without.seen).toHaveLength(1);
  });
});

describe('img2video', () => {
  it('returns a gif on request, and gets the same request as from other clients', async () => {
    const parameters = {
      ...VIDEO,
      motionBucketId: 127,
      condAug: 0.02,
      frameInterpolation: false,
      seed: -1,
      responseVideoType: 'gif',
    } as const;
    const body = await sentBody((client) =>
      client.submitVideo({ image: SOURCE, imageSize: SIZE, parameters }),
    );
    expect(body).toMatchObject({
      extra: { response_video_type: 'gif' },
      motion_bucket_id: 127,
      cond_aug: 0.02,
      enable_frame_interpolation: false,
      frames_num: 25,
    });
  });

  it('gets raw base64, and a prefix in an answer is removed', async () => {
    const body = await sentBody((client) =>
      client.submitVideo({ image: SOURCE, imageSize: SIZE, parameters: VIDEO }),
    );
    expect(body['image_file']).toBe(PICTURE.toString('base64'));
    const prefixed = { image_file: `data:image/png;base64,${PICTURE.toString('base64')}` };
    const { result } = await ask(json(prefixed), (client, { folder }) =>
      client.removeText(
        { image: SOURCE, imageSize: SIZE, responseType: 'png' },
        { answerPath: join(folder, 'a') },
      ),
    );
    expect(result.byteLength).toBe(PICTURE.length);
  });

  it('names a webhook, and the status that its test mode sends', async () => {
    for (const returnTaskStatus of ['TASK_STATUS_SUCCEED', 'TASK_STATUS_FAILED'] as const) {
      const webhook = { url: 'https://h.example/w', testMode: { enabled: true, returnTaskStatus } };
      const body = await sentBody((client) =>
        client.submitVideo({ image: SOURCE, imageSize: SIZE, parameters: { ...VIDEO, webhook } }),
      );
      expect(body['extra']).toEqual({
        webhook: {
          url: 'https://h.example/w',
          test_mode: { enabled: true, return_task_status: returnTaskStatus },
        },
      });
    }
  });
});

describe('synchronous image endpoints', () => {
  const place = ({ folder }: ClientBench) => ({ answerPath: join(folder, 'a') });
  const calls = {
    cleanup: (client: ServiceClient, bench: ClientBench, responseType: 'png' | 'webp' | 'jpeg') =>
      client.cleanup({ image: SOURCE, mask: SOURCE, responseType }, place(bench)),
    removeText: (
      client: ServiceClient,
      bench: ClientBench,
      responseType: 'png' | 'webp' | 'jpeg',
    ) => client.removeText({ image: SOURCE, imageSize: SIZE, responseType }, place(bench)),
    mergeFace: (client: ServiceClient, bench: ClientBench, responseType: 'png' | 'webp' | 'jpeg') =>
      client.mergeFace(
        { face: SOURCE, faceSize: SIZE, picture: SOURCE, pictureSize: SIZE, responseType },
        place(bench),
      ),
  };

  it('return png, webp or jpeg', async () => {
    for (const call of Object.values(calls)) {
      for (const responseType of ['png', 'webp', 'jpeg'] as const) {
        const body = await sentBody((client, bench) => call(client, bench, responseType));
        expect(body['extra']).toEqual({ response_image_type: responseType });
      }
    }
  });

  it('may declare any type for their result: the bytes decide', async () => {
    const jpeg = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), PICTURE]);
    const answer = { image_file: jpeg.toString('base64'), image_type: 'png' };
    const { result } = await ask(json(answer), (client, bench) =>
      calls.mergeFace(client, bench, 'png'),
    );
    expect(result.imageType).toBe('jpeg');
  });

  it('take the face from face_image_file and put it into image_file', async () => {
    const face = byteSourceOfBytes(fakePng(50));
    const body = await sentBody((client, bench) =>
      client.mergeFace(
        { face, faceSize: SIZE, picture: SOURCE, pictureSize: SIZE, responseType: 'png' },
        place(bench),
      ),
    );
    expect(body['face_image_file']).toBe(fakePng(50).toString('base64'));
    expect(body['image_file']).toBe(PICTURE.toString('base64'));
  });

  it('remove the white areas of the mask', () => {
    expect(MASK_VALUE).toEqual({ remove: 255, keep: 0 });
  });

  it('take tens of seconds', () => {
    expect(DEFAULT_TIMEOUTS.answer).toBe(120_000);
  });
});

describe('upscale and progress', () => {
  const upscale = (parameters: object) =>
    sentBody((client) =>
      client.submitUpscale({
        image: SOURCE,
        parameters: {
          upscaler: UPSCALERS[0],
          size: { mode: 'factor', factor: 2 },
          ...parameters,
        },
      }),
    );

  it('enlarge by a factor or to a size', async () => {
    expect(await upscale({})).toMatchObject({ resize_mode: 0, upscaling_resize: 2 });
    const size = { mode: 'size', width: 20, height: 30, crop: true };
    expect(await upscale({ size })).toMatchObject({
      resize_mode: 1,
      upscaling_resize_w: 20,
      upscaling_resize_h: 30,
      upscaling_crop: true,
    });
  });

  it('accept unlisted names, shares from 0 to 1 and a lifetime up to a week', async () => {
    const shares = { gfpganVisibility: 0, codeformerVisibility: 1, codeformerWeight: 0 };
    expect(await upscale({ upscaler: 'New 8x', resultTtlSeconds: 0, ...shares })).toMatchObject({
      upscaler_1: 'New 8x',
      img_expire_ttl: 0,
      gfpgan_visibility: 0,
      codeformer_visibility: 1,
      codeformer_weight: 0,
    });
  });

  it('have states 0 to 4, and run at any other number', async () => {
    const found = [];
    for (const status of [0, 1, 2, 3, 4, 9]) {
      const behaviour = json({ code: 0, msg: '', data: { status, imgs: null } });
      found.push((await ask(behaviour, (client) => client.progress('t'))).result.status);
    }
    expect(found).toEqual([
      'queued',
      'processing',
      'succeeded',
      'failed',
      'failed',
      'unrecognised',
    ]);
  });

  it('send null for pictures, and current pictures as null, a string or a list', async () => {
    for (const [current, previews] of [
      [null, []],
      ['https://h/c', ['https://h/c']],
      [['https://h/c'], ['https://h/c']],
    ]) {
      const data = {
        status: 1,
        progress: 0.4,
        eta_relative: 7,
        imgs: null,
        current_images: current,
      };
      const { result } = await ask(json({ code: 0, data }), (client) => client.progress('t'));
      expect(result).toMatchObject({ progress: 0.4, etaSeconds: 7, files: [], previews });
    }
  });

  it('are requested by one plain task_id', async () => {
    const { seen } = await ask(json({ code: 0, data: {} }), (client) => client.progress('t'));
    expect(seen[0]?.url).toBe('/v2/progress?task_id=t');
  });

  it('send coded errors with HTTP 200', async () => {
    const behaviour = json({ code: 4, msg: 'invalid auth', data: null });
    const { result } = await ask(behaviour, (client) => failureOf(client.progress('t')));
    expect(result).toMatchObject({
      kind: 'key-rejected',
      details: { codeName: 'CodeInvalidAuth' },
    });
  });
});
