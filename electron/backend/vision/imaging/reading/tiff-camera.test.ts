import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../../../../testing/test-folder.ts';
import { attachToTiff } from '../writing/attach-to-tiff.ts';
import { tiffBlock } from '../testing/tiff-file.ts';
import { readTiffCamera } from './tiff-camera.ts';
import { readTiffEntries } from './tiff-entries.ts';

const CAMERA = {
  IFD0: { Make: 'Gesso Optics', Model: 'One' },
  IFD2: { DateTimeOriginal: '2026:01:31 12:00:00' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 0/1' },
} as const;

const folder = testFolder();
const path = join(folder, 'camera.tif');
const picture = sharp({ create: { width: 30, height: 40, channels: 3, background: '#789' } });
const { exif } = await sharp(await picture.clone().withExif(CAMERA).jpeg().toBuffer()).metadata();
if (exif === undefined) throw new Error('No camera data to begin with.');
const tiff = attachToTiff(await picture.tiff().toBuffer(), { exif: exif.subarray(6) });
await writeFile(path, tiff);

/** A big-endian file whose only entries are the maker's name and a claim. */
function bigEndian(claim: { readonly count: number; readonly at: number }): Buffer {
  const file = tiffBlock('MM', 64, {
    8: [
      [0x010f, 2, 6, 40],
      [0x0110, 2, claim.count, claim.at],
    ],
  });
  file.write('Gesso\0', 40, 'latin1');
  return file;
}

describe('the camera data of a TIFF', () => {
  async function read(bytes: Buffer) {
    const file = join(folder, 'other');
    await writeFile(file, bytes);
    return await readTiffCamera(file);
  }

  it('is read from a big-endian file, without values that point outside', async () => {
    for (const claim of [
      { count: 4000, at: 60 },
      { count: 0xffff_ffff, at: 8 },
      { count: 12, at: 0xffff_fff0 },
    ]) {
      const block = await read(bigEndian(claim));
      const entries = readTiffEntries(block ?? Buffer.alloc(0));
      expect(entries.map(({ tag, value }) => [tag, value.toString('latin1')])).toEqual([
        [0x010f, 'Gesso\0'],
      ]);
    }
  });

  it('is left out in part or whole when a file is cut anywhere', async () => {
    for (let length = 0; length < tiff.length; length += 7) {
      await expect(read(tiff.subarray(0, length))).resolves.not.toThrow();
    }
    expect(await read(tiff.subarray(0, 20))).toBeUndefined();
  });

  it('is not searched in other formats, or when there is none', async () => {
    const plain = sharp({ create: { width: 3, height: 3, channels: 3, background: 'red' } });
    expect(await read(await plain.clone().png().toBuffer())).toBeUndefined();
    expect(await read(await plain.tiff().toBuffer())).toBeUndefined();
  });
});
