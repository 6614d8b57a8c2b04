/** The library in Settings: clean-up, backups, location. */
import { join } from 'node:path';
import { openNoise, waitUntilReady } from '../flows/studio.ts';
import { expect, test } from '../support/gesso.ts';

test('backs up a library, and restores it elsewhere @second', async ({ open, folder }) => {
  const first = await open({ viewport: { width: 1024, height: 800 }, account: 'practice' });
  await openNoise(first.page, folder, 'beach.png', 400, 300);
  const file = join(folder, 'all.gessobackup');
  await first.page.getByRole('button', { name: 'Settings' }).click();
  const backups = first.page.getByRole('region', { name: 'Backups' });
  await test.step('uses a typed location', async () => {
    await backups.getByRole('button', { name: 'Back up to one file…' }).click();
    await backups.getByLabel('File or folder for the backup').fill('here');
    await backups.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(backups.getByText('Enter a full path')).toBeVisible();
    await backups.getByLabel('File or folder for the backup').fill(file);
    await backups.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(backups.getByText('The backup is complete.')).toBeVisible();
  });
  await first.quit();

  const dataFolder = join(folder, 'another one');
  const second = await open({ dataFolder, account: 'practice' });
  await second.page.getByRole('button', { name: 'Settings' }).click();
  const there = second.page.getByRole('region', { name: 'Backups' });
  await there.getByRole('button', { name: 'Restore from a file…' }).click();
  await there.getByLabel('Backup file (.gessobackup)').fill(file);
  await there.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(there.getByText('Gesso opens the other library at the next start.')).toBeVisible();
  await second.quit();

  const third = await open({ dataFolder });
  await waitUntilReady(third.page, 'beach.png');
  await third.page.getByRole('button', { name: 'Settings' }).click();
  await expect(
    third.page.getByRole('region', { name: 'Backups' }).getByText('Earlier libraries'),
  ).toBeVisible();
});

test('deletes photos without a copy only when asked to @second', async ({ open, folder }) => {
  const first = await open({ account: 'practice' });
  await openNoise(first.page, folder, 'one.png', 400, 300);
  await first.page.keyboard.press('Alt+w');
  await expect(first.page.getByRole('button', { name: /^Document: /u })).toBeHidden();
  await first.quit();

  const { page } = await open();
  await page.getByRole('button', { name: 'Settings' }).click();
  const storage = page.getByRole('region', { name: 'Storage' });
  const backups = page.getByRole('region', { name: 'Backups' });
  await expect(backups.getByRole('button', { name: 'Restore…' })).toHaveCount(1);
  await storage.getByRole('button', { name: 'Clean up photos…' }).click();
  const question = page.getByRole('dialog', { name: 'Clean up: photos' });
  await expect(question.getByRole('button', { name: 'Remove 0 photos' })).toBeDisabled();
  await question.getByLabel('Also remove 1 photo not saved since their last result').check();
  await question.getByRole('button', { name: 'Remove 1 photo' }).click();
  await expect(page.getByText('1 photo removed.')).toBeVisible();
  await expect(storage.getByRole('button', { name: 'Clean up photos…' })).toHaveCount(0);
});
