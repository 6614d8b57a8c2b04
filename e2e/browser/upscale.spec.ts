/** Upscale: sizes while typing, tries on a part, comparison, the black border, and exporting. */
import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { expectAccessible } from '../flows/axe.ts';
import { boxOf, dropFile } from '../flows/studio.ts';
import { download, reload } from '../flows/window.ts';
import { expect, isShortForm, longStep, test, type TestBody } from '../support/gesso.ts';
import { noiseRgb, putFile } from '../support/pictures.ts';
import { hurry, untilShown } from '../support/tasks.ts';
import { setPrice } from '../support/prices.ts';

test('keeps settings by name, and brings deleted ones back @second', async ({ open }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: 'practice' });
  await page.getByRole('button', { name: 'Upscale', exact: true }).click();
  const form = page.getByRole('complementary', { name: 'Settings' });
  const factor = form.getByRole('textbox', { name: 'Factor' });

  const presets = form.getByRole('button', { name: /^(?:Presets|Poster|Print|Large)$/u });
  const list = page.getByRole('list', { name: 'Saved settings' });
  const save = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Save these settings…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save settings' });
    await dialog.getByRole('textbox').fill(name);
    await dialog.getByRole('textbox').press('Enter');
    await expect(dialog).toBeHidden();
    await presets.click();
    await expect(list.getByRole('button', { name, exact: true })).toBeVisible();
  };
  await presets.click();
  await save('Poster');
  await list.getByRole('button', { name: 'Delete Poster' }).click();
  await save('Print');
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await expect(list).toBeHidden();
  await presets.click();
  await expect(list.getByRole('button', { name: 'Poster', exact: true })).toBeVisible();
  await expect(list.getByRole('button', { name: 'Print', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  // a name that is taken replaces its values, which come back, too
  await factor.fill('3.5');
  await presets.click();
  await save('Poster');
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await presets.click();
  await list.getByRole('button', { name: 'Poster', exact: true }).click();
  await expect(factor).toHaveValue('2');

  await factor.fill('3.5');
  await presets.click();
  await save('Large');
  await expect(form.getByRole('button', { name: 'Large', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Reset settings' }).click();
  await expect(factor).toHaveValue('2');
  await reload(page);
  await page.getByRole('button', { name: 'Upscale', exact: true }).click();
  await presets.click();
  await list.getByRole('button', { name: 'Large', exact: true }).click();
  await expect(factor).toHaveValue('3.5');
});

const enlarge: TestBody = async ({ open, folder, service }) => {
  await hurry(service);
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: service });
  await page.getByRole('button', { name: 'Upscale', exact: true }).click();
  const form = page.getByRole('complementary', { name: 'Settings' });
  const send = form.getByRole('button', { name: /^Upscale( to|$)/u });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await dropFile(page, await putFile(folder, 'pier.png', await picture(601, 403)));

  await test.step('shows the size while typing, and the nearest one when it is impossible', async () => {
    const size = form.getByRole('status', { name: 'Result' });
    await expect(size).toContainText('1200 × 800 px');
    await expect(size).toHaveAccessibleDescription('0.96 MP, 10.2 × 6.8 cm at 300 dpi. Expected.');
    const factor = form.getByRole('textbox', { name: 'Factor' });
    await factor.fill('90');
    await expect(form.getByText(/^Too large: 54088 × 36264 px\./u).first()).toBeVisible();
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await factor.fill('');
    await factor.blur();
    await expect(factor).toHaveValue('90');
    await form.getByRole('button', { name: 'Use 24.88×' }).click();
    await expect(size).toContainText('14952 × 10024 px');
    await form.getByRole('button', { name: 'Unit: Factor' }).click();
    await page.getByRole('menuitemradio', { name: 'Pixels' }).click();
    await form.getByRole('textbox', { name: 'Width, px' }).fill('903');
    await form.getByRole('textbox', { name: 'Height, px' }).fill('500');
    await form.getByText('Crop to exactly this size', { exact: true }).click();
    await expect(size).toContainText('903 × 500 px');
    await expect(size).toContainText('black border of up to 4 px');
  });

  const results = page.getByRole('feed', { name: 'Results' });
  const upscaler = form
    .getByRole('combobox', { name: 'Upscaler', exact: true })
    .or(form.getByRole('textbox', { name: 'Upscaler', exact: true }));
  await longStep('compares upscalers on a part, with their prices', async () => {
    await setPrice(page, 'Upscale', '0.02');
    await page.keyboard.press('t');
    await expect(form.getByText('$0.04', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Try 2 upscalers' }).click();
    const tries = page.getByRole('region', { name: 'Tries' });
    await untilShown(
      page,
      results.getByRole('button', { name: 'Open Try on a part, 2 of 2 done' }),
    );
    await expect(tries.getByRole('application')).toHaveCount(3);
    await expect(tries.getByText('This try $0.02, whole picture $0.02')).toHaveCount(2);
    await tries
      .getByRole('figure', { name: /^ESRGAN_4x/u })
      .getByRole('button', { name: 'Use this one' })
      .click();
    await expect(upscaler).toHaveValue('ESRGAN_4x');
  });

  const result = page.getByRole('region', { name: 'Result', exact: true });
  const stage = result.getByRole('application', { name: /^Result of/u });
  await test.step('aligns a result that rounds and adds a border with the reference, pixel by pixel', async () => {
    await upscaler.fill('Lanczos');
    // sides are rounded down to multiples of 8: 903 x 606 to 896 x 600, in the middle of 903 x 500
    const rounded = await sharp(await picture(601, 403))
      .resize(896, 600, { fit: 'fill' })
      .extract({ left: 0, top: 50, width: 896, height: 500 })
      .extend({ left: 3, right: 4, background: '#000' })
      .png()
      .toBuffer();
    const answer = { kind: 'answer', contentType: 'image/png' };
    const bodyBase64 = rounded.toString('base64');
    await service.fault({ path: '/storage/*', ...answer, bodyBase64 });
    await page.keyboard.press('ControlOrMeta+Enter');
    const trim = form.getByRole('button', { name: 'Trim black border' });
    await untilShown(page, trim);
    await page.getByRole('button', { name: /^Compare with/u }).click();
    await page.getByRole('menuitemradio', { name: 'Original, bicubic' }).click();
    await expect(result.getByTestId('first-state')).toHaveText('Original, bicubic');
    await expect
      .poll(async () => {
        const original = await partOf(page, stage);
        const aside = await partOf(page, stage, 1);
        await stage.press('x');
        const enlarged = await partOf(page, stage);
        await stage.press('x');
        return (await difference(original, enlarged)) / (await difference(aside, enlarged));
      })
      // the practice service resamples with an offset of half a pixel; a whole one would be 1 or more
      .toBeLessThan(0.7);
    await trim.click();
    await expect(page.getByText('896 × 500 px', { exact: true }).first()).toBeVisible();

    await expectAccessible(page);
  });

  await longStep('paints the original’s texture back, undoes it, and saves it', async () => {
    await form.getByRole('button', { name: 'Hide', exact: true }).click();
    const plain = await partOf(page, stage);
    const box = await boxOf(stage);
    await page.mouse.move(box.x + 80, box.y + 300);
    await page.mouse.down();
    await page.mouse.move(box.x + 240, box.y + 300, { steps: 4 });
    await page.mouse.up();
    await expect(form.getByText('1 stroke')).toHaveCount(1);
    await expect.poll(async () => difference(plain, await partOf(page, stage))).toBeGreaterThan(0);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(form.getByText('1 stroke')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+y');
    await expect(form.getByText('1 stroke')).toHaveCount(1);
  });

  await test.step('saves an enlargement out of Gesso', async () => {
    await page.getByRole('button', { name: 'More ways to save' }).click();
    const { bytes: file } = await download(page.getByRole('menuitem', { name: 'Save as TIFF…' }));
    expect(await sharp(file).metadata()).toMatchObject({ format: 'tiff', width: 896, height: 500 });
    await sendToStudio(page);
    await expect(
      page.getByRole('button', { name: /^Document: pier_upscaled_Lanczos_903x500_1/u }),
    ).toBeVisible();
  });

  if (isShortForm()) return;

  await test.step('restores form, pictures and results after a reload, and sends several as one', async () => {
    await reload(page);
    await page.getByRole('button', { name: 'Upscale', exact: true }).click();
    await expect(form.getByText('601 × 403 px', { exact: true })).toBeVisible();
    await expect(upscaler).toHaveValue('Lanczos');
    const saved: string[] = [];
    page.on('download', (file) => void saved.push(file.suggestedFilename()));
    await page.getByRole('button', { name: 'Save all…' }).click();
    await expect(page.getByText('Saved 3 results.')).toBeVisible();
    await expect
      .poll(() => saved.toSorted())
      .toEqual([
        'pier_upscaled_ESRGAN_4x_1.502x_1.png',
        'pier_upscaled_Lanczos_903x500_1.png',
        'pier_upscaled_R-ESRGAN-4x+_1.502x_1.png',
      ]);
    const chooser = page.waitForEvent('filechooser');
    await form.getByRole('button', { name: 'Add pictures…' }).click();
    const second = await putFile(folder, 'second.png', await picture(64, 64));
    const text = await putFile(folder, 'notes.txt', Buffer.from('no picture'));
    await (await chooser).setFiles([second, text]);
    await expect(page.getByText(/Gesso can’t read “notes\.txt”/u)).toBeVisible();
    await expect(form.getByText('$0.04', { exact: true })).toBeVisible();
    await form.getByRole('button', { name: 'Upscale 2 pictures' }).click();
    await expect(results.getByRole('article')).toHaveCount(4);
  });

  await test.step('leaves the keys of a card’s menu to the menu', async () => {
    const card = results.getByRole('article').first();
    await card.click();
    await expect(card).toHaveAttribute('aria-current', 'true');
    await card.getByRole('button', { name: /^More actions/u }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('End');
    await expect(card).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('Escape');
  });
};
test('enlarges a picture, and saves and opens it @short', enlarge);
test('tries, enlarges, compares, trims and saves @second', enlarge);

async function sendToStudio(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send to' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Studio' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
}

function picture(width: number, height: number): Promise<Buffer> {
  return noiseRgb(Math.ceil(width / 4), Math.ceil(height / 4))
    .resize(width, height, { fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Left of the split line, without names and bars. @param shift pixels to the right */
async function partOf(page: Page, stage: Locator, shift = 0): Promise<Buffer> {
  const box = await boxOf(stage);
  const clip = { x: Math.round(box.x) + 60 + shift, y: Math.round(box.y) + 200 };
  return page.screenshot({ clip: { ...clip, width: 200, height: 200 } });
}

/** Returns the sum of absolute differences of two pictures. */
async function difference(a: Buffer, b: Buffer): Promise<number> {
  const left = await sharp(a).removeAlpha().raw().toBuffer();
  const right = await sharp(b).removeAlpha().raw().toBuffer();
  return left.reduce((sum, value, index) => sum + Math.abs(value - (right[index] ?? 0)), 0);
}
