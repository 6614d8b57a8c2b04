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
});

describe('the webhook of a video', { timeout: 30_000 }, () => {
  it('is given up after five tries, and never sent to another machine', async () => {
    let calls = 0;
    const receiver = createServer((_request, response) => {
      calls += 1;
      response.writeHead(500).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const address = receiver.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      await service.call('/practice/webhooks', { method: 'DELETE' });
      const test_mode = { enabled: true, return_task_status: 'TASK_STATUS_FAILED' };
      await submit({ extra: { webhook: { url: `http://127.0.0.1:${port}/hook`, test_mode } } });
      await submit({ extra: { webhook: { url: 'http://192.0.2.1/hook', test_mode } } });
      const answers = await pollUntil(service, '/practice/webhooks', (answer) => {
        const outcomes = new Set(listIn(answer, 'webhooks').map((each) => each['outcome']));
        return outcomes.has('given up') && outcomes.has('refused');
      });
      expect(calls).toBe(5);
      const webhooks = listIn(answers.at(-1) ?? {}, 'webhooks');
      expect(webhooks.find((each) => each['outcome'] === 'given up')?.['tries']).toHaveLength(5);
      expect(webhooks.find((each) => each['outcome'] === 'refused')?.['tries']).toEqual([]);
    } finally {
      receiver.close();
    }
  });
});
