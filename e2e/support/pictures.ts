/** Pictures like those of cameras and programs, drawn for tests. */
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

/** RGB noise with 16 bits per channel. */
function noiseRgb16(width: number, height: number): Sharp {
  const pixels = new Uint16Array(width * height * 3);
  let state = 0x9e3779b9;
  for (let index = 0; index < pixels.length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[index] = 12_000 + (state >>> 17);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } }).toColourspace('rgb16');
}

/** Kinds of files that designers have, with functions that create their bytes. */
export const REAL_WORLD_FILES: Readonly<Record<string, () => Promise<Buffer>>> = {
  'rotated by EXIF 6.jpg': () =>
    noiseRgb(900, 600).jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer(),
  'cmyk.jpg': () => noiseRgb(640, 480).withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer(),
  'sixteen bits.png': () => noiseRgb16(640, 480).png().toBuffer(),
  'palette.png': () => noiseRgb(640, 480).png({ palette: true, colours: 64 }).toBuffer(),
  'transparent.png': async () => {
    const { data } = await noiseRgb(640, 480)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (let index = 3; index < data.length; index += 4) {
      data[index] = Math.floor(index / 4) % 640 < 200 ? Math.floor(index / 4) % 256 : 255;
    }
    return sharp(data, { raw: { width: 640, height: 480, channels: 4 } })
      .png()
      .toBuffer();
  },
  'wide gamut p3.jpg': () =>
    noiseRgb(640, 480).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer(),
  'scan.tiff': () => noiseRgb(640, 480).tiff({ compression: 'lzw' }).toBuffer(),
  "name with “quotes”, 'single' & 🙂 emoji.png": () => noiseRgb(640, 480).png().toBuffer(),
};

/** Writes a file and returns its path. */
export async function putFile(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

/** Returns the pixels that Gesso must keep: oriented, values unchanged, CMYK as sRGB. */
export async function referencePixels(
  file: Buffer,
  depth: 8 | 16,
): Promise<{ data: Uint16Array; width: number; height: number; channels: number }> {
  const { space } = await sharp(file).metadata();
  const picture = sharp(file, { ignoreIcc: space !== 'cmyk' }).autoOrient();
  const coloured = picture.toColourspace(depth === 16 ? 'rgb16' : 'srgb');
  const { data, info } = await coloured
    .raw({ depth: depth === 16 ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const samples =
    depth === 16
      ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
      : Uint16Array.from(data);
  return { data: samples, width: info.width, height: info.height, channels: info.channels };
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
