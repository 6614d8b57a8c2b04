import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createBackendFixture } from '../../../../testing/backend-fixture.ts';
import { bmpFile } from '../testing/bmp-file.ts';
import { heicFile } from '../testing/heic-file.ts';
import { greyAt } from '../testing/one-picture.ts';
import { convertPicture } from './convert-picture.ts';

const fixture = await createBackendFixture();

/** The stored picture: its samples as they are, and its profile. */
async function stored(bytes: Uint8Array, name: string) {
  const photo = await fixture.importPhoto(bytes, name);
  const file = await fixture.bytes(photo.url);
  const { icc } = await sharp(file).metadata();
  const { data, info } = await sharp(file, { ignoreIcc: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray(
      (y * info.width + x) * info.channels,
      (y * info.width + x + 1) * info.channels,
    ),
  ];
  return { photo, icc, at };
}

describe('a HEIC photo', () => {
  it('becomes a PNG of its pixels, with a note', async () => {
    const { photo, at } = await stored(heicFile(), 'IMG_1.HEIC');
    expect(photo).toMatchObject({ name: 'IMG_1.HEIC', width: 48, height: 32, format: 'png' });
    expect(photo.notes.join(' ')).toContain('came as HEIC');
    for (const [x, y] of [
      [0, 0],
      [47, 0],
      [5, 31],
      [40, 17],
    ] as const) {
      expect(at(x, y)).toEqual(Array(3).fill(greyAt(x, y)));
    }
  });

  it('keeps ten bits per sample as sixteen', async () => {
    const photo = await fixture.importPhoto(heicFile({ picture: 'deep' }), 'IMG_10.HEIC');
    expect(photo.depth).toBe(16);
    const file = await fixture.bytes(photo.url);
    const data = await sharp(file).toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer();
    const samples = new Uint16Array(Uint8Array.from(data).buffer);
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [47, 31],
    ] as const) {
      expect(samples[(y * 48 + x) * 3]).toBe(Math.round(((300 + 2 * x + y) * 65_535) / 1023));
    }
  });

  it('keeps its colour profile', async () => {
    const file = heicFile({ picture: 'profile' });
    const at = file.indexOf('prof');
    const profile = file.subarray(at + 4, at - 8 + file.readUInt32BE(at - 8));
    const { icc } = await stored(file, 'IMG_3.HEIC');
    expect(profile.length).toBeGreaterThan(100);
    expect(icc?.equals(profile)).toBe(true);
  });

  it('keeps its camera data, except the orientation that its pixels already have', async () => {
    const { photo } = await stored(heicFile({ picture: 'camera' }), 'IMG_4.HEIC');
    expect(photo).toMatchObject({ width: 32, height: 48 });
    const kept = await fixture.bytes(photo.url);
    const metadata = await sharp(kept).metadata();
    expect(metadata.orientation ?? 1).toBe(1);
    expect(metadata.exif?.toString('latin1')).toContain('Camera 7');
  });

  it('is opened although its camera data divides its print size by zero', async () => {
    const file = heicFile({ picture: 'camera' });
    const inch = Buffer.from([0x38, 0x63, 0, 0, 0xe8, 3, 0, 0]);
    for (let at = file.indexOf(inch); at !== -1; at = file.indexOf(inch))
      file.fill(0, at + 4, at + 8);
    const { photo } = await stored(file, 'IMG_5.HEIC');
    const kept = await fixture.bytes(photo.url);
    expect(kept.includes('pHYs')).toBe(false);
  });

  it('S47 is refused with the usual message when it is broken, or packed in another way', async () => {
    const file = heicFile();
    const short = file.subarray(0, file.length - 900);
    expect(await fixture.refusedPhoto(short, 'short.heic')).toMatchObject({ kind: 'damaged-file' });
    const other = Buffer.from(
      file.toString('latin1').replace('hvc1', 'av01').replace('hvcC', 'av1C'),
      'latin1',
    );
    expect(await fixture.refusedPhoto(other, 'other.heic')).toMatchObject({
      kind: 'unsupported-file',
    });
    const empty = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1');
    const { message } = await fixture.refusedPhoto(empty, 'empty.heic');
    expect(message).toContain('“empty.heic”');
  });

  it('S49 is refused with a message when its pixels are missing or differ from its header', async () => {
    const file = heicFile();
    // no size at all: the decoder says 0 × 0
    const nameless = Buffer.from(file.toString('latin1').replace('ispe', 'free'), 'latin1');
    expect(await fixture.refusedPhoto(nameless, 'none.heic')).toMatchObject({
      kind: 'damaged-file',
    });
    for (const [width, height] of [
      [0, 0],
      [64, 0],
      [0x7fff_ffff, 1],
      [128, 64],
    ] as const) {
      const other = Buffer.from(file);
      const size = other.indexOf('ispe') + 8;
      other.writeUInt32BE(width, size);
      other.writeUInt32BE(height, size + 4);
      const { kind, message } = await fixture.refusedPhoto(other, 'odd.heic');
      expect(['damaged-file', 'too-large', 'unsupported-file']).toContain(kind);
      expect(message).toContain('“odd.heic”');
    }
  });

  it('S49 is given up when it takes longer than a picture may', async () => {
    const path = join(fixture.folder, 'slow.heic');
    await writeFile(path, heicFile());
    // no thread starts so quickly
    const converting = convertPicture(path, 'heic', 'slow.heic', {
      milliseconds: 0,
      megabytes: 256,
    });
    await expect(converting).rejects.toMatchObject({
      kind: 'damaged-file',
      message: expect.stringContaining('takes too long'),
    });
  });
});

describe('a BMP', () => {
  const colours = [
    [250, 10, 20],
    [30, 240, 50],
    [60, 70, 230],
    [200, 201, 202],
    [0, 0, 0],
    [255, 255, 255],
  ] as const;
  const size = { width: 3, height: 2 } as const;

  it.each([1, 4, 8, 16, 24, 32] as const)('opens at %i bits a pixel', async (bits) => {
    const shown =
      bits === 1 ? colours.map((_none, index) => colours[index % 2] ?? colours[0]) : colours;
    const { photo, at } = await stored(bmpFile({ ...size, bits, colours: shown }), `${bits}.bmp`);
    expect(photo).toMatchObject({ ...size, format: 'png' });
    for (const [index, colour] of shown.entries()) {
      const found = at(index % 3, Math.floor(index / 3)).slice(0, 3);
      // five bits a colour
      const slack = bits === 16 ? 9 : 0;
      for (const [channel, value] of colour.entries()) {
        expect(Math.abs((found[channel] ?? 0) - value)).toBeLessThanOrEqual(slack);
      }
    }
  });

  it('opens when stored top-down or run-length encoded', { tags: 'second' }, async () => {
    for (const kind of ['top-down', 'runs'] as const) {
      const { at } = await stored(
        bmpFile({ ...size, bits: kind === 'runs' ? 8 : 24, colours, kind }),
        `${kind}.bmp`,
      );
      expect(at(1, 0).slice(0, 3)).toEqual([...colours[1]]);
      expect(at(0, 1).slice(0, 3)).toEqual([...colours[3]]);
    }
  });

  it('S49 cannot claim millions of pixels in a few bytes', async () => {
    const file = bmpFile({
      width: 2,
      height: 2,
      bits: 8,
      colours: colours.slice(0, 4),
      kind: 'runs',
    });
    file.writeInt32LE(12_000, 18);
    file.writeInt32LE(12_000, 22);
    expect(await fixture.refusedPhoto(file, 'bomb.bmp')).toMatchObject({
      kind: 'damaged-file',
      details: { error: expect.stringContaining('end too early') },
    });
  });

  it('S37 S47 is refused when it is broken, or larger than any photo', async () => {
    const file = bmpFile({ ...size, bits: 24, colours });
    expect(await fixture.refusedPhoto(file.subarray(0, 60), 'a.bmp')).toMatchObject({
      kind: 'damaged-file',
    });
    const huge = Buffer.from(file);
    huge.writeInt32LE(30_000, 18);
    huge.writeInt32LE(30_000, 22);
    expect(await fixture.refusedPhoto(huge, 'b.bmp')).toMatchObject({ kind: 'too-large' });
  });

  it.each([
    [40_000, 9, '40000 × 9 pixels. Gesso opens'],
    [15_001, 10_001, '15001 × 10001 pixels (151 megapixels). Gesso opens'],
  ])('S37 is refused at %d × %d with the size that is too large', async (width, height, words) => {
    const file = bmpFile({ ...size, bits: 24, colours });
    file.writeInt32LE(width, 18);
    file.writeInt32LE(height, 22);
    const { message } = await fixture.refusedPhoto(file, 'c.bmp');
    expect(message).toContain(words);
  });
});
