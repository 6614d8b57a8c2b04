/** The context menu over pictures, lists, texts, links and fields, by mouse and keyboard. */
import type { Page } from 'playwright';
import sharp from 'sharp';
import { expectAccessible } from '../flows/axe.ts';
import { sendMessage, showChat } from '../flows/chat.ts';
import { boxOf, openNoise, paintStroke, runCleanUp } from '../flows/studio.ts';
import { download } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';
import { startModelServer } from '../support/model-server.ts';

test('copies, saves and selects from the context menu', async ({ open, folder }) => {
  const { page } = await open({ account: 'practice' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openNoise(page, folder, 'b.png', 90, 60);
  await openNoise(page, folder, 'a.png', 450, 300);
  const photo = page.getByRole('option', { name: /^a\.png/u }).locator('img');
  const item = (name: string) => page.getByRole('menuitem', { name });
  const menu = page.getByRole('menu');

  await test.step('copies the full picture behind a thumbnail, and restores the focus', async () => {
    const strip = page.getByRole('listbox', { name: 'Open photos' });
    await strip.focus();
    await photo.click({ button: 'right' });
    await expect(item('Copy picture')).toBeFocused();
    await expect(item('Select all photos')).toBeEnabled();
    // menus are in a layer outside the landmarks
    await expectAccessible(page, { without: ['region'] });
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(strip).toBeFocused();
    await photo.click({ button: 'right' });
    await item('Copy picture').click();
    await expect(page.getByText('Copied.')).toBeVisible();
    expect(await sharp(await copiedPng(page)).metadata()).toMatchObject({
      width: 450,
      height: 300,
    });
    await photo.click({ button: 'right' });
    const saved = await download(item('Save picture…'));
    expect(await sharp(saved.bytes).metadata()).toMatchObject({
      format: 'png',
      width: 450,
    });
  });

  await test.step('the right button paints on the canvas, and the Menu key opens its menu', async () => {
    const canvas = page.getByRole('application');
    await canvas.click({ button: 'right' });
    await expect(menu).toHaveCount(0);
    await paintStroke(page);
    await runCleanUp(page);
    await canvas.focus();
    const timers = await delayTimers(page);
    await page.keyboard.press('Shift+F10');
    await expect(item('Copy photo')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(item('Save as…')).toBeFocused();
    await timers.evaluate((run) => run());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Save as' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Save as' })).toHaveCount(0);
    await canvas.focus();
    await page.keyboard.press('ContextMenu');
    await expect(item('Copy photo')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(canvas).toBeFocused();
  });

  await test.step('the entry of another menu stays chosen, too', async () => {
    const timers = await delayTimers(page);
    await page.getByRole('button', { name: 'More ways to save' }).press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await timers.evaluate((run) => run());
    await expect(page.getByRole('menuitem').nth(1)).toBeFocused();
    await page.keyboard.press('Escape');
  });

  await test.step('selects the row under the pointer, or the focused row when opened by keyboard', async () => {
    await page.getByRole('button', { name: 'Tasks' }).click();
    const rows = page.getByRole('treegrid', { name: 'Tasks' });
    const row = rows.getByRole('row').first();
    await row.locator('img').last().click({ button: 'right' });
    await expect(row).toHaveAttribute('aria-selected', 'true');
    await expect(item('Copy preview')).toBeVisible();
    await expect(item('Select all shown tasks')).toBeEnabled();
    await page.keyboard.press('Escape');
    await rows.focus();
    await page.keyboard.press('ContextMenu');
    await expect(menu).toBeVisible();
    const [at, of] = [await boxOf(menu), await boxOf(row)];
    expect(at.y).toBeGreaterThanOrEqual(of.y);
    expect(at.y).toBeLessThan(of.y + of.height);
    await page.keyboard.press('Escape');
    await expect(rows).toBeFocused();
  });
});

test('shows matching entries, and the browser’s own in fields @second', async ({ open }) => {
  await using server = await startModelServer();
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: server });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await showChat(page);
  await sendMessage(page, 'Where?');
  const call = await server.nextCall();
  call.write(
    'First words.\n\nSee [the page](https://example.com/a?b=1) and [another](http://plain.example/x).',
  );
  call.finish();
  const answer = page.getByRole('article', { name: 'Answer' });
  await expect(answer.getByText(/tokens?, /u)).toBeVisible();
  const items = page.getByRole('menuitem');
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

  await test.step('selects and copies a whole answer', async () => {
    await answer.getByText('First words.').click({ button: 'right' });
    await expect(items).toHaveText(['Select all', 'More actions…']);
    await item('Select all').click();
    await answer.getByText('First words.').click({ button: 'right' });
    await expect(items.first()).toHaveText(/^Copy/u);
    await expectAccessible(page, { within: '[role="menu"]' });
    await items.first().click();
    await expect.poll(clipboard).toMatch(/^First words\.\s+See /u);
  });

  await test.step('copies the address of a link, both resolved and as written', async () => {
    const link = answer.getByRole('link', { name: 'the page' });
    await link.focus();
    await page.keyboard.press('Shift+F10');
    await expect(item('Open link…')).toBeFocused();
    await item('Copy link address').click();
    await expect.poll(clipboard).toBe('https://example.com/a?b=1');
    await expect(link).toBeFocused();
    await answer.getByText('another').click({ button: 'right' });
    await expect(item('Open link…')).toHaveCount(0);
    await item('Copy link address').click();
    await expect.poll(clipboard).toBe('http://plain.example/x');
    await link.click({ button: 'right' });
    await item('Open link…').click();
    await expect(page.getByRole('dialog', { name: 'Open this link?' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('opens a row’s own menu at once when it is the only entry', async () => {
    const row = page.getByRole('button', { name: /^Where\?/u });
    await row.click({ button: 'right' });
    await expect(item('Rename…')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('leaves the browser’s menu to a field, because only it may paste', async () => {
    await page.evaluate(() => {
      window.addEventListener('contextmenu', (event) => {
        document.body.dataset['prevented'] = String(event.defaultPrevented);
      });
    });
    await page.getByRole('textbox', { name: 'Message', exact: true }).click({ button: 'right' });
    await expect(page.locator('body')).toHaveAttribute('data-prevented', 'false');
    await expect(page.getByRole('menu')).toHaveCount(0);
  });
});

/** The picture on the clipboard. */
async function copiedPng(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return Array.from((await (await item?.getType('image/png'))?.bytes()) ?? []);
  });
  return Buffer.from(bytes);
}

/** All but the first timer without a delay wait, as on a busy computer. @returns runs them */
function delayTimers(page: Page) {
  return page.evaluateHandle(() => {
    const { setTimeout: start } = window;
    const late: (() => void)[] = [];
    let isFirst = true;
    const delay = (task: () => void, milliseconds?: number): number => {
      if (milliseconds !== undefined || isFirst) {
        if (milliseconds === undefined) isFirst = false;
        return start(task, milliseconds);
      }
      late.push(task);
      return 0;
    };
    Object.assign(window, { setTimeout: delay });
    return () => {
      Object.assign(window, { setTimeout: start });
      for (const task of late) task();
    };
  });
}
