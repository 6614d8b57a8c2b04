/** `POST /v3/async/img2video`: the table of its request body, field by field. */
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccepted, expectField, expectRefused } from './support/answers.ts';
import { textAt } from './support/json.ts';
import { post, send } from './support/http.ts';
import { plainPicture } from './support/pictures.ts';
import { describeRequestFields, type RequestField } from './support/request-fields.ts';
import { serviceOfFile, steer } from './support/service.ts';
import { VIDEO_PATH, videoBody } from './support/video-tasks.ts';

const service = serviceOfFile();
let picture: string;

beforeAll(async () => {
  picture = await plainPicture(64, 48);
  // accepted videos need not be made: only the answer to the call is checked
  const fault = { path: VIDEO_PATH, kind: 'task', end: 'failed', times: 10_000 };
  await steer(service, '/practice/faults', fault);
});

const webhook = { url: 'http://127.0.0.1:9/' };

const FIELDS: readonly RequestField[] = [
  { path: 'extra', type: 'object', accepts: [{}] },
  { path: 'extra.response_video_type', type: 'string', accepts: ['mp4'] },
  { path: 'extra.enterprise_plan', type: 'object', accepts: [{}, { enabled: true }] },
  { path: 'extra.enterprise_plan.enabled', type: 'boolean', accepts: [true, false] },
  { path: 'extra.webhook', type: 'object', accepts: [webhook] },
  { path: 'extra.webhook.url', type: 'string', accepts: [webhook.url, 'https://127.0.0.1:9/a?b'] },
  {
    path: 'extra.webhook.test_mode',
    type: 'object',
    accepts: [{ enabled: false }, { enabled: true, return_task_status: 'TASK_STATUS_FAILED' }],
    beside: { extra: { webhook } },
  },
  {
    path: 'extra.webhook.test_mode.enabled',
    type: 'boolean',
    accepts: [true, false],
    beside: {
      extra: { webhook: { ...webhook, test_mode: { return_task_status: 'TASK_STATUS_FAILED' } } },
    },
  },
  {
    path: 'extra.webhook.test_mode.return_task_status',
    type: 'string',
    accepts: ['TASK_STATUS_SUCCEED', 'TASK_STATUS_FAILED'],
    beside: { extra: { webhook: { ...webhook, test_mode: { enabled: true } } } },
  },
  {
    path: 'model_name',
    type: 'string',
    required: true,
    accepts: ['SVD'],
    refuses: ['svd', 'SVD-XL', ''],
  },
  { path: 'image_file', type: 'string', required: true, accepts: [], refuses: ['', 'no base64!'] },
  {
    path: 'frames_num',
    type: 'integer',
    required: true,
    accepts: [14],
    refuses: [13, 15, 25, 0, -14],
  },
  {
    path: 'frames_per_second',
    type: 'integer',
    required: true,
    accepts: [6],
    refuses: [0, 5, 7, 24],
  },
  {
    path: 'image_file_resize_mode',
    type: 'string',
    required: true,
    accepts: ['ORIGINAL_RESOLUTION', 'CROP_TO_ASPECT_RATIO'],
    refuses: ['STRETCH', 'original_resolution', ''],
  },
  { path: 'steps', type: 'integer', required: true, accepts: [1, 25, 50], refuses: [0, 51, -1] },
  { path: 'seed', type: 'integer', accepts: [-1, 0, 1, 4_294_967_295], refuses: [-2] },
  { path: 'motion_bucket_id', type: 'integer', accepts: [1, 127, 255], refuses: [0, 256, -1] },
  {
    path: 'cond_aug',
    type: 'number',
    accepts: [0, 0.02, 1],
    refuses: [-Number.MIN_VALUE, 1 + Number.EPSILON],
  },
  { path: 'enable_frame_interpolation', type: 'boolean', accepts: [true, false] },
];

describe('the request body', () => {
  describeRequestFields({
    fields: FIELDS,
    minimal: () => videoBody(picture),
    submit: (body) => post(service, VIDEO_PATH, body),
  });

  it('is accepted with every optional field at once', async () => {
    const reply = await post(service, VIDEO_PATH, {
      ...videoBody(picture),
      extra: {
        response_video_type: 'mp4',
        enterprise_plan: { enabled: false },
        webhook: { ...webhook, test_mode: { enabled: false, return_task_status: '' } },
      },
      seed: 7,
      motion_bucket_id: 127,
      cond_aug: 0.02,
      enable_frame_interpolation: true,
    });
    expectAccepted(reply);
    expectField(reply.json, ['task_id', 'string']);
  });

  it.each(['png', 'jpeg', 'webp'] as const)('takes a picture as %s', async (type) => {
    const bytes = await sharp(Buffer.from(picture, 'base64')).toFormat(type).toBuffer();
    expectAccepted(await post(service, VIDEO_PATH, videoBody(bytes.toString('base64'))));
  });

  it('takes the model SVD-XT with 25 frames, and with no other number', async () => {
    const submit = (frames_num: number) =>
      post(service, VIDEO_PATH, { ...videoBody(picture), model_name: 'SVD-XT', frames_num });
    expectAccepted(await submit(25));
    for (const frames of [14, 24, 26]) expectRefused(await submit(frames));
  });

  it('submits nothing when it is sent by GET', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(videoBody(picture));
    expectRefused(await send(service, 'GET', VIDEO_PATH, body, headers));
  });
});

it('the response is {task_id: string}, different for each call', async () => {
  const first = await post(service, VIDEO_PATH, videoBody(picture));
  const second = await post(service, VIDEO_PATH, videoBody(picture));
  expect(textAt(first.json, 'task_id')).not.toBe('');
  expect(textAt(second.json, 'task_id')).not.toBe(textAt(first.json, 'task_id'));
});
