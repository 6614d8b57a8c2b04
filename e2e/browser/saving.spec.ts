/** Exporting: files with name and format, layers, the clipboard, and a drag to another program. */
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright/test';
import sharp from 'sharp';
import {
  openNoise,
  openPhoto,
  paintStroke,
  runCleanUp,
  saveAs,
  selectFormat,
} from '../flows/studio.ts';
import { formatBytes } from '../../renderer/core/ui/format.ts';
import { expect, isShortForm, longStep, test, type TestBody } from '../support/gesso.ts';
import { noiseRgb, putFile } from '../support/pictures.ts';

const CAMERA = {
  IFD0: { Make: 'Gesso Optics' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 0/1' },
} as const;

const save: TestBody = async ({ open, folder }) => {
  const { page } = await open({ account: 'practice' });
  const picture = await openCleanedUp(page, folder);

  const dialog = page.getByRole('dialog', { name: 'Save as' });
  const jpeg = await test.step('saves by name and pattern, with all camera data', async () => {
    await page.keyboard.press('ControlOrMeta+s');
    // the photo's own format, and the real name
    await expect(dialog.getByRole('combobox', { name: 'Format' })).toHaveValue(
      'Same as photo (JPEG)',
    );
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true });
    await expect(name).toHaveValue('Anna’s “best” 🙂_cleanup');
    await expect(dialog.getByText('.jpg', { exact: true })).toBeVisible();
    await name.fill('a/b');
    await expect(dialog.getByText('A file name can’t contain /')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Change the naming pattern' }).click();
    const pattern = dialog.getByRole('textbox', { name: 'Naming pattern' });
    await pattern.fill('{name} of {size}');
    await expect(dialog.getByText('There is no {size}.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    await pattern.fill('{name} {width}x{height}');
    await expect(dialog.getByText('“Anna’s “best” 🙂 450x300.jpg”.')).toBeVisible();
    await expect(dialog.getByText('Your browser’s download folder.')).toBeVisible();
    await expect(
      dialog.getByRole('radio', { name: 'All except location' }),
      'by default',
    ).toBeChecked();
    await dialog
      .getByRole('radiogroup', { name: 'Camera data' })
      .getByText('All', { exact: true })
      .click();
    const shownSize = dialog.getByText(/^File size: [\d.]+ [kM]B$/u);
    await expect(shownSize).toBeVisible();
    const first = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    const jpeg = await downloaded(await first);
    await expect(dialog).toBeHidden();
    expect(jpeg.name).toBe('Anna’s “best” 🙂 450x300.jpg');
    const { exif, icc, width, height } = await sharp(jpeg.bytes).metadata();
    expect(exif?.toString('latin1')).toContain('Gesso Optics');
    expect(icc).toEqual((await sharp(picture).metadata()).icc);
    expect([width, height]).toEqual([450, 300]);
    return jpeg;
  });

  await longStep('saves again without a dialog', async () => {
    const second = page.waitForEvent('download');
    await page.keyboard.press('ControlOrMeta+s');
    const again = await downloaded(await second);
    expect(again.name).toBe(jpeg.name);
    expect(again.bytes.equals(jpeg.bytes)).toBe(true);
    await expect(dialog).toBeHidden();
  });

  await test.step('saves as layers and as TIFF', async () => {
    const layers = await saveAs(page, 'OpenRaster with layers', { name: 'for Krita {name}' });
    expect(layers.name).toBe('for Krita {name}.ora');
    expect(layers.bytes.toString('latin1')).toContain('image/openraster');
    const psd = await saveAs(page, 'PSD with layers');
    expect(psd.name).toBe('Anna’s “best” 🙂 450x300.psd');
    expect(psd.bytes.toString('latin1', 0, 4)).toBe('8BPS');
    // layers apply to one file: the dialog is back at the usual format
    await page.keyboard.press('ControlOrMeta+Shift+s');
    await expect(dialog.getByRole('combobox', { name: 'Format' })).toHaveValue(/JPEG/u);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    const tiff = await saveAs(page, 'TIFF');
    expect(await sharp(tiff.bytes).metadata()).toMatchObject({ format: 'tiff', width: 450 });
  });

  const png = await test.step('copies the picture', async () => {
    const png = await saveAs(page, 'PNG');
    // the clipboard keeps no profile
    const saved = await sharp(png.bytes).toColourspace('srgb').removeAlpha().raw().toBuffer();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('application').focus();
    await page.keyboard.press('ControlOrMeta+c');
    await expect(page.getByText('Copied.')).toBeVisible();
    const copied = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return Array.from((await (await item?.getType('image/png'))?.bytes()) ?? []);
    });
    expect((await sharp(Buffer.from(copied)).removeAlpha().raw().toBuffer()).equals(saved)).toBe(
      true,
    );
    return png;
  });

  if (isShortForm()) return;

  await test.step('drags the picture out', async () => {
    await page.getByRole('button', { name: 'More ways to save' }).click();
    const handle = page.getByRole('menuitem', { name: 'Drag photo into another program' });
    await handle.hover();
    const link = await page.waitForFunction(
      (element) => {
        const dataTransfer = new DataTransfer();
        element?.dispatchEvent(
          new DragEvent('dragstart', { dataTransfer, bubbles: true, cancelable: true }),
        );
        return dataTransfer.getData('DownloadURL');
      },
      await handle.elementHandle(),
    );
    const [, mediaType, fileName, address] =
      /^([^:]+):([^:]+):(.+)$/u.exec(await link.jsonValue()) ?? [];
    expect([mediaType, fileName]).toEqual(['image/png', 'Anna’s “best” 🙂 450x300.png']);
    const carried = await page.evaluate(
      async (url) => Array.from(await (await fetch(url)).bytes()),
      address ?? '',
    );
    expect(Buffer.from(carried).equals(png.bytes)).toBe(true);
    await page.keyboard.press('Escape');
  });

  await test.step('saves several photos by one pattern', async () => {
    await openNoise(page, folder, 'second.png', 300, 200);
    await page.keyboard.press('Alt+a'); // otherwise only the open photo is saved
    await page.keyboard.press('Alt+ControlOrMeta+s');
    const both = page.getByRole('dialog', { name: 'Save 2 photos as' });
    await selectFormat(page, both, 'Same as each photo');
    const sizes = both.getByText(/^Size of all files: ([\d.]+) kB$/u);
    await expect(sizes).toBeVisible();
    const expected = await sizes.textContent();
    const names: string[] = [];
    const saved: Promise<number>[] = [];
    page.on('download', (file) => {
      saved.push(downloaded(file).then(({ bytes }) => bytes.byteLength));
    });
    page.on('download', (file) => names.push(file.suggestedFilename()));
    await both.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('2 photos saved.')).toBeVisible();
    await expect.poll(() => names).toEqual(['Anna’s “best” 🙂 450x300.jpg', 'second 300x200.png']);
    const bytes = (await Promise.all(saved)).reduce((total, each) => total + each, 0);
    expect(expected).toBe(`Size of all files: ${formatBytes(bytes)}`);
  });
};
test('saves a photo with its camera data, and as layers @short', save);
test('saves a photo by name, as layers, and drags it out @second', save);

/** Opens a photo with profile, camera data and a name with quotes and an emoji, and cleans it up. */
async function openCleanedUp(page: Page, folder: string): Promise<Buffer> {
  const picture = await noiseRgb(450, 300)
    .withIccProfile('p3')
    .withExifMerge(CAMERA)
    .jpeg()
    .toBuffer();
  await openPhoto(page, await putFile(folder, 'Anna’s “best” 🙂.jpg', picture));
  await paintStroke(page);
  await runCleanUp(page);
  return picture;
}

async function downloaded(file: Download) {
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}
