/** The strip of open photos: names, opening, closing and selection. */
import type { Page } from 'playwright';
import { chooseFile, openPhoto, paintStroke, runCleanUp, waitUntilReady } from '../flows/studio.ts';
import { pickItem } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';
import { noiseRgb, putFile } from '../support/pictures.ts';

const strip = (page: Page) => page.getByRole('region', { name: 'Photos', exact: true });
const option = (page: Page, name: string) =>
  page.getByRole('option', { name: new RegExp(`^${name}`, 'u') });

test('names, opens and closes photos in view @second', async ({ open, folder }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: 'practice' });
  const files: string[] = [];
  for (let index = 1; index <= 10; index++) {
    const picture = noiseRgb(300 + index, 200);
    files.push(await putFile(folder, `shot ${index}.png`, await picture.png().toBuffer()));
  }
  const [first = '', ...others] = files;
  await openPhoto(page, first);
  await expect(strip(page)).toBeHidden();
  const chooser = page.waitForEvent('filechooser');
  await pickItem(page.getByRole('button', { name: 'Document: shot 1.png' }), 'Open photos…');
  await (await chooser).setFiles(others);
  await waitUntilReady(page, 'shot 2.png');
  await expect(strip(page)).toContainText('10 open');

  // large text: names grow, and photos do not overlap
  const name = option(page, 'shot 3').getByText('shot 3.png');
  const before = (await name.boundingBox())?.height ?? 0;
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '32px';
  });
  await expect.poll(async () => (await name.boundingBox())?.height).toBe(2 * before);
  await expect
    .poll(async () => {
      const [left, right] = await Promise.all(
        ['shot 2', 'shot 3'].map((each) => option(page, each).boundingBox()),
      );
      return (left?.x ?? 0) + (left?.width ?? 0) <= (right?.x ?? 0);
    })
    .toBe(true);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  await pickItem(page.getByRole('button', { name: 'Document: shot 2.png' }), 'Close photo');
  await waitUntilReady(page, 'shot 3.png');
  await page.keyboard.press('Shift+Alt+w');
  await expect(page.getByRole('region', { name: 'Recent photos' }).getByRole('button')).toHaveCount(
    10,
  );
});

test('scrolls to the open photo, and shows its clean-up @second', async ({ open, folder }) => {
  const first = await open({ viewport: { width: 1024, height: 700 }, account: 'practice' });
  const { page } = first;
  const files: string[] = [];
  for (let index = 10; index < 30; index++) {
    const picture = noiseRgb(300 + index, 200);
    files.push(await putFile(folder, `shot ${index}.png`, await picture.png().toBuffer()));
  }
  await chooseFile(page, files);
  await waitUntilReady(page, 'shot 10.png');
  await expect(strip(page)).toContainText('20 open');
  await expect(page.getByRole('listbox').locator('img')).not.toHaveCount(0);

  await test.step('opening a third photo by key limits the batch to it when two are selected', async () => {
    await option(page, 'shot 11').click({ modifiers: ['ControlOrMeta'] });
    await expect(strip(page)).toContainText('2 of 20 selected');
    for (let press = 0; press < 2; press++) await page.keyboard.press('ArrowRight');
    await waitUntilReady(page, 'shot 12.png');
    await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName(/^shot 12/u);
    await page.keyboard.press('Shift+Alt+t');
    await expect(page.getByRole('dialog', { name: 'Remove text: 1 photo' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  const cleaned = await test.step('keeps a position far along the strip', async () => {
    await page.getByRole('listbox', { name: 'Open photos' }).focus();
    await page.keyboard.press('End');
    await waitUntilReady(page, 'shot 29.png');
    await expect(option(page, 'shot 29')).toBeInViewport();
    // ranges, as in every list
    await page.keyboard.press('Shift+PageUp');
    await expect(strip(page).getByRole('status')).toHaveText(/^(?!20)\d+ of 20 selected/u);
    await page.keyboard.press('Shift+Home');
    await expect(strip(page)).toContainText('20 of 20 selected');
    await page.keyboard.press('Shift+End');
    await expect(strip(page)).toContainText('20 open');
    const thumbnail = option(page, 'shot 29').locator('img');
    const before = await thumbnail.getAttribute('src');
    await paintStroke(page);
    await runCleanUp(page);
    await expect(thumbnail).not.toHaveAttribute('src', before ?? '');
    const cleaned = await thumbnail.getAttribute('src');
    await page.getByRole('button', { name: 'Hide Clean-up 1' }).click();
    await expect(thumbnail).toHaveAttribute('src', before ?? '');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(thumbnail).toHaveAttribute('src', cleaned ?? '');
    return cleaned;
  });

  await test.step('opens a photo from another screen', async () => {
    await page.getByRole('listbox', { name: 'Open photos' }).focus();
    await page.keyboard.press('Home');
    await waitUntilReady(page, 'shot 10.png');
    await expect(option(page, 'shot 29')).not.toBeInViewport();
    await page.getByRole('button', { name: /^Tasks/u }).click();
    await page.getByRole('row', { name: /Clean-up shot 29/u }).click();
    await page
      .getByRole('complementary', { name: 'Task details' })
      .getByRole('button', { name: 'Open in Studio' })
      .click();
    await waitUntilReady(page, 'shot 29.png');
    await expect(option(page, 'shot 29')).toBeInViewport();
    await first.quit();

    const second = await open({ viewport: { width: 1024, height: 700 } });
    await waitUntilReady(second.page, 'shot 29.png');
    await expect(option(second.page, 'shot 29')).toBeInViewport();
    await expect(option(second.page, 'shot 10')).not.toBeInViewport();
    // Home shows its current state
    await second.page.keyboard.press('Shift+Alt+w');
    await expect(
      second.page.getByRole('button', { name: /shot 29/u }).locator('img'),
    ).toHaveAttribute('src', cleaned ?? '');
  });
});
