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
});
