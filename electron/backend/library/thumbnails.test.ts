import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BackendFixture } from '../../testing/backend-fixture.ts';
import { startScriptedBackend } from '../../testing/scripted-backend.ts';
import { photoThumbnailUrl } from '../../../shared/media.ts';
import { answerBody, type ReceivedCleanup } from '../../testing/scripted-service.ts';

const SIZE = { width: 640, height: 480 };
/** In the right half. */
const SPOT = { x: 420, y: 180, width: 120, height: 120 };

let fixture: BackendFixture;

/** Everything that is sent comes back blue. */
async function answerBlue({ image, answerWith }: ReceivedCleanup): Promise<void> {
  const { width, height } = await sharp(image).metadata();
  const blue = { create: { width, height, channels: 3, background: '#0000ff' } } as const;
  answerWith(200, answerBody(await sharp(blue).png().toBuffer()));
}

beforeEach(async () => {
  ({ fixture } = await startScriptedBackend({ script: answerBlue }));
});

/** Red and blue in the middle of the spot, and its address with how long it may be kept. */
async function seen(photoId: string) {
  const { photos } = fixture.client();
  const [listed] = await photos.list({ photoIds: [photoId] });
  const url = listed?.thumbnailUrl ?? '';
  const response = await fixture.media(url);
  const { data, info } = await sharp(await response.arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const x = Math.round(((SPOT.x + SPOT.width / 2) * info.width) / SIZE.width);
  const y = Math.round(((SPOT.y + SPOT.height / 2) * info.height) / SIZE.height);
  const at = (y * info.width + x) * info.channels;
  const color = (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue';
  return { color, url, caching: response.headers.get('cache-control') };
}

async function redPhoto(profile?: 'p3'): Promise<string> {
  const red = { create: { ...SIZE, channels: 3, background: '#e02010' } } as const;
  const picture = sharp(red);
  const bytes = await (profile === undefined ? picture : picture.withIccProfile(profile))
    .png()
    .toBuffer();
  const { id } = await fixture.importPhoto(bytes);
  await fixture.client().photos.verify({ photoId: id });
  return id;
}

describe('the thumbnail of a photo', () => {
  it('is made when it is first requested, and a picture of a form is never opened', async () => {
    const red = { create: { ...SIZE, channels: 3, background: '#e02010' } } as const;
    const { id } = await fixture.importPhoto(await sharp(red).png().toBuffer());
    const answers = await Promise.all([1, 2].map(() => fixture.media(photoThumbnailUrl(id, ''))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { width, height } = await sharp(await answers[0]?.arrayBuffer()).metadata();
    expect(height).toBe((width * SIZE.height) / SIZE.width);
  });

  it.each([undefined, 'p3'] as const)('shows its results (profile: %s)', async (profile) => {
    const photoId = await redPhoto(profile);
    const before = await seen(photoId);
    expect(before.color).toBe('red');
    await fixture.paint(photoId, SPOT);
    await fixture.cleanUp(photoId);
    const cleaned = await seen(photoId);
    expect(cleaned.color).toBe('blue');
    expect(cleaned.url).not.toBe(before.url);
    expect(cleaned.caching).toContain('immutable');
    // everywhere a photo is listed
    expect((await fixture.client().photos.recent())[0]?.thumbnailUrl).toBe(cleaned.url);
    expect((await fixture.client().photos.get({ photoId })).thumbnailUrl).toBe(cleaned.url);

    const [patch] = (await fixture.client().photos.get({ photoId })).patches;
    const ids = { photoId, patchId: patch?.id ?? '' };
    await fixture.client().photos.setPatchState({ ...ids, state: 'hidden', mask: 'keep' });
    expect(await seen(photoId)).toEqual(before);
    // an outdated address is answered, but not cached
    const late = await fixture.media(cleaned.url);
    expect(late.headers.get('cache-control')).toBe('no-store');
  });
});
