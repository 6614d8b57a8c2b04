/** The first thing that Gesso does, whole: from the first start to the saved file, and back again. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  canvasPicture,
  settledPicture,
  connectAccount,
  openPhoto,
  paintStroke,
  resultEntry,
  runButton,
  runCleanUp,
  saveAs,
  startPractising,
  waitUntilReady,
} from '../flows/studio.ts';
import { byDepth } from '../../electron/testing/depth.ts';
import { expect, test, type Service } from '../support/gesso.ts';
import {
  differingPixels,
  noiseRgb,
  putFile,
  REAL_WORLD_FILES,
  referencePixels,
} from '../support/pictures.ts';

test('a sample is cleaned up, compared, undone, redone and there again after a restart', async ({
  open,
}) => {
  const first = await open();
  const { page } = first;
  await startPractising(page);
  await page.getByRole('button', { name: /Mountain path/u }).click();
  await waitUntilReady(page, 'mountain-path.jpg');
  const before = await settledPicture(page);
  await expect(runButton(page)).toBeDisabled();
  await paintStroke(page);
  await expect(runButton(page)).toBeEnabled();
  await runCleanUp(page);
  await expect(runButton(page)).toBeDisabled();
  const after = await settledPicture(page);
  expect(await differingPixels(before, after)).toBeGreaterThan(500);

  await page.keyboard.down('\\');
  await expect(page.getByText('Original', { exact: true })).toBeVisible();
  await expect
    .poll(async () => differingPixels(after, await canvasPicture(page)))
    .toBeGreaterThan(500);
  await page.keyboard.up('\\');
  await expect(page.getByText('Original', { exact: true })).toBeHidden();
  await expect.poll(async () => differingPixels(after, await canvasPicture(page))).toBe(0);

  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByRole('button', { name: 'Show Clean-up 1' })).toBeVisible();
  await expect(runButton(page)).toBeEnabled(); // the mask is back, editable
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(page.getByRole('button', { name: 'Hide Clean-up 1' })).toBeVisible();
  await expect(runButton(page)).toBeDisabled();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(runButton(page)).toBeEnabled();
  await runCleanUp(page, 2);
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/media/masks/'),
  );
  await paintStroke(page, 0.05); // a new mask, not run yet
  await expect(runButton(page)).toBeEnabled();
  await saved; // the host is stopped right after this, as a shutdown would
  await expect(page.getByRole('group', { name: 'Status' })).toContainText('mountain-path.jpg');
  await first.quit();

  const second = await open();
  await waitUntilReady(second.page, 'mountain-path.jpg');
  await expect(resultEntry(second.page, 2)).toBeVisible();
  // the first is a variant of it that was not taken
  await expect(second.page.getByRole('status', { name: 'Variant 2 of 2' }).first()).toBeVisible();
  await expect(runButton(second.page)).toBeEnabled();
  await second.page.keyboard.press('ControlOrMeta+z'); // the stroke of the former session
  await expect(runButton(second.page)).toBeDisabled();
  await second.page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(runButton(second.page)).toBeEnabled();
  await second.page.keyboard.press('ControlOrMeta+z');
  await second.page.keyboard.press('ControlOrMeta+z');
  await expect(second.page.getByRole('button', { name: 'Show Clean-up 2' })).toBeVisible();
});

test('what is sent is the region with a mask of 0 and 255 of exactly its size', async ({
  open,
  folder,
  service,
}) => {
  const { page } = await open();
  await connectAccount(page, service.baseUrl, service.key);
  const photo = await putFile(folder, 'large.jpg', await noiseRgb(3600, 2400).jpeg().toBuffer());
  await openPhoto(page, photo);
  await paintStroke(page);
  await runCleanUp(page);
  const request = (await service.requests()).find(({ path }) => path === '/v3/cleanup');
  if (request === undefined) throw new Error('Nothing was sent.');
  const mask = await service.sent(request.id, 'mask');
  const image = await sharp(await service.sent(request.id, 'image')).metadata();
  const header = await sharp(mask).metadata();
  expect(header).toMatchObject({
    format: 'png',
    channels: 1,
    depth: 'uchar',
    width: image.width,
    height: image.height,
  });
  expect((image.width ?? 0) * (image.height ?? 0)).toBeLessThan(16_000_000);
  const values = new Set(await sharp(mask).toColourspace('b-w').raw().toBuffer());
  expect([...values].sort((a, b) => a - b)).toEqual([0, 255]);
});

const FILES = Object.entries(REAL_WORLD_FILES);
/** The unit tests of export have them all; here are those that differ most on the whole way. */
const TELLING = FILES.filter(([name]) => /EXIF|sixteen/u.test(name));
for (const files of byDepth(
  [TELLING],
  [TELLING, FILES.filter((each) => !TELLING.includes(each))],
)) {
  test(`cleaned up and saved as PNG with every other pixel as it was: ${files.map(([name]) => name).join(', ')}`, async ({
    open,
    folder,
    service,
  }) => {
    test.slow();
    const { page } = await open();
    await connectAccount(page, service.baseUrl, service.key);
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

/** Only pixels under the sent mask differ, and the file is what the original was. */
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

  const request = (await service.requests()).findLast(({ path }) => path === '/v3/cleanup');
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

test('strokes painted right before a photo is closed are there when it is opened again', async ({
  open,
  folder,
}) => {
  const { page } = await open();
  await startPractising(page);
  const photo = await putFile(folder, 'photo.png', await noiseRgb(900, 600).png().toBuffer());
  await openPhoto(page, photo);
  await page.keyboard.press(']');
  for (const share of [0.2, 0.1, 0.3]) await paintStroke(page, share);
  const painted = await settledPicture(page);
  await paintStroke(page, 0.32); // closed before its saving can have ended
  await page.keyboard.press('Alt+w');
  await expect(page.getByText('Drop a photo here')).toBeVisible();
  await page.getByRole('button', { name: /photo\.png/u }).click();
  await waitUntilReady(page, 'photo.png');
  await page.mouse.move(5, 5);
  await expect
    .poll(async () => differingPixels(painted, await canvasPicture(page)))
    .toBeGreaterThan(0);
  await expect(runButton(page)).toBeEnabled();
  const reopened = await settledPicture(page);
  await page.reload();
  await waitUntilReady(page, 'photo.png');
  await page.mouse.move(5, 5);
  await expect.poll(async () => differingPixels(reopened, await canvasPicture(page))).toBe(0);
});

interface Pixels {
  readonly data: Uint16Array;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/**
 * Counts pixels that changed outside and inside the painted area. Where the region lay is found by
 * the only place at which the sent picture fits the photo.
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
    if (photo.channels === 4 && photo.data[index + 3] !== 255) return true; // sent on a ground
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
