/** The ways out: files with a name and a format, layers, the clipboard, a drag into another program. */
import sharp from 'sharp';
import { openPhoto, paintStroke, runCleanUp, saveAs, startPractising } from '../flows/studio.ts';
import { expect, test } from '../support/gesso.ts';
import { noiseRgb, putFile } from '../support/pictures.ts';

const CAMERA = {
  IFD0: { Make: 'Gesso Optics' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 0/1' },
} as const;

test('a picture is saved under a name of the user’s, as layers, copied and dragged out', async ({
  open,
  folder,
}) => {
  const { page } = await open();
  await startPractising(page);
  const picture = await noiseRgb(450, 300)
    .withIccProfile('p3')
    .withExifMerge(CAMERA)
    .jpeg()
    .toBuffer();
  await openPhoto(page, await putFile(folder, 'Anna’s “best” 🙂.jpg', picture));
  await paintStroke(page);
  await runCleanUp(page);

  await page.keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('dialog', { name: 'Save as' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await name.fill('{name} of {size}');
  await expect(dialog.getByText('There is no {size}.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await name.fill('{name} {width}x{height}');
  await expect(dialog.getByText('“Anna’s “best” 🙂 450x300.png”.')).toBeVisible();
  await expect(dialog.getByText('Your browser’s download folder.')).toBeVisible();
  await dialog
    .getByRole('radiogroup', { name: 'Camera data' })
    .getByText('All', { exact: true })
    .click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const jpeg = await saveAs(page, 'JPEG', { name: '{name} {width}x{height}' });
  expect(jpeg.name).toBe('Anna’s “best” 🙂 450x300.jpg');
  const { exif, icc, width, height } = await sharp(jpeg.bytes).metadata();
  expect(exif?.toString('latin1')).toContain('Gesso Optics');
  expect(icc).toEqual((await sharp(picture).metadata()).icc);
  expect([width, height]).toEqual([450, 300]);
  const layers = await saveAs(page, 'Layers');
  expect(layers.name).toBe('Anna’s “best” 🙂 450x300.ora');
  expect(layers.bytes.toString('latin1')).toContain('image/openraster');

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

  const handle = page.getByRole('img', { name: 'Drag photo' });
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

  const second = await noiseRgb(300, 200).png().toBuffer();
  await openPhoto(page, await putFile(folder, 'second.png', second));
  await page.keyboard.press('Alt+a'); // else the open photo alone is saved
  await page.keyboard.press('Alt+ControlOrMeta+s');
  const both = page.getByRole('dialog', { name: 'Save 2 photos as' });
  await both.getByText('PNG', { exact: true }).click();
  const names: string[] = [];
  page.on('download', (file) => names.push(file.suggestedFilename()));
  await both.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('2 photos saved.')).toBeVisible();
  await expect.poll(() => names).toEqual(['Anna’s “best” 🙂 450x300.png', 'second 300x200.png']);
});
