/** Upscaling over HTTP: the envelope, the progress and the larger picture. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishedUpscale, objectIn, samplePhoto } from '../testing/tasks.ts';
import { readJson, type Service, startService } from '../test-support.ts';

const PATH = '/v2/upscale';

let service: Service;
let photo: Buffer;

beforeAll(async () => {
  service = await startService({ taskSpeed: 1000 });
  photo = await samplePhoto('fig-in-a-bowl', 60, 40);
});

afterAll(async () => {
  await service.server.close();
});

/** A call with all fields of the specification; `changes` replaces some. */
function upscaleBody(changes: object = {}): Record<string, unknown> {
  return {
    image: photo.toString('base64'),
    upscaler_1: 'R-ESRGAN 4x+',
    resize_mode: 0,
    upscaling_resize: 2,
    upscaling_resize_w: 0,
    upscaling_resize_h: 0,
    upscaling_crop: true,
    upscaler_2: '',
    extras_upscaler_2_visibility: 0,
    gfpgan_visibility: 0.5,
    codeformer_visibility: 1,
    codeformer_weight: 0,
    img_expire_ttl: null,
    ...changes,
  };
}

/** The envelope of a call; its HTTP status is 200 for every code. */
async function post(changes: object = {}): Promise<Record<string, unknown>> {
  const response = await service.post(PATH, upscaleBody(changes));
  expect(response.status).toBe(200);
  return readJson(response);
}

async function upscale(changes: object = {}): Promise<Buffer> {
  const { data } = await post(changes);
  const result = await finishedUpscale(service, objectIn({ data }, 'data')['task_id']);
  const [url] = Array.isArray(result['imgs']) ? result['imgs'] : [];
  return Buffer.from(await (await fetch(String(url))).arrayBuffer());
}

describe('POST /v2/upscale', { timeout: 30_000 }, () => {
  it('makes the picture larger by a factor, and by resampling keeps what it shows', async () => {
    const larger = await upscale({ upscaler_1: 'Lanczos', upscaling_resize: 3 });
    expect(await sharp(larger).metadata()).toMatchObject({
      format: 'png',
      width: 180,
      height: 120,
    });
    const back = await sharp(larger).resize(60, 40).raw().toBuffer();
    expect(difference(back, await sharp(photo).raw().toBuffer())).toBeLessThan(5);
  });

  it('makes the picture cover a size, and cuts it to it when asked', async () => {
    const size = { resize_mode: 1, upscaling_resize_w: 200, upscaling_resize_h: 100 };
    const cut = await upscale(size);
    expect(await sharp(cut).metadata()).toMatchObject({ width: 200, height: 100 });
    const whole = await upscale({ ...size, upscaling_crop: false });
    expect(await sharp(whole).metadata()).toMatchObject({ width: 200, height: 133 });
  });

  it('resamples by the name of the upscaler, and blends the second one in by its visibility', async () => {
    const [first, second, half] = await Promise.all(
      [
        { upscaler_1: 'Lanczos' },
        { upscaler_1: 'Nearest' },
        { upscaler_1: 'Lanczos', upscaler_2: 'Nearest', extras_upscaler_2_visibility: 0.5 },
        { upscaler_1: 'ESRGAN_4x' },
        { upscaler_1: 'R-ESRGAN 4x+ Anime6B' },
      ].map(async (changes) =>
        sharp(await upscale(changes))
          .raw()
          .toBuffer(),
      ),
    );
    if (first === undefined || second === undefined || half === undefined) throw new Error();
    expect(difference(first, second)).toBeGreaterThan(0.5);
    const mean = first.map((sample, at) => Math.round((sample + (second[at] ?? 0)) / 2));
    expect(difference(half, mean)).toBeLessThan(0.6);
  });

  it('keeps alpha and grey', async () => {
    const clear = await sharp(photo).ensureAlpha(0.5).png().toBuffer();
    const grey = await sharp(photo).toColourspace('b-w').png().toBuffer();
    const alpha = await upscale({ image: clear.toString('base64') });
    expect(await sharp(alpha).metadata()).toMatchObject({ channels: 4, width: 120 });
    const single = await upscale({
      image: grey.toString('base64'),
      upscaler_2: 'Nearest',
      extras_upscaler_2_visibility: 0.3,
    });
    expect(await sharp(single).metadata()).toMatchObject({ channels: 1, width: 120 });
  });

  it.each([
    [
      '1 for what is not JSON or not of the right types',
      1,
      [
        { image: undefined },
        { image: 7 },
        { image: 'no base64!' },
        { upscaler_1: 7 },
        { upscaler_1: undefined },
        { resize_mode: '0' },
        { upscaling_resize: '2' },
        { upscaling_crop: 'yes' },
        { gfpgan_visibility: '1' },
        { img_expire_ttl: 0.5 },
      ],
    ],
    [
      '2 for an upscaler that does not exist',
      2,
      [{ upscaler_1: 'Bicubic 9000' }, { upscaler_2: 'constructor' }],
    ],
    [
      '6 for values outside their range',
      6,
      [
        { resize_mode: 2 },
        { upscaling_resize: 0.5 },
        { upscaling_resize: 9 },
        { upscaling_resize: null },
        { resize_mode: 1, upscaling_resize_w: 0, upscaling_resize_h: 100 },
        { resize_mode: 1, upscaling_resize_w: 100, upscaling_resize_h: 8193 },
        { resize_mode: 1, upscaling_resize_w: null, upscaling_resize_h: 100 },
        { extras_upscaler_2_visibility: 1.1 },
        { gfpgan_visibility: -0.1 },
        { codeformer_visibility: 2 },
        { codeformer_weight: 1.5 },
        { img_expire_ttl: -1 },
        { img_expire_ttl: 604_801 },
      ],
    ],
    [
      '10 for a picture that is none of the supported ones',
      10,
      [{ image: Buffer.from('GIF89a').toString('base64') }],
    ],
  ])('answers code %s', async (_what, code, bodies) => {
    for (const changes of bodies) {
      expect(await post(changes)).toEqual({ code, msg: expect.stringMatching(/\.$/u), data: {} });
    }
  });
});

/** Mean difference of two pictures' samples, 0 to 255. */
function difference(left: Uint8Array, right: Uint8Array): number {
  expect(left.length).toBe(right.length);
  let sum = 0;
  for (const [at, sample] of left.entries()) sum += Math.abs(sample - (right[at] ?? 0));
  return sum / left.length;
}
