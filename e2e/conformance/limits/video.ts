/** The rows of "Limits" on the parameters of a video, and on its output. */
import { expect } from 'vitest';
import { expectAccepted, expectRefused } from '../support/answers.ts';
import { textAt } from '../support/json.ts';
import { post, type Reply } from '../support/http.ts';
import { drawing, plainPicture } from '../support/pictures.ts';
import type { Check, InputLimit, OutputLimit } from '../support/rows.ts';
import { type Service, steer } from '../support/service.ts';
import {
  download,
  FRAMES,
  makeVideo,
  submitVideo,
  successOf,
  VIDEO_PATH,
  videoBody,
} from '../support/video-tasks.ts';

/** The longer and the shorter side of 576 x 1024. */
const WORKING = { longer: 1024, shorter: 576 } as const;
/** Seconds allowed for creating an answer, on top of the lifetime of its address. */
const SLACK = 60;

/** Declares the checks of the rows on parameters. */
export function declareVideoLimits(check: Check<InputLimit>, service: () => Service): void {
  const submit = async (fields: Readonly<Record<string, unknown>>): Promise<Reply> =>
    post(service(), VIDEO_PATH, { ...videoBody(await plainPicture(64, 48)), ...fields });
  const declare = (
    row: InputLimit,
    accepted: readonly Readonly<Record<string, unknown>>[],
    refused: readonly Readonly<Record<string, unknown>>[],
  ): void => {
    check(row, 'accepts', accepted.map(short).join(' and '), async () => {
      for (const fields of accepted) expectAccepted(await submit(fields));
    });
    check(row, 'refuses', refused.map(short).join(' and '), async () => {
      for (const fields of refused) expectRefused(await submit(fields));
    });
  };
  declare(
    'frames_per_second | img2video | only 6',
    [{ frames_per_second: 6 }],
    [{ frames_per_second: 5 }, { frames_per_second: 7 }, { frames_per_second: 24 }],
  );
  const framesRow = 'frames_num | img2video | 25 for SVD-XT, 14 for SVD';
  declare(
    framesRow,
    [
      { model_name: 'SVD-XT', frames_num: 25 },
      { model_name: 'SVD', frames_num: 14 },
    ],
    [
      { model_name: 'SVD-XT', frames_num: 14 },
      { model_name: 'SVD-XT', frames_num: 24 },
      { model_name: 'SVD-XT', frames_num: 26 },
      { model_name: 'SVD', frames_num: 25 },
      { model_name: 'SVD', frames_num: 13 },
      { model_name: 'SVD', frames_num: 15 },
    ],
  );
  declare(
    'steps | img2video | 1 to 50',
    [{ steps: 1 }, { steps: 50 }],
    [{ steps: 0 }, { steps: 51 }],
  );
  declare(
    'motion_bucket_id | img2video | 1 to 255',
    [{ motion_bucket_id: 1 }, { motion_bucket_id: 255 }],
    [{ motion_bucket_id: 0 }, { motion_bucket_id: 256 }],
  );
  declare(
    'cond_aug | img2video | 0 to 1',
    [{ cond_aug: 0 }, { cond_aug: 1 }],
    [{ cond_aug: -Number.MIN_VALUE }, { cond_aug: 1 + Number.EPSILON }],
  );
}

/** Declares the checks of the rows on outputs. */
export function declareVideoOutputs(check: Check<OutputLimit>, service: () => Service): void {
  declareWorkingResolution(check, service);
  check(
    'Output frame rate with interpolation | img2video | 24 fps',
    'holds',
    'for both models, with the length that they have without',
    async () => {
      const picture = await drawing(96, 64);
      for (const [model, frames] of Object.entries(FRAMES)) {
        const asked = { ...videoBody(picture), model_name: model, frames_num: frames };
        const plain = await makeVideo(service(), asked);
        const smooth = await makeVideo(service(), { ...asked, enable_frame_interpolation: true });
        expect(plain.frames).toHaveLength(frames);
        expect(rateOf(plain.frameSeconds)).toBeCloseTo(6, 3);
        expect(rateOf(smooth.frameSeconds)).toBeCloseTo(24, 3);
        expect(smooth.seconds).toBeCloseTo(plain.seconds, 2);
        expect(plain.seconds).toBeCloseTo(frames / 6, 2);
      }
    },
  );
  check(
    'Video URL validity | task-result videos | given per entry in video_url_ttl (seconds)',
    'holds',
    'to the end, and no longer',
    async () => {
      const task = await submitVideo(service(), videoBody(await plainPicture(64, 48)));
      const { json } = await successOf(service(), task);
      const url = textAt(json, 'videos[].video_url');
      const seconds = Number(textAt(json, 'videos[].video_url_ttl'));
      expect(seconds).toBeGreaterThan(SLACK);
      expect((await download(url)).status).toBe(200);
      await steer(service(), '/practice/state', { skewSeconds: seconds - SLACK });
      expect((await download(url)).status).toBe(200);
      await steer(service(), '/practice/state', { skewSeconds: seconds + 1 });
      expect((await download(url)).status).toBe(403);
      await steer(service(), '/practice/state', { skewSeconds: 0 });
    },
  );
}

function declareWorkingResolution(check: Check<OutputLimit>, service: () => Service): void {
  const row = 'Video working resolution | img2video | within 576 x 1024 by resize mode';
  const sizeOf = async (mode: string, width: number, height: number) => {
    const body = { ...videoBody(await drawing(width, height)), image_file_resize_mode: mode };
    const video = await makeVideo(service(), body);
    const sides = [video.width, video.height].sort((a, b) => b - a);
    return { width: video.width, height: video.height, longer: sides[0], shorter: sides[1] };
  };
  check(row, 'holds', 'with ORIGINAL_RESOLUTION, which keeps a size within', async () => {
    expect(await sizeOf('ORIGINAL_RESOLUTION', 160, 96)).toMatchObject({ width: 160, height: 96 });
    expect(await sizeOf('ORIGINAL_RESOLUTION', 96, 160)).toMatchObject({ width: 96, height: 160 });
  });
  check(row, 'holds', 'with ORIGINAL_RESOLUTION and a picture that is larger', async () => {
    for (const [width, height] of [
      [2048, 1024],
      [600, 2048],
    ] as const) {
      const size = await sizeOf('ORIGINAL_RESOLUTION', width, height);
      expect(size.longer).toBeLessThanOrEqual(WORKING.longer);
      expect(size.shorter).toBeLessThanOrEqual(WORKING.shorter);
      // proportions stay the same, apart from rounding to even numbers
      expect(size.width / size.height).toBeCloseTo(width / height, 1);
    }
  });
  check(row, 'holds', 'with CROP_TO_ASPECT_RATIO, which fills it', async () => {
    for (const [width, height] of [
      [500, 300],
      [300, 500],
    ] as const) {
      const size = await sizeOf('CROP_TO_ASPECT_RATIO', width, height);
      expect(size).toMatchObject(WORKING);
      expect(size.width > size.height).toBe(width > height);
    }
  });
}

function rateOf(frameSeconds: readonly number[]): number {
  return frameSeconds.length / frameSeconds.reduce((sum, each) => sum + each, 0);
}

/** `steps 51`: the last field and its value. */
function short(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(' with ');
}
