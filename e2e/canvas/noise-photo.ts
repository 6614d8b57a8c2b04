/** A photo-like JPEG of any size: a gradient with noise, which costs as much to decode as a photo. */
import sharp from 'sharp';
import type { Size } from '../../shared/geometry/rect.ts';

/** Side of the noise that is repeated over the gradient, in pixels. */
const NOISE_SIDE = 512;

export async function noisePhoto(size: Size): Promise<Buffer> {
  const gradient = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
       <linearGradient id="g" x2="1" y2="1"><stop stop-color="#2a4d7c"/><stop offset="1" stop-color="#e0b070"/></linearGradient>
       <rect width="100%" height="100%" fill="url(#g)"/></svg>`,
  );
  const noise = await sharp({
    create: {
      width: NOISE_SIDE,
      height: NOISE_SIDE,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 18 },
    },
  })
    .png()
    .toBuffer();
  return sharp(gradient, { limitInputPixels: false })
    .composite([{ input: noise, tile: true, blend: 'overlay' }])
    .flatten({ background: '#000' })
    .jpeg({ quality: 88 })
    .toBuffer();
}
