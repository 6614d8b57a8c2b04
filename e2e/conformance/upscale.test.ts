/** `POST /v2/upscale` and `GET /v2/progress`: the envelope, "Progress data", and the result. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeFields, expectAccepted, expectField, expectRefused } from './support/answers.ts';
import { type Field, listAt, numberAt, textAt, valueAt } from './support/json.ts';
import { get, post, type Reply } from './support/http.ts';
import { decoded, drawing } from './support/pictures.ts';
import {
  type Body,
  describeRequestFields,
  nullable,
  optional,
  required,
} from './support/request-fields.ts';
import { serviceOfFile, steer } from './support/service.ts';
import { upscaleBody } from './support/endpoints.ts';
import { download } from './support/video-tasks.ts';

const SIZE = { width: 60, height: 40 } as const;

const service = serviceOfFile();
let picture: string;
let submitted: Reply;
let success: Reply;

beforeAll(async () => {
  picture = await drawing(SIZE.width, SIZE.height);
  submitted = await post(service, '/v2/upscale', everyField());
  success = await endOf(textAt(submitted.json, 'data.task_id'));
});

/** A call with every field of the specification, each of its type. */
function everyField(): Body {
  return {
    image: picture,
    upscaler_1: 'R-ESRGAN 4x+',
    resize_mode: 1,
    upscaling_resize: 2,
    upscaling_resize_w: 120,
    upscaling_resize_h: 80,
    upscaling_crop: true,
    upscaler_2: 'R-ESRGAN 4x+ Anime6B',
    extras_upscaler_2_visibility: 0.5,
    gfpgan_visibility: 0,
    codeformer_visibility: 0,
    codeformer_weight: 0.5,
    img_expire_ttl: 600,
  };
}

/** Polls like any client until the task has ended. */
async function endOf(taskId: string): Promise<Reply> {
  for (;;) {
    const reply = await get(service, '/v2/progress', { task_id: taskId });
    expectAccepted(reply);
    if (numberAt(reply.json, 'data.status') >= 2) return reply;
    await sleep(20);
  }
}

describe('POST /v2/upscale', () => {
  describeRequestFields({
    fields: [
      optional('upscaler_1', 'string', ['R-ESRGAN 4x+', 'ESRGAN_4x']),
      optional('resize_mode', 'integer', [0, 1]),
      nullable('upscaling_resize', 'number', [2, 1.5]),
      optional('upscaling_resize_w', 'integer', [64]),
      optional('upscaling_resize_h', 'integer', [64]),
      optional('upscaling_crop', 'boolean', [true, false]),
      optional('upscaler_2', 'string', ['R-ESRGAN 4x+ Anime6B']),
      optional('extras_upscaler_2_visibility', 'number', [0, 0.5, 1]),
      optional('gfpgan_visibility', 'number', [0, 0.5, 1]),
      optional('codeformer_visibility', 'number', [0, 0.5, 1]),
      optional('codeformer_weight', 'number', [0, 0.5, 1]),
      nullable('img_expire_ttl', 'integer', [3600]),
      required('image', 'string', [], ['', 'no base64!']),
    ],
    minimal: everyField,
    submit: (body) => post(service, '/v2/upscale', body),
  });

  describeFields(
    () => submitted,
    [
      ['code', 'integer'],
      ['msg', 'string'],
      ['data', 'object'],
      ['data.task_id', 'string'],
      ['data.warn', 'string'],
    ],
  );
});

const PROGRESS: readonly Field[] = [
  ['status', 'integer'],
  ['progress', 'number'],
  ['eta_relative', 'number'],
  ['imgs', 'array of string'],
  ['failed_reason', 'string'],
  ['current_images', 'array of string'],
  ['submit_time', 'string'],
  ['execution_time', 'string'],
  ['txt2img_time', 'string'],
  ['finish_time', 'string'],
  ['info', 'string'],
  ['enable_nsfw_detection', 'boolean'],
  ['nsfw_detection_result', 'array of object'],
  ['nsfw_detection_result[].valid', 'boolean'],
  ['nsfw_detection_result[].confidence', 'number'],
  ['debug_info', 'object'],
  ['debug_info.submit_time_ms', 'integer'],
  ['debug_info.execution_time_ms', 'integer'],
  ['debug_info.txt2img_time_ms', 'integer'],
  ['debug_info.finish_time_ms', 'integer'],
];

const TIMES = ['submit_time', 'execution_time', 'txt2img_time', 'finish_time'] as const;

describe('Progress data', () => {
  it.each(PROGRESS)('%s | %s', (path, type) => {
    expectField(success.json, [`data.${path}`, type]);
  });

  it.each(TIMES)('%s is a local date-time in the form YYYY-MM-DD HH:MM:SS', (name) => {
    const text = textAt(success.json, `data.${name}`);
    expect(text).toMatch(/^\d{4}-[01]\d-[0-3]\d [0-2]\d:[0-5]\d:[0-5]\d$/u);
    // without a zone, JavaScript reads it as local
    const milliseconds = numberAt(success.json, `data.debug_info.${name}_ms`);
    expect(new Date(text.replace(' ', 'T')).getTime()).toBe(Math.floor(milliseconds / 1000) * 1000);
  });

  it('has its Unix times in milliseconds and in order', () => {
    const times = TIMES.map((name) => numberAt(success.json, `data.debug_info.${name}_ms`));
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    expect(Math.abs(Date.now() - Number(times[0]))).toBeLessThan(3_600_000);
  });

  it('has one entry of nsfw_detection_result for each image', () => {
    const images = listAt(success.json, 'data.imgs');
    expect(listAt(success.json, 'data.nsfw_detection_result')).toHaveLength(images.length);
  });

  it('takes the task from the required query parameter task_id', async () => {
    const first = textAt(submitted.json, 'data.task_id');
    const other = await post(service, '/v2/upscale', upscaleBody(picture));
    const second = await endOf(textAt(other.json, 'data.task_id'));
    const again = await get(service, '/v2/progress', { task_id: first });
    expect(textAt(again.json, 'data.info')).toBe(textAt(success.json, 'data.info'));
    expect(textAt(second.json, 'data.imgs[]')).not.toBe(textAt(again.json, 'data.imgs[]'));
    expectRefused(await get(service, '/v2/progress'));
  });
});

describe('States', () => {
  /** @returns the id of a task that ends in this way */
  const steeredTask = async (fault: object) => {
    await steer(service, '/practice/faults', { path: '/v2/upscale', kind: 'task', ...fault });
    return textAt((await post(service, '/v2/upscale', everyField())).json, 'data.task_id');
  };

  it('status integer 2: imgs filled, progress 1, eta_relative 0, failed_reason empty', () => {
    expect(valueAt(success.json, 'data')).toMatchObject({
      status: 2,
      progress: 1,
      eta_relative: 0,
      failed_reason: '',
    });
    expect(listAt(success.json, 'data.imgs').length).toBeGreaterThan(0);
  });

  // imgs are "present when the task succeeded"
  it('reports a task in progress, with every other field', async () => {
    const id = await steeredTask({ end: 'never' });
    const reply = await get(service, '/v2/progress', { task_id: id });
    expect([0, 1]).toContain(numberAt(reply.json, 'data.status'));
    expect(numberAt(reply.json, 'data.progress')).toBeLessThan(1);
    for (const [path, type] of PROGRESS.filter(([each]) => !/\[\]|imgs/u.test(each))) {
      expectField(reply.json, [`data.${path}`, type]);
    }
  });

  it('reports a failed task with its failure text', async () => {
    const { json } = await endOf(await steeredTask({ end: 'failed', reason: 'No light.' }));
    expect(numberAt(json, 'data.status')).not.toBe(2);
    expect(textAt(json, 'data.failed_reason')).toBe('No light.');
    expect(listAt(json, 'data.imgs')).toEqual([]);
  });
});

describe('the result of an enlargement', () => {
  const resultOf = async (body: Body) => {
    const { json } = await post(service, '/v2/upscale', body);
    const end = await endOf(textAt(json, 'data.task_id'));
    const { status, bytes } = await download(textAt(end.json, 'data.imgs[]'));
    expect(status).toBe(200);
    return decoded(bytes);
  };

  it('is found at the address in imgs, larger by the factor', async () => {
    expect(await resultOf({ ...upscaleBody(picture), upscaling_resize: 3 })).toMatchObject({
      width: 3 * SIZE.width,
      height: 3 * SIZE.height,
    });
  });

  it('has the size upscaling_resize_w by upscaling_resize_h', async () => {
    const size = { upscaling_resize_w: 100, upscaling_resize_h: 100, upscaling_crop: true };
    const body = { ...everyField(), ...size, upscaling_resize: null };
    expect(await resultOf(body)).toMatchObject({ width: 100, height: 100 });
  });

  it('can be fetched for the seconds of img_expire_ttl', async () => {
    const url = textAt(success.json, 'data.imgs[]');
    await steer(service, '/practice/state', { skewSeconds: 600 - 60 });
    expect((await download(url)).status).toBe(200);
    await steer(service, '/practice/state', { skewSeconds: 600 + 1 });
    expect((await download(url)).status).toBe(403);
    await steer(service, '/practice/state', { skewSeconds: 0 });
  });
});
