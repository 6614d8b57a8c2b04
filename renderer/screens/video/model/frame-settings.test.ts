import sharp from 'sharp';
import { expect, it } from 'vitest';
import { FRAME_SETTINGS_KEY, withPngText } from '../../../viewer/clips/png-text.ts';
import { requestInFrame } from './frame-settings.ts';

const png = () =>
  sharp({ create: { width: 3, height: 2, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();

it('a frame contains its request, and other text under the key is ignored', async () => {
  const request = {
    kind: 'video',
    picture: { photoId: 'photo' },
    parameters: { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 20, seed: '7' },
  };
  const text = JSON.stringify({ request, seed: '123456789012345678' });
  const frame = withPngText(await png(), FRAME_SETTINGS_KEY, text);
  expect(requestInFrame(frame)).toEqual({ request, seed: '123456789012345678' });
  const foreign = withPngText(await png(), FRAME_SETTINGS_KEY, '{"request": {"kind": "video"}}');
  expect(requestInFrame(foreign)).toBeUndefined();
  expect(requestInFrame(await png())).toBeUndefined();
});
