/** A library whose database is lost between two starts. */
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { openNoise, waitUntilReady } from '../flows/studio.ts';
import { expect, test } from '../support/gesso.ts';

test('restores a lost library from its backup, and says so', async ({ open, folder }) => {
  const before = await open({ account: 'practice' });
  await openNoise(before.page, folder, 'beach.png', 400, 300);
  await before.quit();
  await truncate(join(before.dataFolder, 'library.db'), 0);

  const { page } = await open();
  await waitUntilReady(page, 'beach.png');
  const notice = page.getByRole('alert').filter({ hasText: 'Library restored from today, ' });
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Details' }).click();
  await expect(notice).toContainText('The library file was missing or empty.');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeHidden();
});
