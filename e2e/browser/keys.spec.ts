/** Shortcuts can be changed, exported and imported. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { download, pickItem, searchCommands, upload } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';

/** Returns a command's row in the editor. */
function line(page: Page, commandId: string) {
  return page
    .getByRole('dialog', { name: 'Keyboard shortcuts' })
    .locator(`[data-command="${commandId}"]`);
}

async function openEditor(page: Page): Promise<void> {
  await page.keyboard.press('?');
  await expect(page.getByRole('textbox', { name: 'Search shortcuts' })).toBeFocused();
}

async function openSample(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Mountain path/u }).click();
  await expect(page.getByRole('button', { name: 'Brush', exact: true })).toBeVisible();
}

test('assigns another key, and asks when it is taken', async ({ open }) => {
  const { page } = await open({ viewport: { width: 1280, height: 800 }, account: 'practice' });
  await openSample(page);
  await openEditor(page);
  await page.getByRole('textbox', { name: 'Search shortcuts' }).fill('lasso');
  await line(page, 'studio.lasso').getByRole('button', { name: 'Add keys to Lasso' }).click();
  await expect(line(page, 'studio.lasso').getByRole('status')).toHaveText(
    'Press the keys. Escape cancels.',
  );
  await page.keyboard.press('Shift+F7');
  await expect(line(page, 'studio.lasso')).toContainText('F7');
  // a key that another tool has
  await line(page, 'studio.lasso').getByRole('button', { name: 'Add keys to Lasso' }).click();
  await page.keyboard.press('e');
  const question = line(page, 'studio.lasso').getByRole('alert');
  await expect(question).toContainText('E is used by “Eraser”.');
  await question.getByRole('button', { name: 'Use it here' }).click();
  await expect(line(page, 'studio.lasso')).toHaveAttribute('data-keys', 'E Shift+F7 L');
  await page.getByRole('textbox', { name: 'Search shortcuts' }).fill('eraser');
  await expect(line(page, 'studio.eraser')).toHaveAttribute('data-keys', '');
  // several screens have a command of the same title
  await page.getByRole('textbox', { name: 'Search shortcuts' }).fill('all commands');
  const palette = line(page, 'app.palette');
  await palette.getByRole('button', { name: /^Add keys/u }).click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(palette.getByRole('alert')).toContainText(
    'is used by “Undo”, “Put the removed clip back”, and “Undo remove”.',
  );
  await palette.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();

  const tool = (name: string) => page.getByRole('button', { name, exact: true });
  await page.keyboard.press('b');
  await expect(tool('Brush')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('e');
  await expect(tool('Lasso')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('b');
  await page.keyboard.press('Shift+F7');
  await expect(tool('Lasso')).toHaveAttribute('aria-pressed', 'true');
  await searchCommands(page, 'lasso');
  await expect(page.locator('.mantine-Spotlight-action').first()).toContainText('E');
  await page.keyboard.press('Escape');

  // as usual again
  await openEditor(page);
  await page.getByRole('textbox', { name: 'Search shortcuts' }).fill('eraser');
  await page.getByRole('button', { name: 'Use the default keys of Eraser' }).click();
  await expect(line(page, 'studio.eraser')).toHaveAttribute('data-keys', 'E');
  await expect(line(page, 'studio.eraser')).toContainText('Same keys: Lasso');
});

test('finds, replaces, exports and imports shortcuts @second', async ({ open, folder }) => {
  const { page } = await open({ viewport: { width: 1280, height: 800 }, account: 'practice' });
  await openSample(page);
  await openEditor(page);
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });

  await test.step('keeps keys that were changed between a replacement of all keys and its undo', async () => {
    await page.getByRole('button', { name: 'All keys…' }).click();
    await page.getByRole('menuitem', { name: 'Use the keys of Photoshop' }).click();
    await page.getByRole('textbox', { name: 'Search shortcuts' }).fill('lasso');
    await line(page, 'studio.lasso').getByRole('button', { name: 'Add keys to Lasso' }).click();
    await page.keyboard.press('Shift+F7');
    await expect(line(page, 'studio.lasso')).toContainText('F7');
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('textbox', { name: 'Search shortcuts' }).fill('invert');
    await expect(line(page, 'studio.invert')).toHaveAttribute('data-keys', 'Mod+I');
    await page.getByRole('textbox', { name: 'Search shortcuts' }).fill('lasso');
    await expect(line(page, 'studio.lasso')).toContainText('F7');
  });

  await test.step('exports and imports keys, and switches to Photoshop’s', async () => {
    await page.getByRole('textbox', { name: 'Search shortcuts' }).fill('');
    await page.getByRole('button', { name: 'Search by keys' }).click();
    await page.keyboard.press('ControlOrMeta+i');
    await expect(dialog.locator('[data-command]')).toHaveCount(1);
    await expect(line(page, 'studio.invert')).toBeVisible();
    await pickItem(page.getByRole('button', { name: 'All keys…' }), 'Use the keys of Photoshop');
    await expect(dialog.locator('[data-command]')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(line(page, 'studio.invert')).toHaveAttribute('data-keys', 'Shift+Mod+I');

    await page.getByRole('button', { name: 'All keys…' }).click();
    const { bytes } = await download(page.getByRole('menuitem', { name: 'Export keys…' }));
    expect(JSON.parse(bytes.toString())).toMatchObject({
      gessoKeys: 1,
      bindings: { 'studio.invert': ['Shift+Mod+I'] },
    });
    const choose = async (file: string) => {
      await page.getByRole('button', { name: 'All keys…' }).click();
      await upload(page.getByRole('menuitem', { name: 'Import keys…' }), file);
    };
    const broken = join(folder, 'no “keys”.json');
    await writeFile(broken, '{"gessoKeys": 2}');
    await choose(broken);
    await expect(page.getByText('“no “keys”.json” holds no keys of Gesso.')).toBeVisible();
    const own = join(folder, 'mine.json');
    await writeFile(
      own,
      JSON.stringify({ gessoKeys: 1, match: 'letter', bindings: { 'go.video': ['Mod+9'] } }),
    );
    await choose(own);
    await expect(line(page, 'studio.invert')).toHaveAttribute('data-keys', 'Mod+I');
    await expect(line(page, 'go.video')).toHaveAttribute('data-keys', 'Mod+9');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('ControlOrMeta+9');
    await expect(page.getByRole('button', { name: 'Video', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });
});
