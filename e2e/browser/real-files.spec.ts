/** Files of cameras and programs, cleaned up and saved: every pixel outside the mask stays. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { openPhoto, paintStroke, runCleanUp, saveAs } from '../flows/studio.ts';
import { byDepth } from '../../electron/testing/depth.ts';
import { expect, test, type Service } from '../support/gesso.ts';
import { putFile, REAL_WORLD_FILES, referencePixels } from '../support/pictures.ts';

const FILES = Object.entries(REAL_WORLD_FILES);
/** The unit tests of export cover all files; these differ most end to end. */
const TELLING = FILES.filter(([name]) => /EXIF|sixteen/u.test(name));
for (const files of byDepth(
  [TELLING],
  [TELLING, FILES.filter((each) => !TELLING.includes(each))],
)) {
  test(`cleans up and saves as PNG with every other pixel unchanged: ${files.map(([name]) => name).join(', ')} @second`, async ({
    open,
    folder,
    service,
  }) => {
    test.slow();
    const { page } = await open({ account: service });
    for (const [name, make] of files) {
      await test.step(name, async () => {
        const original = await make();
        await openPhoto(page, await putFile(folder, name, original));
        await paintStroke(page);
        await runCleanUp(page);
        await expectOthersUntouched(await saveAs(page, 'PNG'), original, service);
        expect(await readFile(join(folder, name))).toEqual(original); // it was only read
      });
    }
  });
}

/** Expects changes under the sent mask only, and the format of the original. */
async function expectOthersUntouched(
  saved: { readonly name: string; readonly bytes: Buffer },
  original: Buffer,
  service: Service,
): Promise<void> {
  expect(saved.name).toMatch(/_cleanup\.png$/u);
  const metadata = await sharp(original).metadata();
  const depth = metadata.depth === 'ushort' ? 16 : 8;
  const wanted = await referencePixels(original, depth);
  const got = await referencePixels(saved.bytes, depth);
  expect({ width: got.width, height: got.height, channels: got.channels }).toEqual({
    width: wanted.width,
    height: wanted.height,
    channels: wanted.channels,
  });
  const savedMetadata = await sharp(saved.bytes).metadata();
  expect(savedMetadata.orientation ?? 1).toBe(1);
  expect(savedMetadata.depth).toBe(depth === 16 ? 'ushort' : 'uchar');
  if (metadata.space === 'srgb') expect(savedMetadata.icc).toEqual(metadata.icc);

  const request = (await service.requests('/v3/cleanup')).at(-1);
  if (request === undefined) throw new Error('Nothing was sent.');
  const painted = await changedOutsideMask(
    wanted,
    got,
    await service.sent(request.id, 'image'),
    await service.sent(request.id, 'mask'),
  );
  expect(painted.changedOutside).toBe(0);
  expect(painted.changedInside).toBeGreaterThan(0);
}

interface Pixels {
  readonly data: Uint16Array;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/**
 * Counts pixels that changed outside and inside the painted area. Finds the region by the only place
 * where the sent picture matches the photo.
 */
async function changedOutsideMask(wanted: Pixels, got: Pixels, image: Buffer, mask: Buffer) {
  const sent = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const maskPixels = await sharp(mask).toColourspace('b-w').raw().toBuffer();
  const origin = findRegion(wanted, sent.data, sent.info.width, sent.info.height);
  let changedOutside = 0;
  let changedInside = 0;
  for (let y = 0; y < wanted.height; y++) {
    for (let x = 0; x < wanted.width; x++) {
      const index = (y * wanted.width + x) * wanted.channels;
      let isSame = true;
      for (let channel = 0; channel < wanted.channels; channel++) {
        if (wanted.data[index + channel] !== got.data[index + channel]) isSame = false;
      }
      if (isSame) continue;
      const mx = x - origin.x;
      const my = y - origin.y;
      const isPainted =
        mx >= 0 &&
        my >= 0 &&
        mx < sent.info.width &&
        my < sent.info.height &&
        maskPixels[my * sent.info.width + mx] === 255;
      if (isPainted) changedInside += 1;
      else changedOutside += 1;
    }
  }
  return { changedOutside, changedInside };
}

function findRegion(photo: Pixels, sent: Buffer, width: number, height: number) {
  const shift = photo.data.some((value) => value > 255) ? 8 : 0;
  const matches = (x: number, y: number, sx: number, sy: number) => {
    const index = ((y + sy) * photo.width + (x + sx)) * photo.channels;
    if (photo.channels === 4 && photo.data[index + 3] !== 255) return true; // sent over a background colour
    for (let channel = 0; channel < 3; channel++) {
      const expected = (photo.data[index + channel] ?? 0) >> shift;
      if (Math.abs(expected - (sent[(sy * width + sx) * 3 + channel] ?? 0)) > 1) return false;
    }
    return true;
  };
  for (let y = 0; y <= photo.height - height; y++) {
    for (let x = 0; x <= photo.width - width; x++) {
      let fits = true;
      for (let probe = 0; fits && probe < 40; probe++) {
        fits = matches(x, y, (probe * 37) % width, (probe * 53) % height);
      }
      if (fits) return { x, y };
    }
  }
  throw new Error('The sent picture is no part of the photo.');
}
