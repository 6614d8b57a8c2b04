/** Face merge over HTTP: the face is in the picture, and the rest of it is as it was. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPortrait, type Portrait } from '../testing/portraits.ts';
import { readImage, readJson, type Service, startService } from '../test-support.ts';

const PATH = '/v3/merge-face';

/** Whose face is taken. */
const GIVER: Portrait = {
  width: 300,
  height: 360,
  x: 140,
  y: 150,
  halfWidth: 70,
  skin: '#e8b898',
  hair: '#3a2412',
  ground: '#7090b0',
  shirt: '#24507a',
};

/** Who receives it. */
const RECEIVER: Portrait = {
  width: 400,
  height: 300,
  x: 280,
  y: 130,
  halfWidth: 48,
  skin: '#8d5a3a',
  hair: '#181010',
  ground: '#3c6b3c',
  shirt: '#eeeeee',
};

let service: Service;
let face: Buffer;
let image: Buffer;

beforeAll(async () => {
  service = await startService();
  [face, image] = await Promise.all([drawPortrait(GIVER), drawPortrait(RECEIVER)]);
});

afterAll(async () => {
  await service.server.close();
});

function bodyOf(faceFile: Buffer, imageFile: Buffer, extra?: object): Record<string, unknown> {
  return {
    face_image_file: faceFile.toString('base64'),
    image_file: imageFile.toString('base64'),
    ...(extra === undefined ? {} : { extra }),
  };
}

async function merge(faceFile: Buffer, imageFile: Buffer, extra?: object): Promise<Buffer> {
  const response = await service.post(PATH, bodyOf(faceFile, imageFile, extra));
  expect(response.status).toBe(200);
  return readImage(response);
}

function samplesOf(file: Buffer): Promise<Buffer> {
  return sharp(file).removeAlpha().raw().toBuffer();
}

/** Mean colour around a point, given in half widths of a face from its middle. */
async function colourAt(
  file: Buffer,
  portrait: Portrait,
  across: number,
  down: number,
): Promise<number[]> {
  const side = Math.max(2, Math.round(portrait.halfWidth / 10));
  const { data } = await sharp(file)
    .removeAlpha()
    .extract({
      left: Math.round(portrait.x + across * portrait.halfWidth - side / 2),
      top: Math.round(portrait.y + down * portrait.halfWidth - side / 2),
      width: side,
      height: side,
    })
    .resize(1, 1)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

function distance(left: readonly number[], right: readonly number[]): number {
  return Math.hypot(...left.map((value, at) => value - (right[at] ?? 0)));
}

describe('POST /v3/merge-face', { timeout: 30_000 }, () => {
  it('changes an ellipse over the face of image_file and not one pixel outside', async () => {
    const [before, after] = await Promise.all([
      samplesOf(image),
      samplesOf(await merge(face, image)),
    ]);
    expect(after.length).toBe(before.length);
    let [inside, outside] = [0, 0];
    for (let pixel = 0; pixel < RECEIVER.width * RECEIVER.height; pixel += 1) {
      const isSame = [0, 1, 2].every(
        (channel) => before[3 * pixel + channel] === after[3 * pixel + channel],
      );
      if (isSame) continue;
      const across = ((pixel % RECEIVER.width) - RECEIVER.x) / RECEIVER.halfWidth;
      const down = (Math.floor(pixel / RECEIVER.width) - RECEIVER.y) / (1.3 * RECEIVER.halfWidth);
      if (Math.hypot(across, down) < 1.35) inside += 1;
      else outside += 1;
    }
    expect(outside).toBe(0);
    expect(inside).toBeGreaterThan(0.3 * Math.PI * 1.3 * RECEIVER.halfWidth ** 2);
  });

  it(
    'takes the features from face_image_file and the colours from image_file',
    { tags: 'second' },
    async () => {
      const bearded = await sharp(face)
        .composite([
          {
            input: { create: { width: 60, height: 26, channels: 3, background: '#2038d0' } },
            left: GIVER.x - 30,
            top: GIVER.y + 30,
          },
        ])
        .png()
        .toBuffer();
      const result = await merge(bearded, image);
      const patch = await colourAt(result, RECEIVER, 0, 0.6);
      const patchBefore = await colourAt(image, RECEIVER, 0, 0.6);
      expect(distance(patch, patchBefore)).toBeGreaterThan(40);
      const forehead = await colourAt(await merge(face, image), RECEIVER, 0, -0.75);
      const own = await colourAt(image, RECEIVER, 0, -0.75);
      const other = await colourAt(face, GIVER, 0, -0.75);
      expect(distance(forehead, own)).toBeLessThan(0.5 * distance(other, own));
    },
  );

  it('gives other results when the two pictures change places', async () => {
    const result = await merge(image, face);
    expect(await sharp(result).metadata()).toMatchObject({
      width: GIVER.width,
      height: GIVER.height,
    });
  });

  it('answers in the asked type and keeps alpha', async () => {
    const clear = await sharp(image).ensureAlpha(0.5).png().toBuffer();
    for (const type of ['png', 'webp', 'jpeg']) {
      const response = await service.post(PATH, bodyOf(face, clear, { response_image_type: type }));
      expect((await readJson(response.clone()))['image_type']).toBe(type);
      const file = await readImage(response);
      expect(await sharp(file).metadata()).toMatchObject({ format: type, width: RECEIVER.width });
      if (type === 'jpeg') continue;
      const alpha = await sharp(file).extractChannel(3).raw().toBuffer();
      expect(new Set(alpha).size).toBe(1);
    }
  });

  it('answers IMAGE_NO_FACE_DETECTED, and for which picture, when nothing has the colour of skin', async () => {
    const sea = await sharp({
      create: { width: 200, height: 150, channels: 3, background: '#2060c0' },
    })
      .png()
      .toBuffer();
    for (const [field, body] of [
      ['face_image_file', bodyOf(sea, image)],
      ['image_file', bodyOf(face, sea)],
    ] as const) {
      const response = await service.post(PATH, body);
      expect(response.status).toBe(400);
      expect(await readJson(response)).toMatchObject({
        reason: 'IMAGE_NO_FACE_DETECTED',
        metadata: { field },
      });
    }
  });

  it('takes the middle where there is skin colour but no ellipse', async () => {
    const skin = await sharp({
      create: { width: 120, height: 160, channels: 3, background: '#e0a888' },
    })
      .png()
      .toBuffer();
    const [before, after] = await Promise.all([
      samplesOf(skin),
      samplesOf(await merge(face, skin)),
    ]);
    const middle = 3 * (120 * 77 + 60);
    expect(before.subarray(0, 9).equals(after.subarray(0, 9))).toBe(true);
    expect(before.equals(after)).toBe(false);
    expect(after[middle]).toBeDefined();
  });

  it('takes 2048 x 2048 and refuses more of either picture', { tags: 'second' }, async () => {
    const wide = await sharp(image).resize(2049, 20, { fit: 'fill' }).png().toBuffer();
    for (const body of [bodyOf(wide, image), bodyOf(face, wide)]) {
      const response = await service.post(PATH, body);
      expect(response.status).toBe(400);
      expect((await readJson(response))['reason']).toBe('IMAGE_EXCEEDS_MAX_RESOLUTION');
    }
    const large = await sharp(face).resize(2048, 2048, { fit: 'fill' }).png().toBuffer();
    await merge(large, image);
  });

  it.each(['face_image_file', 'image_file'])('refuses a body without a good %s', async (field) => {
    for (const [value, reason] of [
      [undefined, 'INVALID_REQUEST_BODY'],
      [7, 'INVALID_REQUEST_BODY'],
      ['AAAA', 'INVALID_IMAGE_FORMAT'],
    ] as const) {
      const response = await service.post(PATH, { ...bodyOf(face, image), [field]: value });
      expect(response.status).toBe(400);
      expect((await readJson(response))['reason']).toBe(reason);
    }
  });

  it('is found in the request log with both pictures', async () => {
    await merge(face, image);
    const record = (await service.records()).at(-1) ?? {};
    expect(record).toMatchObject({
      summary: { face: { width: GIVER.width }, image: { width: RECEIVER.width }, extra: null },
    });
    for (const [name, sent] of [
      ['face', face],
      ['image', image],
    ] as const) {
      const file = await service.call(`/practice/requests/${String(record['id'])}/${name}`);
      expect(Buffer.from(await file.arrayBuffer()).equals(sent)).toBe(true);
    }
  });
});
