/** Tests that parts of a photo that no edit keeps are named once, when it is opened. */
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createBackendFixture } from '../../testing/backend-fixture.ts';
import { noise } from '../../testing/pictures.ts';
import { attachToJpeg, segment } from '../vision/imaging/writing/embed-metadata.ts';

const fixture = await createBackendFixture();

let seed = 0;
async function jpegWith(text: string, ...segments: readonly Buffer[]): Promise<Buffer> {
  const raw = { width: 20, height: 10, channels: 3 } as const;
  const file = await sharp(noise(20, 10, (seed += 1) + 2).subarray(0, 600), { raw })
    .jpeg()
    .toBuffer();
  const named = attachToJpeg(file, { xmp: Buffer.from(text) });
  return Buffer.concat([named.subarray(0, 2), ...segments, named.subarray(2)]);
}

const MPF = segment(0xe2, 'MPF\0', Buffer.alloc(20));

it.each([
  ['<a hdrgm:Version="1.0"/>', MPF, 'a gain map for HDR screens'],
  ['<a GDepth:Format="x"/>', [], 'a depth map'],
  ['<a GCamera:MotionPhoto="1"/>', [], 'a film'],
  ['<a/>', MPF, 'a second picture'],
  ['<a hdrgm:Version="1.0" GCamera:MotionPhoto="1"/>', [], 'a gain map for HDR screens and a film'],
] as const)('opens a JPEG with %s with a note', async (xmp, segments, words) => {
  const { notes } = await fixture.importPhoto(await jpegWith(xmp, ...segments), `${words}.jpg`);
  expect(notes).toEqual([
    `This photo also has ${words}. Gesso edits and saves only the picture. Your file stays unchanged.`,
  ]);
});

it('opens a JPEG without such segments without a note', async () => {
  expect((await fixture.importPhoto(await jpegWith('<a/>'), 'plain.jpg')).notes).toEqual([]);
});
