/** Remove-text, cleanup and merge-face: "Edited image result" and their request bodies. */
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectAccepted, expectField } from './support/answers.ts';
import { type Field, textAt } from './support/json.ts';
import { post, type Reply } from './support/http.ts';
import {
  darkPixels,
  decoded,
  differingPixels,
  drawing,
  maskWithSquare,
  plainPicture,
  portrait,
} from './support/pictures.ts';
import {
  type Body,
  describeRequestFields,
  optional,
  required,
  type RequestField,
} from './support/request-fields.ts';
import { serviceOfFile } from './support/service.ts';

const SIZE = { width: 48, height: 36 } as const;
const TYPES = ['png', 'webp', 'jpeg'] as const;

const RESULT: readonly Field[] = [
  ['image_file', 'string'],
  ['image_type', 'string'],
];

const service = serviceOfFile();
let photo: string;
let mask: string;
let face: string;

beforeAll(async () => {
  photo = await drawing(SIZE.width, SIZE.height);
  mask = await maskWithSquare(SIZE.width, SIZE.height);
  face = await portrait(SIZE.width, SIZE.height);
});

const EXTRA: readonly RequestField[] = [
  optional('extra', 'object', [{}]),
  optional('extra.response_image_type', 'string', TYPES),
  optional('extra.enterprise_plan', 'object', [{}, { enabled: false }]),
  optional('extra.enterprise_plan.enabled', 'boolean', [true, false]),
];

/** Base64 of nothing, of no base64, and of bytes that are no picture. */
const NO_PICTURES = ['', 'no base64!', 'bm8gcGljdHVyZQ=='];

const CALLS: readonly {
  readonly path: string;
  readonly fields: readonly string[];
  readonly minimal: () => Body;
}[] = [
  { path: '/v3/remove-text', fields: ['image_file'], minimal: () => ({ image_file: photo }) },
  {
    path: '/v3/cleanup',
    fields: ['image_file', 'mask_file'],
    minimal: () => ({ image_file: photo, mask_file: mask }),
  },
  {
    path: '/v3/merge-face',
    fields: ['face_image_file', 'image_file'],
    minimal: () => ({ face_image_file: face, image_file: face }),
  },
];

describe.each(CALLS)('POST $path', ({ path, fields, minimal }) => {
  const submit = (body: Body): Promise<Reply> => post(service, path, body);

  describeRequestFields({
    fields: [...EXTRA, ...fields.map((field) => required(field, 'string', [], NO_PICTURES))],
    minimal,
    submit,
    isRefused: ({ status, text }) => expect(status, text.slice(0, 300)).toBe(400),
  });

  let answer: Reply;

  beforeAll(async () => {
    answer = await submit(minimal());
  });

  it.each(RESULT)('answers with %s | %s', (field, type) => {
    expectField(answer.json, [field, type]);
  });

  it('answers with a picture in the same response, of the type that it names', async () => {
    const { json } = answer;
    const type = textAt(json, 'image_type');
    expect(TYPES).toContain(type);
    const picture = await decoded(bytesOf(json));
    expect(picture).toEqual({ type, ...SIZE });
  });

  it.each(TYPES)('answers in the asked type %s', async (type) => {
    const extra = { response_image_type: type, enterprise_plan: { enabled: true } };
    const { json } = await submit({ ...minimal(), extra });
    expect(textAt(json, 'image_type')).toBe(type);
    expect((await decoded(bytesOf(json))).type).toBe(type);
  });

  it.each(TYPES)('takes pictures as %s', async (type) => {
    const body: Record<string, unknown> = { ...minimal() };
    for (const field of fields) {
      const encoded = await sharp(bytes(String(body[field])))
        .toFormat(type)
        .toBuffer();
      body[field] = encoded.toString('base64');
    }
    expectAccepted(await submit(body));
  });
});

describe('effects of the calls', () => {
  it('cleanup changes only what the mask covers', async () => {
    const reply = await post(service, '/v3/cleanup', { image_file: photo, mask_file: mask });
    const changed = await differingPixels(bytes(photo), bytesOf(reply.json));
    const nothing = await plainPicture(SIZE.width, SIZE.height, '#000');
    const covered = await differingPixels(bytes(mask), bytes(nothing));
    expect(changed.size).toBeGreaterThan(0);
    expect([...changed].filter((pixel) => !covered.has(pixel))).toEqual([]);
  });

  it('remove-text removes the text', async () => {
    const large = await drawing(240, 180);
    const reply = await post(service, '/v3/remove-text', { image_file: large });
    const result = bytesOf(reply.json);
    expect(await darkPixels(bytes(large))).toBeGreaterThan(250);
    expect(await darkPixels(result)).toBeLessThan(50);
  });

  it('merge-face replaces the face in image_file by the face of face_image_file', async () => {
    const dark = await portrait(240, 240, '#7a4a30');
    const light = await portrait(240, 240, '#e8b898');
    const body = { face_image_file: dark, image_file: light };
    const reply = await post(service, '/v3/merge-face', body);
    const changed = await differingPixels(bytes(light), bytesOf(reply.json));
    expect(changed.size).toBeGreaterThan(1000);
    // the corners belong to the picture that receives the face
    for (const corner of [0, 239, 239 * 240, 240 * 240 - 1])
      expect(changed.has(corner)).toBe(false);
  });
});

function bytes(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}

/** The picture of an answer: plain base64. */
function bytesOf(json: unknown): Buffer {
  const text = textAt(json, 'image_file');
  expect(text).toMatch(/^[A-Za-z0-9+/]+={0,2}$/u);
  return Buffer.from(text, 'base64');
}
