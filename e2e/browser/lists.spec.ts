/** Keys of long lists: rows, pages, ends and ranges, also before rows are loaded. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { showChat } from '../flows/chat.ts';
import { exported, importFile } from '../flows/imports.ts';
import { upload } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';
import { startModelServer } from '../support/model-server.ts';

test('opens conversations by keyboard in a long list @second', async ({ open, folder }) => {
  await using server = await startModelServer();
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: server });
  await showChat(page);
  const file = join(folder, 'conversations.json');
  await writeFile(file, exported(130, 'A short answer.'));
  await importFile(page, file);
  await expect(page.getByText('Imported 130 conversations with 260 messages.')).toBeVisible();

  const list = page.getByRole('list', { name: 'Conversations' });
  const front = list.locator('[aria-current="true"]');
  await list.focus();
  await page.keyboard.press('Home');
  await expect(front).toHaveText(/^Imported 129/u);
  await page.keyboard.press('ArrowDown');
  await expect(front).toHaveText(/^Imported 128/u);
  // two quick keys both count
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(front).toHaveText(/^Imported 126/u);
  await page.keyboard.press('PageDown');
  await expect(front).toHaveText(/^Imported 1[01]\d/u);
  await page.keyboard.press('End');
  await expect(front).toHaveText(/^Imported 0/u);
  await expect(front).toBeInViewport();
  await page.keyboard.press('PageUp');
  await expect(front).toHaveText(/^Imported 1\d/u);
  await page.keyboard.press('Home');
  await expect(front).toHaveText(/^Imported 129/u);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeFocused();
});

test('stays where a list is scrolled to before its rows are loaded @second', async ({
  open,
  folder,
}) => {
  const set = join(folder, 'set');
  await mkdir(set);
  for (let number = 100; number < 300; number++) await writeFile(join(set, `${number}.png`), 'x');
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: 'practice' });
  await page.getByRole('button', { name: 'Training', exact: true }).click();
  await upload(page.getByRole('button', { name: 'Add folder…' }), set);
  const grid = page.getByRole('grid', { name: 'Training files' });
  await expect(grid).toHaveAttribute('aria-rowcount', '201', { timeout: 60_000 });
  await grid.evaluate((list) => list.scrollBy(0, list.scrollHeight));
  await expect(grid.getByRole('row', { name: /299\.png/u })).toBeInViewport();
});
