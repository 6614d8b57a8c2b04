/** Tests pictures of clips as they are sent, and what finished clips show. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StartableRequest } from '../../../../shared/contract/job-requests.ts';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import {
  createBackendFixture,
  paintedPhoto,
  type BackendFixture,
} from '../../../testing/backend-fixture.ts';
import { startService, testKey, type Service } from '../../../testing/practice-service.ts';

type VideoRequest = Extract<StartableRequest, { kind: 'video' }>;

let service: Service;
let fixture: BackendFixture;

beforeAll(async () => {
  service = await startService({ taskSpeed: 200 });
});
afterAll(() => service.server.close());
beforeEach(async () => {
  fixture = await createBackendFixture({ service: { baseUrl: service.url, key: testKey } });
  await fixture.client().settings.update({ videoCallsPerMinute: 1000 });
  await service.call('/practice/requests', { method: 'DELETE' });
});
afterEach(() => fixture[Symbol.asyncDispose]());

/** A photo whose left half is one colour and whose right half another. */
async function twoColours(width: number, height: number): Promise<string> {
  const right = await sharp({
    create: { width: Math.floor(width / 2), height, channels: 3, background: RIGHT },
  })
    .png()
    .toBuffer();
  const bytes = await sharp({ create: { width, height, channels: 3, background: LEFT } })
    .composite([{ input: right, left: Math.ceil(width / 2), top: 0 }])
    .png()
    .toBuffer();
  return (await fixture.importPhoto(bytes, 'two colours.png')).id;
}
const LEFT = '#c02040';
const RIGHT = '#2060c0';

function request(photoId: string, preparation?: VideoRequest['preparation']): VideoRequest {
  return {
    kind: 'video',
    picture: { photoId },
    ...(preparation === undefined ? {} : { preparation }),
    parameters: { model: 'SVD', resizeMode: 'CROP_TO_ASPECT_RATIO', steps: 1, seed: '3' },
  };
}

async function made(wanted: VideoRequest): Promise<Job> {
  const { jobId } = await fixture.client().jobs.start(wanted);
  const hurry = setInterval(() => void fixture.client().jobs.pollNow(), 40);
  try {
    await expect
      .poll(async () => isFinalJobState((await fixture.job(jobId)).state), { timeout: 20_000 })
      .toBe(true);
  } finally {
    clearInterval(hurry);
  }
  return await fixture.job(jobId);
}

/** The picture that the service has received, and the colours at some places of it. */
async function sentWith(wanted: VideoRequest) {
  expect(await made(wanted)).toMatchObject({ state: 'done' });
  const record = (await service.records()).find(({ path }) => path.endsWith('/img2video'));
  const { image_file: file } = await service.sent(record);
  const { data, info } = await sharp(Buffer.from(String(file), 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    size: [info.width, info.height],
    at(x: number, y: number): string {
      const index = (y * info.width + x) * 3;
      return `#${[...data.subarray(index, index + 3)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    },
  };
}

describe('the sent picture of a clip', () => {
  it('is whole, with a colour around it', async () => {
    const photoId = await twoColours(400, 400);
    const padding = { fill: 'color', color: '#123456' } as const;
    const { size, at } = await sentWith(request(photoId, { padding }));
    expect(size).toEqual([1024, 576]);
    expect([at(100, 288), at(300, 288), at(700, 288), at(900, 288)]).toEqual([
      '#123456',
      LEFT,
      RIGHT,
      '#123456',
    ]);
  });

  it(
    'is smaller when it was reduced, and is not sent above the limits',
    { tags: 'second' },
    async () => {
      const photoId = await twoColours(2200, 1000);
      const { jobs } = fixture.client();
      await expect(jobs.start(request(photoId))).rejects.toMatchObject({
        data: { kind: 'too-large' },
      });
      const { size, at } = await sentWith(request(photoId, { maxSide: 2048 }));
      expect(size).toEqual([2048, 931]);
      expect([at(5, 5), at(2040, 900)]).toEqual([LEFT, RIGHT]);
    },
  );
});

describe('a finished clip', () => {
  it('shows the actual size on its connection, the latest of each kind', async () => {
    const photoId = await twoColours(300, 400);
    const gif = request(photoId);
    const job = await made({
      ...gif,
      parameters: { ...gif.parameters, responseVideoType: 'gif' },
    });
    const measures = () => fixture.client().video.measures({ connectionId: job.connectionId });
    const expected = {
      resizeMode: 'CROP_TO_ASPECT_RATIO',
      responseType: 'gif',
      model: 'SVD',
      isInterpolated: false,
      sent: { width: 300, height: 400 },
      output: { width: 288, height: 512 },
    };
    expect(await measures()).toMatchObject([expected]);
    await made({
      ...gif,
      parameters: { ...gif.parameters, responseVideoType: 'gif', seed: '4' },
    });
    expect(await measures()).toHaveLength(1);
    await fixture.restart();
    expect(await measures()).toMatchObject([expected]);
    expect(await fixture.client().video.measures({ connectionId: 'another' })).toEqual([]);
  });

  it('is recognised from a copy of its file', async () => {
    const job = await made(request(await twoColours(64, 64)));
    const url = job.outputs[0]?.url ?? '';
    const bytes = Buffer.from(await (await fixture.media(url)).arrayBuffer());
    const hash = createHash('sha256').update(bytes).digest('hex');
    const { video } = fixture.client();
    expect(await video.findClip({ hash })).toEqual({ jobId: job.id, output: 0 });
    const other = createHash('sha256').update('another file').digest('hex');
    expect(await video.findClip({ hash: other })).toBeNull();
  });
});

describe('a photo with its results', () => {
  it('is a photo of its own when results are shown, and the original stays', async () => {
    const photo = await paintedPhoto(fixture);
    const { photos, cleanup } = fixture.client();
    const plain = await photos.asItLooks({ photoId: photo.id, purpose: 'picture' });
    expect(plain.id).toBe(photo.id);
    const { jobId } = await cleanup.run({ photoId: photo.id });
    await fixture.until(jobId);
    const flat = await photos.asItLooks({ photoId: photo.id, purpose: 'picture' });
    expect(flat).toMatchObject({ name: photo.name, width: photo.width, patches: [] });
    expect(flat.id).not.toBe(photo.id);
    const before = await photos.get({ photoId: photo.id });
    expect(before.patches).toMatchObject([{ state: 'applied' }]);
    const recent = await photos.recent({ purposes: ['picture'] });
    expect(recent.map(({ id }) => id)).toEqual([flat.id, photo.id]);
    // the same look again is the same photo
    const again = await photos.asItLooks({ photoId: photo.id, purpose: 'picture' });
    expect(again.id).toBe(flat.id);
  });
});
