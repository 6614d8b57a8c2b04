import sharp from 'sharp';
import { expect, it } from 'vitest';
import { requestInFrame } from '../features/video/model/frame-settings.ts';
import { FRAME_SETTINGS_KEY, textOfPng, withPngText } from './png-text.ts';

const png = () =>
  sharp({ create: { width: 3, height: 2, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();

it('a text comes back, and the picture stays readable', async () => {
  const file = withPngText(await png(), 'Note', 'seed 123456789012345678, “ü”');
  expect(textOfPng(file, 'Note')).toBe('seed 123456789012345678, “ü”');
  expect(textOfPng(file, 'Other')).toBeUndefined();
  const { data, info } = await sharp(file, { failOn: 'warning' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, data[0], data[1], data[2]]).toEqual([3, 2, 0x12, 0x34, 0x56]);
});

it('cut and foreign files have no text', async () => {
  const file = withPngText(await png(), 'Note', 'text');
  for (let length = 0; length < file.length; length++) {
    const text = textOfPng(file.subarray(0, length), 'Note');
    expect([undefined, 'text']).toContain(text);
  }
  expect(textOfPng(new TextEncoder().encode('{"seed": 1}'), 'Note')).toBeUndefined();
});

it('a frame carries a request; any other text under the key is ignored', async () => {
  const request = {
    kind: 'video',
    picture: { photoId: 'photo' },
    parameters: { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 20, seed: '7' },
  };
  const frame = withPngText(
    await png(),
    FRAME_SETTINGS_KEY,
    JSON.stringify({ request, seed: '123456789012345678' }),
  );
  expect(requestInFrame(frame)).toEqual({ request, seed: '123456789012345678' });
  const foreign = withPngText(await png(), FRAME_SETTINGS_KEY, '{"request": {"kind": "video"}}');
  expect(requestInFrame(foreign)).toBeUndefined();
  expect(requestInFrame(await png())).toBeUndefined();
});
