/** `POST /v3/async/img2video`: the table of its request body, field by field. */
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccepted, expectField, expectRefused } from './support/answers.ts';
import { textAt } from './support/json.ts';
import { post, send } from './support/http.ts';
import { plainPicture } from './support/pictures.ts';
import {
  describeRequestFields,
  optional,
  required,
  type RequestField,
} from './support/request-fields.ts';
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

const failing = { return_task_status: 'TASK_STATUS_FAILED' };
const withTest = (test_mode: object) => ({ extra: { webhook: { ...webhook, test_mode } } });
const ENDS = ['TASK_STATUS_SUCCEED', 'TASK_STATUS_FAILED'];
const RESIZE_MODES = ['ORIGINAL_RESOLUTION', 'CROP_TO_ASPECT_RATIO'];

const FIELDS: readonly RequestField[] = [
  optional('extra', 'object', [{}]),
  optional('extra.response_video_type', 'string', ['mp4']),
  optional('extra.enterprise_plan', 'object', [{}, { enabled: true }]),
  optional('extra.enterprise_plan.enabled', 'boolean', [true, false]),
  optional('extra.webhook', 'object', [webhook]),
  optional('extra.webhook.url', 'string', [webhook.url, 'https://127.0.0.1:9/a?b']),
  {
    ...optional('extra.webhook.test_mode', 'object', [
      { enabled: false },
      { enabled: true, ...failing },
    ]),
    beside: { extra: { webhook } },
  },
  {
    ...optional('extra.webhook.test_mode.enabled', 'boolean', [true, false]),
    beside: withTest(failing),
  },
  {
    ...optional('extra.webhook.test_mode.return_task_status', 'string', ENDS),
    beside: withTest({ enabled: true }),
  },
  required('model_name', 'string', ['SVD'], ['svd', 'SVD-XL', '']),
  required('image_file', 'string', [], ['', 'no base64!']),
  required('frames_num', 'integer', [14], [13, 15, 25, 0, -14]),
  required('frames_per_second', 'integer', [6], [0, 5, 7, 24]),
  required('image_file_resize_mode', 'string', RESIZE_MODES, [
    'STRETCH',
    'original_resolution',
    '',
  ]),
  required('steps', 'integer', [1, 25, 50], [0, 51, -1]),
  optional('seed', 'integer', [-1, 0, 1, 4_294_967_295], [-2]),
  optional('motion_bucket_id', 'integer', [1, 127, 255], [0, 256, -1]),
  optional('cond_aug', 'number', [0, 0.02, 1], [-Number.MIN_VALUE, 1 + Number.EPSILON]),
  optional('enable_frame_interpolation', 'boolean', [true, false]),
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
