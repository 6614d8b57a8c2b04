/** Several photos: opened side by side, stepped through with the same view, and run as a batch. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expectAccessible } from '../flows/axe.ts';
import {
  boxOf,
  chooseFile,
  paintStroke,
  resultEntry,
  runButton,
  waitForStudio,
  waitUntilReady,
  zoomField,
} from '../flows/studio.ts';
import { pickItem } from '../flows/window.ts';
import { expect, isShortForm, test, type TestBody } from '../support/gesso.ts';
import { noiseRgb, putFile } from '../support/pictures.ts';

const CLEANUP = '/v3/cleanup';
const REMOVE_TEXT = '/v3/remove-text';
const REFUSAL = { code: 400, reason: 'INVALID_IMAGE_FORMAT', message: 'No.' };

const option = (page: Page, name: string) =>
  page.getByRole('option', { name: new RegExp(`^${name}`, 'u') });
const batches = (page: Page) => page.getByRole('region', { name: 'Batches' });

/** The photo pixel under a fixed point of the canvas, and the zoom. */
async function viewAt(page: Page): Promise<string> {
  const box = await boxOf(page.getByRole('application'));
  const status = page.getByRole('group', { name: 'Status' });
  const pointer = status.getByText(/^\d+, \d+$/u);
  const numbers = async () => (await pointer.allTextContents())[0];
  // the numbers update ten times a second: entering from outside forces an update
  await page.mouse.move(box.x - 5, box.y + 90);
  await expect.poll(numbers).toBeUndefined();
  await page.mouse.move(box.x + 100, box.y + 90);
  await expect.poll(numbers).toBeDefined();
  return `${await zoomField(page).inputValue()} ${await numbers()}`;
}

const workThroughShoot: TestBody = async ({ open, folder, service }) => {
  const first = await open({ account: service });
  const { page } = first;
  const shots: string[] = [];
  for (const [index, name] of ['a.jpg', 'b.jpg', 'c.jpg', 'tall.jpg'].entries()) {
    const [width, height] = name === 'tall.jpg' ? [800, 1200] : [1200, 800];
    const picture = noiseRgb(width, height).modulate({ hue: index * 60 });
    shots.push(await putFile(folder, name, await picture.jpeg({ quality: 70 }).toBuffer()));
  }
  const whole = await readFile(shots[0] ?? '');
  const broken = await putFile(folder, 'broken.jpg', whole.subarray(0, whole.length / 2));
  const notes = await putFile(folder, 'notes.png', Buffer.from('These are notes.'));
  const twice = await putFile(folder, 'b.jpg', await readFile(shots[1] ?? ''));
  const [a = '', b = '', c = '', tall = ''] = shots;

  await test.step('opens several files, names broken ones, merges duplicates, and loses nothing', async () => {
    await chooseFile(page, [a, b, broken, c, notes, twice, tall]);
    await waitUntilReady(page, 'a.jpg');
    await expect(page.getByText(/“broken\.jpg” is damaged/u)).toBeVisible();
    await expect(page.getByText(/Gesso can’t read “notes\.png”/u)).toBeVisible();
    await expect(page.getByRole('option')).toHaveCount(4);
    await expect(page.getByRole('listbox').getByRole('img', { includeHidden: true })).toHaveCount(
      4,
    );
    await page.getByRole('button', { name: 'Dismiss' }).click();
  });

  await test.step('keeps the view along the strip, and keeps painted masks', async () => {
    await paintStroke(page);
    await page.keyboard.press('ControlOrMeta+1');
    const view = await viewAt(page);
    expect(view).toMatch(/^100 %/u);
    await page.keyboard.press('ArrowRight');
    await waitUntilReady(page, 'b.jpg');
    expect(await viewAt(page)).toBe(view);
    await expect(runButton(page)).toBeDisabled();
    await expect(option(page, 'a.jpg')).toHaveAccessibleName(/painted mask/u);
    for (let press = 0; press < 8; press++) await page.keyboard.press('ArrowRight'); // the last one counts
    await waitUntilReady(page, 'tall.jpg');
    await expect(zoomField(page)).not.toHaveValue('100 %');
    await page.keyboard.press('ArrowLeft');
    await waitUntilReady(page, 'c.jpg');
    expect(await viewAt(page)).toBe(view);
    await page.getByRole('slider').first().focus();
    await page.keyboard.press('ArrowLeft'); // belongs to the slider
    await waitUntilReady(page, 'c.jpg');
    await option(page, 'a.jpg').click();
    await waitUntilReady(page, 'a.jpg');
    expect(await viewAt(page)).toBe(view);
    await expect(runButton(page)).toBeEnabled();
  });

  await test.step('selects photos by keyboard, and shows before the start which ones are sent or left out', async () => {
    await page.getByRole('listbox', { name: 'Open photos' }).focus();
    await page.keyboard.press('ControlOrMeta+a');
    await expect(page.getByRole('option', { selected: true })).toHaveCount(4);
    await page.keyboard.press('Shift+Alt+m');
    const dialog = page.getByRole('dialog', { name: /Same mask/u });
    await expect(dialog).toContainText('3 photos in 3 calls');
    await expect(dialog).toContainText(
      'tall.jpg: This picture (800 × 1200) does not have the shape of the mask',
    );
    await expectAccessible(page, { without: ['region'] });
    await service.fault({ path: CLEANUP, kind: 'answer', status: 400, body: REFUSAL });
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expect(batches(page)).toContainText('1 picture failed.', { timeout: 60_000 });
    await expect(batches(page)).toContainText('2 of 3 calls', { timeout: 60_000 });
    await expectAccessible(page, { without: ['region'] });
    await batches(page).getByRole('button', { name: 'Retry failed' }).click();
    // failed pictures count as done, too, so wait for the call of the retry
    await expect.poll(() => service.requests(CLEANUP), { timeout: 60_000 }).toHaveLength(4);
    await expect(batches(page)).toContainText('3 of 3 pictures', { timeout: 60_000 });
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) {
      await expect(option(page, name)).toHaveAccessibleName(/1 result/u);
      await expect(option(page, name)).not.toHaveAccessibleName(/failed/u);
    }
    await expect(runButton(page)).toBeEnabled(); // the painted mask is unchanged
  });

  if (isShortForm()) return;

  await test.step('shows each photo before and after, removes its result and restores it', async () => {
    await batches(page).getByRole('button', { name: 'Before and after' }).click();
    const run = page.getByRole('complementary', { name: 'Recipe' });
    await expect(run).toContainText('3 of 3 pictures');
    await page.getByRole('row').filter({ hasText: 'b.jpg' }).click();
    await page.keyboard.press('Enter');
    const look = page.getByRole('dialog');
    await expect(look.getByTestId('first-state')).toHaveText('Before');
    const reject = look.getByRole('button', { name: 'Reject' });
    await look.press('r');
    await expect(look.getByRole('heading', { name: 'c.jpg' })).toBeVisible();
    await look.press('ArrowLeft');
    await expect(reject).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Studio', exact: true }).click();
    await expect(option(page, 'b.jpg')).not.toHaveAccessibleName(/1 result/u);
    await batches(page).getByRole('button', { name: 'Before and after' }).click();
    await page.getByRole('row').filter({ hasText: 'b.jpg' }).click();
    await page.keyboard.press('u');
    await expect(run).toContainText('Rejected0');
    await run.getByRole('button', { name: 'Select in Studio' }).click();
    await expect(option(page, 'b.jpg')).toHaveAccessibleName(/1 result/u);
    await expect(page.getByRole('option', { selected: true })).toHaveCount(3);
    await page.keyboard.press('Alt+a');
    await batches(page).getByRole('button', { name: 'Remove from the list' }).click();
    await expect(batches(page)).toBeHidden();
  });

  const again = await test.step('sends nothing while a batch is paused', async () => {
    await page.keyboard.press('Shift+Alt+t');
    await page.getByText('Reduced, one call each').click();
    await expect(page.getByRole('dialog')).toContainText('4 photos in 4 calls');
    await service.fault({ path: REMOVE_TEXT, kind: 'delay', delayMilliseconds: 60_000, times: 2 });
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await expect.poll(() => service.requests(REMOVE_TEXT)).toHaveLength(2);
    await expect(batches(page).getByRole('button', { name: 'Pause' })).toBeVisible();
    await page.keyboard.press('Alt+p');
    await expect(batches(page)).toContainText('Paused');
    await service.endFaults();
    await expect(batches(page)).toContainText('2 of 4 calls', { timeout: 60_000 });
    await expect(batches(page)).toContainText('Nothing is sent until you resume.');
    await first.quit();

    const second = await open();
    const again = second.page;
    await waitUntilReady(again, 'a.jpg');
    await expect(again.getByRole('option')).toHaveCount(4);
    await expect(batches(again)).toContainText('Paused');
    expect(await service.requests(REMOVE_TEXT)).toHaveLength(2);
    await enterKeyAgain(again, service.key);
    await batches(again).getByRole('button', { name: 'Resume' }).click();
    await expect(batches(again)).toContainText('4 of 4 pictures', { timeout: 60_000 });
    expect(await service.requests(REMOVE_TEXT)).toHaveLength(4);
    return again;
  });

  await test.step('treats a batch result like a single one', async () => {
    await option(again, 'b.jpg').click();
    await waitUntilReady(again, 'b.jpg');
    await expect(resultEntry(again, 1)).toBeVisible();
    await expect(runButton(again)).toBeDisabled();
  });

  await test.step('opens the next photo when one is closed, and keeps all in the library', async () => {
    await again.keyboard.press('Alt+w');
    await waitUntilReady(again, 'c.jpg');
    await expect(again.getByRole('option')).toHaveCount(3);
    await again.keyboard.press('Shift+Alt+o');
    await again.getByRole('dialog').getByRole('button', { name: 'b.jpg' }).click();
    await again.getByRole('button', { name: 'Add photo' }).click();
    await expect(again.getByRole('dialog')).toBeHidden();
    await expect(again.getByRole('option')).toHaveCount(4);
    await again.keyboard.press('Shift+Alt+w');
    await waitForStudio(again);
  });

  await test.step('opens the results of a batch by one click, and saves them together', async () => {
    await batches(again).getByRole('button', { name: 'Select', exact: true }).click();
    await waitUntilReady(again, 'a.jpg');
    await expect(again.getByRole('option', { selected: true })).toHaveCount(4);
    await batches(again).getByRole('button', { name: 'Save all…' }).click();
    await expect(again.getByRole('dialog', { name: 'Save 4 photos as' })).toBeVisible();
    await again.keyboard.press('Escape');
  });
};
test('opens several photos, and runs one on all @short', workThroughShoot);
test('walks through a shoot, and runs a batch @second', workThroughShoot);

/** Enters the key again, which without a keychain is lost with the program. */
async function enterKeyAgain(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await pickItem(page.getByRole('button', { name: /^More actions for /u }), 'New key…');
  await page.getByLabel('New API key').fill(key);
  await page.getByRole('button', { name: 'Check and save' }).click();
  await expect(page.getByLabel('New API key')).toBeHidden();
  await page.getByRole('button', { name: 'Studio' }).click();
}
