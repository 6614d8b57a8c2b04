/** `GET /v3/async/task-result`: "Task result", its states, and the videos themselves. */
import { beforeAll, describe, expect, it } from 'vitest';
import { describeFields, expectField, expectRefused } from './support/answers.ts';
import { type Field, listAt, textAt } from './support/json.ts';
import { get, type Reply } from './support/http.ts';
import { readVideo } from './support/mp4.ts';
import { drawing } from './support/pictures.ts';
import { serviceOfFile, steer } from './support/service.ts';
import { download, makeVideo, submitVideo, successOf, videoBody } from './support/video-tasks.ts';

const RESULT_PATH = '/v3/async/task-result';

const service = serviceOfFile();
let picture: string;
let task: string;
let success: Reply;

beforeAll(async () => {
  picture = await drawing(160, 96);
  task = await submitVideo(service, videoBody(picture));
  success = await successOf(service, task);
});

const FIELDS: readonly Field[] = [
  ['task', 'object'],
  ['task.task_id', 'string'],
  ['task.task_type', 'string'],
  ['task.status', 'string'],
  ['task.reason', 'string'],
  ['images', 'array'],
  ['videos', 'array of object'],
  ['videos[].video_url', 'string'],
  ['videos[].video_url_ttl', 'string'],
  ['videos[].video_type', 'string'],
];

describe('Task result', () => {
  describeFields(() => success, FIELDS);

  it('has the task that was asked for, no images, and a type and seconds for its video', () => {
    expect(textAt(success.json, 'task.task_id')).toBe(task);
    expect(textAt(success.json, 'task.task_type')).toBe('IMG_TO_VIDEO');
    expect(listAt(success.json, 'images')).toEqual([]);
    expect(textAt(success.json, 'videos[].video_url_ttl')).toMatch(/^[1-9]\d*$/u);
    expect(textAt(success.json, 'videos[].video_type')).toBe('mp4');
  });

  it('refuses a task_id that is missing or was never given out', async () => {
    expectRefused(await get(service, RESULT_PATH));
    expectRefused(await get(service, RESULT_PATH, { task_id: 'nobody' }));
    expectRefused(
      await get(service, RESULT_PATH, { task_id: '00000000-0000-4000-8000-000000000000' }),
    );
  });
});

describe('States', () => {
  it('TASK_STATUS_SUCCEED | terminal as far as stated | videos are filled, reason is empty', async () => {
    const again = await get(service, RESULT_PATH, { task_id: task });
    for (const { json } of [success, again]) {
      expect(textAt(json, 'task.status')).toBe('TASK_STATUS_SUCCEED');
      expect(textAt(json, 'task.reason')).toBe('');
      expect(listAt(json, 'videos').length).toBeGreaterThan(0);
    }
  });

  it('is queued at first', async () => {
    await steer(service, '/practice/state', { taskSpeed: 1 });
    const slow = await submitVideo(service, videoBody(picture));
    const { json } = await get(service, RESULT_PATH, { task_id: slow });
    await steer(service, '/practice/state', { taskSpeed: 1000 });
    expect(textAt(json, 'task.status')).toBe('TASK_STATUS_QUEUED');
    expectUnfinished(json);
  });

  it('is processing then', async () => {
    const fault = { path: '/v3/async/img2video', kind: 'task', end: 'never' };
    await steer(service, '/practice/faults', fault);
    const endless = await submitVideo(service, videoBody(picture));
    const look = () => get(service, RESULT_PATH, { task_id: endless });
    await expect
      .poll(async () => textAt((await look()).json, 'task.status'))
      .toBe('TASK_STATUS_PROCESSING');
    expectUnfinished((await look()).json);
  });

  it('goes from queued to processing to succeeded and never back', async () => {
    const order = ['TASK_STATUS_QUEUED', 'TASK_STATUS_PROCESSING', 'TASK_STATUS_SUCCEED'];
    await steer(service, '/practice/state', { taskSpeed: 8 });
    const slow = await submitVideo(service, videoBody(picture));
    await steer(service, '/practice/state', { taskSpeed: 1000 });
    const seen: string[] = [];
    while (seen.at(-1) !== 'TASK_STATUS_SUCCEED') {
      const { json } = await get(service, RESULT_PATH, { task_id: slow });
      seen.push(textAt(json, 'task.status'));
    }
    const places = seen.map((status) => order.indexOf(status));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('has a failure text in reason when a task fails', async () => {
    const fault = { path: '/v3/async/img2video', kind: 'task', end: 'failed', reason: 'No light.' };
    await steer(service, '/practice/faults', fault);
    const failing = await submitVideo(service, videoBody(picture));
    await expect
      .poll(async () => {
        const { json } = await get(service, RESULT_PATH, { task_id: failing });
        return textAt(json, 'task.reason');
      })
      .toBe('No light.');
  });
});

describe('the video', () => {
  it('is downloaded without the key, as H.264 in an mp4 with one track that starts with a key frame', async () => {
    const { status, bytes } = await download(textAt(success.json, 'videos[].video_url'));
    expect(status).toBe(200);
    expect(bytes.length).toBeGreaterThan(1000);
    const video = await readVideo(bytes);
    expect(bytes.toString('latin1', 4, 12)).toMatch(/^ftyp(?:isom|iso\d|mp4\d|avc1)$/u);
    expect(video.tracks).toBe(1);
    // baseline, main or high profile
    expect(video.codec).toMatch(/^avc1\.(?:42|4d|64)/u);
    expect(video.unitTypes[0]).toContain(5);
    for (const types of video.unitTypes) {
      expect(types.some((type) => type === 1 || type === 5)).toBe(true);
    }
    const { entryPoints, unitTypes } = video;
    expect(entryPoints[0]).toBe(true);
    expect(
      unitTypes.map((types) => types.includes(5)),
      'complete where a player may start',
    ).toEqual(entryPoints);
  });

  it('is the same for the same seed and parameters', async () => {
    const body = { ...videoBody(picture), seed: 42, motion_bucket_id: 90, cond_aug: 0.1 };
    const first = await makeVideo(service, body);
    const second = await makeVideo(service, body);
    expect(Buffer.concat(second.frames).equals(Buffer.concat(first.frames))).toBe(true);
  });

  it('differs for another seed, other motion, other noise or another picture', async () => {
    const body = { ...videoBody(picture), seed: 42, motion_bucket_id: 90, cond_aug: 0.1 };
    const first = Buffer.concat((await makeVideo(service, body)).frames);
    for (const change of [
      { seed: 43 },
      { motion_bucket_id: 200 },
      { cond_aug: 0.5 },
      { image_file: await drawing(160, 112) },
    ]) {
      const other = await makeVideo(service, { ...body, ...change });
      expect(Buffer.concat(other.frames).equals(first), JSON.stringify(change).slice(0, 60)).toBe(
        false,
      );
    }
  });

  it('has the requested response_video_type', async () => {
    for (const [type, magic] of [
      ['mp4', 'ftyp'],
      ['gif', 'GIF8'],
    ] as const) {
      const body = { ...videoBody(picture), extra: { response_video_type: type } };
      const { json } = await successOf(service, await submitVideo(service, body));
      expect(textAt(json, 'videos[].video_type')).toBe(type);
      const { bytes } = await download(textAt(json, 'videos[].video_url'));
      expect(bytes.toString('latin1', 0, 12)).toContain(magic);
    }
  });
});

/** Expects all fields, and nothing to download. */
function expectUnfinished(json: unknown): void {
  for (const field of FIELDS.filter(([path]) => !path.includes('[]'))) expectField(json, field);
  expect(listAt(json, 'videos')).toEqual([]);
}
