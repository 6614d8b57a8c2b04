/** Pictures of noise: no two neighbours are alike, so a shifted, blended or converted pixel is found. */
import sharp from 'sharp';

export function noise(
  width: number,
  height: number,
  channels: number,
  depth: 8 | 16 = 8,
  seed = 1,
): Uint8Array | Uint16Array {
  const length = width * height * channels;
  const samples = depth === 16 ? new Uint16Array(length) : new Uint8Array(length);
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x2545f491) >>> 0 || 1;
  for (let index = 0; index < length; index++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    samples[index] = state >>> 7;
  }
  return samples;
}

export function pngOf(
  samples: Uint8Array | Uint16Array,
  width: number,
  height: number,
  channels: 1 | 2 | 3 | 4,
): Promise<Buffer> {
  const is16 = samples instanceof Uint16Array;
  const space = channels < 3 ? (is16 ? 'grey16' : 'b-w') : is16 ? 'rgb16' : 'srgb';
  return sharp(samples, { raw: { width, height, channels } })
    .toColourspace(space)
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** An 8-bit RGB PNG of noise. */
export function noisePng(width: number, height: number, seed = 1): Promise<Buffer> {
  return pngOf(noise(width, height, 3, 8, seed), width, height, 3);
}

/** RGB samples of an encoded picture as they are stored: no profile applied, no orientation. */
export async function storedSamples(
  picture: Uint8Array | string,
): Promise<{ data: Buffer; width: number; height: number; channels: number }> {
  const { data, info } = await sharp(picture, { ignoreIcc: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}
