/** Videos over HTTP: the task, its result, its file and its webhook. */
import { createServer } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMp4 } from '../testing/mp4.ts';
import { finishedVideo, listIn, objectIn, pollUntil, samplePhoto } from '../testing/tasks.ts';
import { readJson, type Service, startService } from '../test-support.ts';

const PATH = '/v3/async/img2video';

let service: Service;
let photo: Buffer;

beforeAll(async () => {
  service = await startService({ taskSpeed: 1000 });
  photo = await samplePhoto('mountain-path', 160, 98);
});

afterAll(async () => {
  await service.server.close();
});

/** A call with all required fields; `changes` replaces some, and undefined leaves one out. */
function videoBody(changes: object = {}): Record<string, unknown> {
  return {
    model_name: 'SVD',
    image_file: photo.toString('base64'),
    frames_num: 14,
    frames_per_second: 6,
    image_file_resize_mode: 'ORIGINAL_RESOLUTION',
    steps: 20,
    seed: 7,
    ...changes,
  };
}

async function submit(changes: object = {}): Promise<unknown> {
  const response = await service.post(PATH, videoBody(changes));
  expect(response.status).toBe(200);
  const body = await readJson(response);
  expect(Object.keys(body)).toEqual(['task_id']);
  return body['task_id'];
}

async function download(result: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const url = String(listIn(result, 'videos')[0]?.['video_url']);
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

async function makeVideo(changes: object = {}): Promise<Buffer> {
  return download(await finishedVideo(service, await submit(changes)));
}

describe('POST /v3/async/img2video', { timeout: 30_000 }, () => {
  it('makes a task whose result has every field of the specification', async () => {
    const taskId = await submit();
    expect(await finishedVideo(service, taskId)).toEqual({
      extra: { seed: '7' },
      task: {
        task_id: taskId,
        task_type: 'IMG_TO_VIDEO',
        status: 'TASK_STATUS_SUCCEED',
        reason: '',
        eta: 0,
        progress_percent: 100,
      },
      images: [],
      videos: [{ video_url: expect.any(String), video_url_ttl: '3600', video_type: 'mp4' }],
    });
  });

  it.each([
    { model_name: 'SVD', frames_num: 14, isInterpolated: false, frames: 14, rate: 6 },
    { model_name: 'SVD-XT', frames_num: 25, isInterpolated: false, frames: 25, rate: 6 },
    { model_name: 'SVD-XT', frames_num: 25, isInterpolated: true, frames: 100, rate: 24 },
  ])(
    'makes an mp4 of $frames frames at $rate a second for $model_name, of the same length either way',
    async ({ isInterpolated, frames, rate, ...model }) => {
      const file = await makeVideo({ ...model, enable_frame_interpolation: isInterpolated });
      const facts = readMp4(file);
      expect(facts).toMatchObject({ codec: 'avc1', frames, width: 160, height: 98 });
      expect(facts.boxes[0]).toBe('ftyp');
      expect(facts.frameSeconds).toEqual([expect.closeTo(1 / rate, 6)]);
      expect(facts.seconds).toBeCloseTo(model.frames_num / 6, 3);
      expect(facts.frameBytes).toBeGreaterThan(1000);
    },
  );

  it(
    'scales down to 576 x 1024 in proportion, or crops to exactly that, in either orientation',
    { tags: 'second' },
    async () => {
      const tall = (await samplePhoto('two-dogs', 800, 1200)).toString('base64');
      const kept = readMp4(await makeVideo({ image_file: tall, motion_bucket_id: 1 }));
      expect(kept).toMatchObject({ width: 576, height: 864 });
      const cropped = await makeVideo({ image_file_resize_mode: 'CROP_TO_ASPECT_RATIO' });
      expect(readMp4(cropped)).toMatchObject({ width: 1024, height: 576 });
    },
  );

  it('makes an animated GIF of the same length when asked for', { tags: 'second' }, async () => {
    const result = await finishedVideo(
      service,
      await submit({ extra: { response_video_type: 'gif' } }),
    );
    expect(listIn(result, 'videos')[0]).toMatchObject({ video_type: 'gif' });
    const metadata = await sharp(await download(result)).metadata();
    expect(metadata).toMatchObject({ format: 'gif', pages: 14, width: 160, height: 98 });
    const length = (metadata.delay ?? []).reduce((sum, each) => sum + each, 0);
    expect(length).toBe(2330);
  });

  it(
    'moves a camera over the picture: it begins with the picture, and the end is another',
    { tags: 'second' },
    async () => {
      const image = await sharp(photo).raw().toBuffer();
      const frameAt = async (page: number, file: Buffer): Promise<Buffer> =>
        sharp(file, { page }).toColourspace('srgb').removeAlpha().raw().toBuffer();
      const [still, lively] = await Promise.all(
        [1, 255].map((motion) =>
          makeVideo({ motion_bucket_id: motion, extra: { response_video_type: 'gif' } }),
        ),
      );
      if (still === undefined || lively === undefined) throw new Error('A video is missing.');
      expect(difference(image, await frameAt(0, still))).toBeLessThan(8);
      const ends = [
        difference(image, await frameAt(13, still)),
        difference(image, await frameAt(13, lively)),
      ];
      expect(ends[0]).toBeGreaterThan(difference(image, await frameAt(0, still)));
      expect(ends[1]).toBeGreaterThan(1.3 * Number(ends[0]));
    },
  );

  it('takes a seed of 18 digits as it is written', async () => {
    const seed = '123456789012345678';
    const body = JSON.stringify(videoBody({ seed: 0 })).replace('"seed":0', `"seed":${seed}`);
    const headers = { 'content-type': 'application/json' };
    const answer = await readJson(await service.call(PATH, { method: 'POST', body, headers }));
    const result = await finishedVideo(service, answer['task_id']);
    expect(objectIn(result, 'extra')['seed']).toBe(seed);
  });

  it('gives the same video for the same seed, another for another, and tells the one it drew', async () => {
    const [first, second, other] = [
      await makeVideo(),
      await makeVideo(),
      await makeVideo({ seed: 8 }),
    ];
    expect(first.equals(second)).toBe(true);
    expect(first.equals(other)).toBe(false);
    const drawn = await finishedVideo(service, await submit({ seed: -1 }));
    const { seed } = objectIn(drawn, 'extra');
    expect(seed).toMatch(/^\d+$/u);
    const again = await makeVideo({ seed: Number(seed) });
    expect(again.equals(await download(drawn))).toBe(true);
  });

  it('resembles the picture less with a higher cond_aug', async () => {
    const sizes = [];
    for (const condAug of [0, 1]) {
      sizes.push(readMp4(await makeVideo({ cond_aug: condAug, steps: 50 })).frameBytes);
    }
    expect(sizes[1]).toBeGreaterThan(2 * Number(sizes[0]));
  });

  it('takes the ends of every range', async () => {
    for (const changes of [
      { steps: 1, motion_bucket_id: 1, cond_aug: 0, seed: -1 },
      { steps: 50, motion_bucket_id: 255, cond_aug: 1, seed: 0 },
      { seed: null, motion_bucket_id: null, cond_aug: null, enable_frame_interpolation: null },
      { seed: undefined, extra: { enterprise_plan: { enabled: true } }, unknown: 1 },
    ]) {
      await submit(changes);
    }
  });

  it.each([
    ['model_name', ['SVD-XXL', 1, undefined]],
    ['frames_num', [25, 13, 14.5, '14', undefined]],
    ['frames_per_second', [5, 7, 24, '6', undefined]],
    ['image_file_resize_mode', ['STRETCH', undefined]],
    ['steps', [0, 51, 1.5, '20', undefined]],
    ['seed', [-2, 0.5, '7']],
    ['motion_bucket_id', [0, 256, '9']],
    ['cond_aug', [-0.01, 1.01, '0']],
    ['enable_frame_interpolation', ['yes', 1]],
    ['image_file', ['', 'no base64!', 7, undefined]],
    [
      'extra',
      [
        [],
        'x',
        { enterprise_plan: 1 },
        { response_video_type: 'webm' },
        { webhook: 'http://127.0.0.1/' },
        { webhook: {} },
        { webhook: { url: 'nowhere' } },
        { webhook: { url: 'ftp://127.0.0.1/' } },
        { webhook: { url: 'http://127.0.0.1/', test_mode: true } },
        { webhook: { url: 'http://127.0.0.1/', test_mode: { enabled: 1 } } },
        {
          webhook: {
            url: 'http://127.0.0.1/',
            test_mode: { enabled: true, return_task_status: 'TASK_STATUS_QUEUED' },
          },
        },
      ],
    ],
  ])('refuses a wrong %s', async (field, values) => {
    for (const value of values) {
      const response = await service.post(PATH, videoBody({ [field]: value }));
      expect(response.status).toBe(400);
      expect((await readJson(response))['reason']).toBe('INVALID_REQUEST_BODY');
    }
  });

  it(
    'refuses pictures of more than 2048 x 2048, of more than 30 MB and broken ones',
    { tags: 'second' },
    async () => {
      const pixel = {
        create: { width: 2049, height: 1, channels: 3, background: '#123' },
      } as const;
      const wide = await sharp(pixel).png().toBuffer();
      for (const [file, reason] of [
        [wide, 'IMAGE_EXCEEDS_MAX_RESOLUTION'],
        [Buffer.alloc(30 * 1024 * 1024 + 1), 'IMAGE_FILE_EXCEEDS_MAX_SIZE'],
        [photo.subarray(0, photo.length / 2), 'INVALID_IMAGE_FORMAT'],
        [Buffer.from('GIF89a'), 'INVALID_IMAGE_FORMAT'],
      ] as const) {
        const response = await service.post(
          PATH,
          videoBody({ image_file: file.toString('base64') }),
        );
        expect(response.status).toBe(400);
        expect((await readJson(response))['reason']).toBe(reason);
      }
    },
  );

  it('is queued, then processed with progress and remaining time, then done', async () => {
    // so slowly that the first look finds it in the queue
    const slow = await startService({ taskSpeed: 0.01 });
    const resultOf = (taskId: unknown) => `/v3/async/task-result?task_id=${String(taskId)}`;
    try {
      const queued = await readJson(await slow.post(PATH, videoBody()));
      const first = await readJson(await slow.call(resultOf(queued['task_id'])));
      expect(first).toMatchObject({
        task: { status: 'TASK_STATUS_QUEUED', progress_percent: 0 },
        images: [],
        videos: [],
      });
      expect(objectIn(first, 'task')['eta']).toBeGreaterThan(60);
      await slow.post('/practice/clock', { taskSpeed: 25 });
      const { task_id: taskId } = await readJson(await slow.post(PATH, videoBody()));
      const answers = await pollUntil(slow, resultOf(taskId), (answer) =>
        String(objectIn(answer, 'task')['status']).endsWith('SUCCEED'),
      );
      const tasks = answers.map((answer) => objectIn(answer, 'task'));
      const statuses = new Set(['TASK_STATUS_QUEUED', ...tasks.map(({ status }) => status)]);
      expect([...statuses]).toEqual([
        'TASK_STATUS_QUEUED',
        'TASK_STATUS_PROCESSING',
        'TASK_STATUS_SUCCEED',
      ]);
      const percents = tasks.map((task) => Number(task['progress_percent']));
      expect(percents).toEqual([...percents].sort((a, b) => a - b));
      expect(percents.filter((each) => each > 0 && each < 100).length).toBeGreaterThan(1);
    } finally {
      await slow.server.close();
    }
  });

  it('is found in the request log with its parameters, without its picture', async () => {
    await submit({ extra: { response_video_type: 'gif' } });
    const record = (await service.records()).findLast((each) => each['path'] === PATH) ?? {};
    expect(record).toMatchObject({
      summary: {
        model_name: 'SVD',
        steps: 20,
        extra: { response_video_type: 'gif' },
        image: { bytes: photo.length, format: 'png', width: 160, height: 98 },
      },
    });
    expect(JSON.stringify(record)).not.toContain('image_file"');
    const file = await service.call(`/practice/requests/${String(record['id'])}/image`);
    expect(Buffer.from(await file.arrayBuffer()).equals(photo)).toBe(true);
  });
});

describe('the webhook of a video', { timeout: 30_000 }, () => {
  interface Received {
    readonly headers: Readonly<Record<string, unknown>>;
    readonly method: string | undefined;
    readonly body: Record<string, unknown>;
  }

  /** A receiver that refuses the first few deliveries. */
  async function listen(refusals: number): Promise<{
    readonly url: string;
    readonly received: Received[];
    close(): void;
  }> {
    const received: Received[] = [];
    const server = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (part) => (text += String(part)));
      request.on('end', () => {
        const { method, headers } = request;
        received.push({ method, headers, body: objectIn({ body: JSON.parse(text) }, 'body') });
        response.writeHead(received.length > refusals ? 204 : 500).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return { url: `http://127.0.0.1:${port}/hook`, received, close: () => server.close() };
  }

  it('is delivered with the task result, again until it is taken', async () => {
    const receiver = await listen(2);
    try {
      const taskId = await submit({ extra: { webhook: { url: receiver.url } } });
      await pollUntil(service, '/practice/webhooks', (answer) =>
        listIn(answer, 'webhooks').some((each) => each['outcome'] === 'delivered'),
      );
      expect(receiver.received).toHaveLength(3);
      expect(receiver.received[2]).toMatchObject({
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: {
          event_type: 'ASYNC_TASK_RESULT',
          payload: { task: { task_id: taskId, status: 'TASK_STATUS_SUCCEED' } },
        },
      });
      const payload = objectIn(receiver.received[2]?.body ?? {}, 'payload');
      expect(readMp4(await download(payload)).frames).toBe(14);
    } finally {
      receiver.close();
    }
  });

  it('is given up after five tries, and never sent to another machine', async () => {
    const receiver = await listen(100);
    try {
      await service.call('/practice/webhooks', { method: 'DELETE' });
      const test_mode = { enabled: true, return_task_status: 'TASK_STATUS_FAILED' };
      await submit({ extra: { webhook: { url: receiver.url, test_mode } } });
      await submit({ extra: { webhook: { url: 'http://192.0.2.1/hook', test_mode } } });
      const answers = await pollUntil(service, '/practice/webhooks', (answer) => {
        const outcomes = new Set(listIn(answer, 'webhooks').map((each) => each['outcome']));
        return outcomes.has('given up') && outcomes.has('refused');
      });
      expect(receiver.received).toHaveLength(5);
      const webhooks = listIn(answers.at(-1) ?? {}, 'webhooks');
      expect(webhooks.find((each) => each['outcome'] === 'given up')?.['tries']).toHaveLength(5);
      expect(webhooks.find((each) => each['outcome'] === 'refused')?.['tries']).toEqual([]);
    } finally {
      receiver.close();
    }
  });

  it('can be tested: the task ends at once as it was asked to', async () => {
    const url = 'http://127.0.0.1:1/';
    for (const status of ['TASK_STATUS_SUCCEED', 'TASK_STATUS_FAILED']) {
      const test_mode = { enabled: true, return_task_status: status };
      const result = await finishedVideo(
        service,
        await submit({ extra: { webhook: { url, test_mode } } }),
      );
      expect(objectIn(result, 'task')['status']).toBe(status);
      if (status === 'TASK_STATUS_FAILED') continue;
      expect(readMp4(await download(result))).toMatchObject({ frames: 14, width: 64, height: 36 });
    }
  });
});

/** Mean difference of two pictures' samples, 0 to 255. */
function difference(left: Uint8Array, right: Uint8Array): number {
  let sum = 0;
  for (const [at, sample] of left.entries()) sum += Math.abs(sample - (right[at] ?? 0));
  return sum / left.length;
}
