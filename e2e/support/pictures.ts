/** Pictures drawn for tests, and how they differ. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

/** RGB noise over a gradient: every pixel differs from its neighbours, so any change shows. */
export function noiseRgb(width: number, height: number): Sharp {
  const pixels = new Uint8Array(width * height * 3);
  let state = 0x2545f491;
  for (let y = 0, index = 0; y < height; y++) {
    for (let x = 0; x < width; x++, index += 3) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      pixels[index] = ((x * 200) / width + (state & 31)) & 0xff;
      pixels[index + 1] = ((y * 200) / height + ((state >>> 8) & 31)) & 0xff;
      pixels[index + 2] = (90 + ((state >>> 16) & 63)) & 0xff;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Writes a file and returns its path. */
export async function putFile(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

/**
 * Counts pixels that differ in red or green between two pictures of the same size.
 *
 * @param tolerance levels that count as the same
 */
export async function differingPixels(a: Buffer, b: Buffer, tolerance = 0): Promise<number> {
  const left = await sharp(a).removeAlpha().raw().toBuffer();
  const right = await sharp(b).removeAlpha().raw().toBuffer();
  let count = 0;
  for (let index = 0; index < left.length; index += 3) {
    const red = Math.abs((left[index] ?? 0) - (right[index] ?? 0));
    const green = Math.abs((left[index + 1] ?? 0) - (right[index + 1] ?? 0));
    if (red > tolerance || green > tolerance) count += 1;
  }
  return count;
}
