/** Tests truncated files: which open, with which note, and which count as damaged. */
import sharp, { type JpegOptions, type PngOptions } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Photo } from '../../../../../shared/contract/photos.ts';
import { createBackendFixture } from '../../../../testing/backend-fixture.ts';
import { noisePng } from '../../../../testing/pictures.ts';

const fixture = await createBackendFixture();
const noise = sharp(await noisePng(240, 160)).removeAlpha();

const photoOf = (bytes: Uint8Array) => fixture.importPhoto(bytes, 'cut.jpg');
const pixels = (file: Buffer | string): Promise<Buffer> =>
  sharp(file, { failOn: 'truncated' }).toColourspace('srgb').removeAlpha().raw().toBuffer();

const greyOf = (file: Buffer | string): Promise<Buffer> => sharp(file).greyscale().raw().toBuffer();

/** Window, saved file and check of the whole file. */
async function expectPixels(photo: Photo, wanted: Buffer): Promise<void> {
  await fixture.client().photos.verify({ photoId: photo.id });
  const shown = await fixture.bytes(photo.url);
  expect((await pixels(shown)).equals(wanted)).toBe(true);
  expect((await pixels(await fixture.savePng(photo.id))).equals(wanted)).toBe(true);
}

const jpeg = (options: JpegOptions = {}) => noise.clone().jpeg(options).toBuffer();
const png = (options: PngOptions = {}) => noise.clone().png(options).toBuffer();
const share = (bytes: Buffer, part: number) => bytes.subarray(0, Math.floor(bytes.length * part));

const ALL_THERE =
  'The end of this file is missing or damaged. All of the picture is there. Your file stays unchanged.';

describe('a picture with all its pixels opens with a note, although its file is damaged', () => {
  const without = (bytes: number) => (whole: Buffer) => whole.subarray(0, -bytes);
  /** Turns a bit round. @param fromEnd the last byte is 1 */
  const withWrong = (fromEnd: number) => (whole: Buffer) => {
    const cut = Buffer.from(whole);
    cut[cut.length - fromEnd] = (cut.at(-fromEnd) ?? 0) ^ 1;
    return cut;
  };
  it.each([
    ['a JPEG without an end', () => jpeg(), without(2)],
    ['a progressive JPEG without an end', () => jpeg({ progressive: true }), without(2)],
    [
      'a JPEG with a profile without an end',
      () => noise.clone().withIccProfile('p3').jpeg().toBuffer(),
      without(2),
    ],
    ['a PNG without an end', () => png(), without(12)],
    ['a PNG with a wrong last checksum', () => png(), withWrong(1)],
    ['a PNG with a wrong checksum of its pixels', () => png(), withWrong(13)],
  ])('is %s', async (_, make, damaged) => {
    const whole = await make();
    const photo = await photoOf(damaged(whole));
    expect(photo.notes).toEqual([ALL_THERE]);
    await expectPixels(photo, await pixels(whole));
  });
});

it('treats a JPEG with other data behind its end as complete', async () => {
  const file = await jpeg();
  const photo = await photoOf(Buffer.concat([file, Buffer.from('a trailer')]));
  expect(photo.notes).toEqual([]);
  await expectPixels(photo, await pixels(file));
});

describe('a picture without its last rows opens and names the missing share', () => {
  it('in a JPEG, grey', async () => {
    const whole = await jpeg();
    const photo = await photoOf(share(whole, 0.9));
    expect(photo).toMatchObject({ format: 'jpeg', width: 240, height: 160 });
    expect(photo.notes[0]).toMatch(/missing or damaged\. About 21% of the picture is grey\./u);
    const [got, wanted] = [await pixels(await fixture.savePng(photo.id)), await pixels(whole)];
    const line = 240 * 3;
    expect(got.subarray(0, 126 * line).equals(wanted.subarray(0, 126 * line))).toBe(true);
    expect(new Set(got.subarray(-line))).toEqual(new Set([128]));
    await expectPixels(photo, got);
  });

  it('in a PNG, black', async () => {
    const whole = await png();
    const photo = await photoOf(share(whole, 0.9));
    expect(photo.notes[0]).toMatch(/missing or damaged\. About 1\d% of the picture is black\./u);
    const [got, wanted] = [await pixels(await fixture.savePng(photo.id)), await pixels(whole)];
    expect(got.subarray(0, 140 * 240 * 3).equals(wanted.subarray(0, 140 * 240 * 3))).toBe(true);
    await expectPixels(photo, got);
  });

  it('in a WebP', async () => {
    const photo = await photoOf(share(await noise.clone().webp().toBuffer(), 0.95));
    expect(photo.notes[0]).toContain('About 5% of the picture may be wrong.');
    await fixture.client().photos.verify({ photoId: photo.id });
  });

  it('in CMYK, which is reported as well', async () => {
    const whole = await noise.clone().toColourspace('cmyk').jpeg().toBuffer();
    const photo = await photoOf(share(whole, 0.9));
    expect(photo.notes.join(' ')).toMatch(/is grey\..* is in CMYK/u);
    await fixture.client().photos.verify({ photoId: photo.id });
  });
});

describe('a progressive JPEG that lacks detail opens with a note', () => {
  it.each([
    ['in all its rows', false],
    ['with its colours last', true],
  ])('%s', async (_, mozjpeg) => {
    const whole = await jpeg({ progressive: true, quality: 95, mozjpeg });
    for (const part of [0.85, 0.95]) {
      const photo = await photoOf(share(whole, part));
      expect(photo.notes).toEqual([
        'The end of this file is missing or damaged. All of the picture is there, without its finest detail. Your file stays unchanged.',
      ]);
      await expectPixels(photo, await pixels(await fixture.savePng(photo.id)));
      // its brightness is that of the whole file
      const [got, wanted] = [await greyOf(await fixture.savePng(photo.id)), await greyOf(whole)];
      const off = got.reduce((sum, value, at) => sum + Math.abs(value - (wanted[at] ?? 0)), 0);
      expect(off / got.length).toBeLessThan(4);
    }
  });
});

describe('a picture with a quarter or more missing is damaged', () => {
  it.each([
    ['a JPEG', () => jpeg(), 0.6],
    ['a progressive JPEG that has come to its rough shape', () => jpeg({ progressive: true }), 0.3],
    ['a PNG', () => png(), 0.6],
    ['a WebP', () => noise.clone().webp().toBuffer(), 0.6],
    ['a JPEG with nothing but tables', () => jpeg(), 0.01],
  ])('%s', async (_, make, part) => {
    const error = await fixture.refusedPhoto(share(await make(), part), 'cut.jpg');
    expect(error.kind).toBe('damaged-file');
  });
});
