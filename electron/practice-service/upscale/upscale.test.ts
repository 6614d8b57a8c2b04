import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readUpscale, upscale } from './upscale.ts';

it('removes speckles of the original before it enlarges a drawing', async () => {
  const side = 9;
  const grey = Buffer.alloc(side * side * 3, 100);
  grey.fill(255, 3 * (4 * side + 4), 3 * (4 * side + 5));
  const picture = await sharp(grey, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
  const body = Buffer.from(
    JSON.stringify({
      image: picture.toString('base64'),
      upscaler_1: 'R-ESRGAN 4x+ Anime6B',
      resize_mode: 0,
      upscaling_resize: 4,
    }),
  );
  const order = await readUpscale({ body: new Uint8Array(body) });
  const { data, info } = await sharp(await upscale(order))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 36, height: 36, channels: 3 });
  expect([...new Set(data)]).toEqual([100]);
});
