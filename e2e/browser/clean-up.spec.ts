/** The main flow from the first start to the saved file, and back. */
import sharp from 'sharp';
import {
  canvasPicture,
  stablePicture,
  openNoise,
  openPhoto,
  paintStroke,
  resultEntry,
  runButton,
  runCleanUp,
  waitUntilReady,
  waitForStudio,
} from '../flows/studio.ts';
import { expect, test } from '../support/gesso.ts';
import { differingPixels, noiseRgb, putFile } from '../support/pictures.ts';

test('cleans up a sample, undoes it, and keeps it after a restart', async ({ open }) => {
  const first = await open({ account: 'practice' });
  const { page } = first;
  await page.getByRole('button', { name: /Mountain path/u }).click();
  await waitUntilReady(page, 'mountain-path.jpg');
  const before = await stablePicture(page);
  await expect(runButton(page)).toBeDisabled();
  await paintStroke(page);
  await expect(runButton(page)).toBeEnabled();
  await runCleanUp(page);
  await expect(runButton(page)).toBeDisabled();
  const after = await stablePicture(page);
  expect(await differingPixels(before, after)).toBeGreaterThan(500);

  await page.keyboard.down('\\');
  await expect(page.getByText('Original', { exact: true })).toBeVisible();
  await expect
    .poll(async () => differingPixels(after, await canvasPicture(page)))
    .toBeGreaterThan(500);
  await page.keyboard.up('\\');
  await expect(page.getByText('Original', { exact: true })).toBeHidden();
  await expect.poll(async () => differingPixels(after, await canvasPicture(page))).toBe(0);
  await page.keyboard.down('\\');
  await page.getByRole('button', { name: 'Tasks' }).click();
  await page.keyboard.up('\\');
  await page.getByRole('button', { name: 'Studio', exact: true }).click();
  await expect(page.getByText('Original', { exact: true })).toBeHidden();
  await page.getByRole('application').focus();

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
  await saved; // the host is stopped right after this, as in a shutdown
  await waitUntilReady(page, 'mountain-path.jpg');
  await first.quit();

  const second = await open();
  await waitUntilReady(second.page, 'mountain-path.jpg');
  await expect(resultEntry(second.page, 2)).toBeVisible();
  // the first is another variant of it
  await expect(second.page.getByRole('status', { name: 'Variant 2 of 2' }).first()).toBeVisible();
  await expect(runButton(second.page)).toBeEnabled();
  await second.page.keyboard.press('ControlOrMeta+z'); // the stroke of the previous session
  await expect(runButton(second.page)).toBeDisabled();
  await second.page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(runButton(second.page)).toBeEnabled();
  await second.page.keyboard.press('ControlOrMeta+z');
  await second.page.keyboard.press('ControlOrMeta+z');
  await expect(second.page.getByRole('button', { name: 'Show Clean-up 2' })).toBeVisible();
});

test('keeps late strokes, and sends an exact mask @second', async ({ open, folder, service }) => {
  const { page } = await open({ account: service });

  await test.step('keeps strokes that are painted right before a photo is closed', async () => {
    await openNoise(page, folder);
    await page.keyboard.press(']');
    for (const share of [0.2, 0.1, 0.3]) await paintStroke(page, share);
    const painted = await stablePicture(page);
    await paintStroke(page, 0.32); // closed before it can have been saved
    await page.keyboard.press('Alt+w');
    await waitForStudio(page);
    await page.getByRole('button', { name: /photo\.png/u }).click();
    await waitUntilReady(page, 'photo.png');
    await page.mouse.move(5, 5);
    await expect
      .poll(async () => differingPixels(painted, await canvasPicture(page)))
      .toBeGreaterThan(0);
    await expect(runButton(page)).toBeEnabled();
    const reopened = await stablePicture(page);
    await page.reload();
    await waitUntilReady(page, 'photo.png');
    await page.mouse.move(5, 5);
    await expect.poll(async () => differingPixels(reopened, await canvasPicture(page))).toBe(0);
  });

  await test.step('sends the region with a mask of 0 and 255 of exactly its size', async () => {
    const photo = await putFile(folder, 'large.jpg', await noiseRgb(3600, 2400).jpeg().toBuffer());
    await openPhoto(page, photo);
    await paintStroke(page);
    await runCleanUp(page);
    const [request] = await service.requests('/v3/cleanup');
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
});
