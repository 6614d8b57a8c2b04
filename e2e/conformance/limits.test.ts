/**
 * "Limits" of the specification on pictures and on the output: the largest value is taken, the next
 * one is not. Limits of other fields are in the tables of their calls.
 */
import { describe, expect, it } from 'vitest';
import { expectAccepted, expectRefused } from './support/answers.ts';
import { textAt } from './support/json.ts';
import { post, type Reply } from './support/http.ts';
import { drawing, padded, plainPicture, portrait, THIRTY_MEGABYTES } from './support/pictures.ts';
import { serviceOfFile, steer } from './support/service.ts';
import {
  download,
  FRAMES,
  makeVideo,
  submitVideo,
  successOf,
  VIDEO_PATH,
  videoBody,
} from './support/video-tasks.ts';

/** Sides of a square of 16 megapixels, with a megapixel of 2^20 pixels. */
const SIXTEEN_MEGAPIXELS = 4096;
/** The longer and the shorter side of 576 x 1024. */
const WORKING = { longer: 1024, shorter: 576 } as const;
/** Seconds allowed for creating an answer, on top of the lifetime of its address. */
const SLACK = 60;

const service = serviceOfFile();

/** Sends a call with this picture in a field; the others are small and valid. */
type Submit = (picture: string) => Promise<Reply>;

const video: Submit = (picture) => post(service, VIDEO_PATH, videoBody(picture));
const removeText: Submit = (picture) => post(service, '/v3/remove-text', { image_file: picture });
const mergeFace =
  (field: string): Submit =>
  async (picture) => {
    const other = await portrait(24, 24);
    const body = { face_image_file: other, image_file: other, [field]: picture };
    return post(service, '/v3/merge-face', body);
  };
const cleanup =
  (field: string): Submit =>
  async (picture) => {
    const other = await plainPicture(24, 24, '#000');
    return post(service, '/v3/cleanup', { image_file: other, mask_file: other, [field]: picture });
  };

describe('Input image size', () => {
  it.each([
    ['img2video image_file', 2048, plainPicture, video],
    ['remove-text image_file', 1024, plainPicture, removeText],
    ['merge-face face_image_file', 2048, portrait, mergeFace('face_image_file')],
    ['merge-face image_file', 2048, portrait, mergeFace('image_file')],
  ] as const)('%s | at most %i pixels a side', async (_field, side, draw, submit) => {
    expectAccepted(await submit(await draw(side, side)));
    expectRefused(await submit(await draw(side + 1, side)));
    expectRefused(await submit(await draw(side, side + 1)));
    expectRefused(await submit(await draw(side + 1, 64)));
  });

  it.each([
    ['img2video image_file', video],
    ['remove-text image_file', removeText],
    ['merge-face face_image_file', mergeFace('face_image_file')],
    ['merge-face image_file', mergeFace('image_file')],
    ['cleanup image_file', cleanup('image_file')],
    ['cleanup mask_file', cleanup('mask_file')],
  ])('%s | at most 30 MB', async (_field, submit) => {
    // a face, which every call accepts
    const face = await portrait(24, 24);
    expectAccepted(await submit(padded(face, THIRTY_MEGABYTES)));
    expectRefused(await submit(padded(face, THIRTY_MEGABYTES + 1)));
  });

  // a mask has to have the size of its picture, so both are made larger together
  it('cleanup image_file and mask_file | at most 16 megapixels each, with sides of any length', async () => {
    const submit = (image: string, mask: string) =>
      post(service, '/v3/cleanup', { image_file: image, mask_file: mask });
    const largest = await plainPicture(SIXTEEN_MEGAPIXELS, SIXTEEN_MEGAPIXELS, '#000');
    const larger = await plainPicture(SIXTEEN_MEGAPIXELS, SIXTEEN_MEGAPIXELS + 1, '#000');
    const long = await plainPicture(9000, 64, '#000');
    expectAccepted(await submit(largest, largest));
    expectAccepted(await submit(long, long));
    expectRefused(await submit(larger, larger));
    expectRefused(await submit(larger, largest));
    expectRefused(await submit(largest, larger));
  });
});

describe('Video working resolution | img2video | within 576 x 1024 by resize mode', () => {
  const sizeOf = async (mode: string, width: number, height: number) => {
    const body = { ...videoBody(await drawing(width, height)), image_file_resize_mode: mode };
    const made = await makeVideo(service, body);
    const [longer, shorter] = [made.width, made.height].sort((a, b) => b - a);
    return { width: made.width, height: made.height, longer, shorter };
  };

  it.each([
    [160, 96],
    [96, 160],
  ])('ORIGINAL_RESOLUTION keeps the size %i x %i', async (width, height) => {
    expect(await sizeOf('ORIGINAL_RESOLUTION', width, height)).toMatchObject({ width, height });
  });

  it.each([
    [2048, 1024],
    [600, 2048],
  ])('ORIGINAL_RESOLUTION reduces the size %i x %i', async (width, height) => {
    const size = await sizeOf('ORIGINAL_RESOLUTION', width, height);
    expect(size.longer).toBeLessThanOrEqual(WORKING.longer);
    expect(size.shorter).toBeLessThanOrEqual(WORKING.shorter);
    // proportions stay the same, apart from rounding to even numbers
    expect(size.width / size.height).toBeCloseTo(width / height, 1);
  });

  it.each([
    [500, 300],
    [300, 500],
  ])('CROP_TO_ASPECT_RATIO fills it with the size %i x %i', async (width, height) => {
    const size = await sizeOf('CROP_TO_ASPECT_RATIO', width, height);
    expect(size).toMatchObject(WORKING);
    expect(size.width > size.height).toBe(width > height);
  });
});

describe('Output frame rate with interpolation | img2video | 24 fps', () => {
  const rateOf = (frameSeconds: readonly number[]) =>
    frameSeconds.length / frameSeconds.reduce((sum, each) => sum + each, 0);

  it.each(Object.entries(FRAMES))(
    '%s has the length that it has without',
    async (model, frames) => {
      const asked = { ...videoBody(await drawing(96, 64)), model_name: model, frames_num: frames };
      const plain = await makeVideo(service, asked);
      const smooth = await makeVideo(service, { ...asked, enable_frame_interpolation: true });
      expect(plain.frames).toHaveLength(frames);
      expect(rateOf(plain.frameSeconds)).toBeCloseTo(6, 3);
      expect(rateOf(smooth.frameSeconds)).toBeCloseTo(24, 3);
      expect(smooth.seconds).toBeCloseTo(plain.seconds, 2);
      expect(plain.seconds).toBeCloseTo(frames / 6, 2);
    },
  );
});

it('Video URL validity | task-result videos | video_url_ttl (seconds), and no longer', async () => {
  const task = await submitVideo(service, videoBody(await plainPicture(64, 48)));
  const { json } = await successOf(service, task);
  const url = textAt(json, 'videos[].video_url');
  const seconds = Number(textAt(json, 'videos[].video_url_ttl'));
  expect(seconds).toBeGreaterThan(SLACK);
  for (const [skewSeconds, status] of [
    [0, 200],
    [seconds - SLACK, 200],
    [seconds + 1, 403],
  ]) {
    await steer(service, '/practice/state', { skewSeconds });
    expect((await download(url)).status).toBe(status);
  }
  await steer(service, '/practice/state', { skewSeconds: 0 });
});
