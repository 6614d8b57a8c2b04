import { expect, it } from 'vitest';
import { testFolder } from '../../testing/test-folder.ts';
import { createLibraryBackups, listBackups } from './backups.ts';
import { closeDatabase, openDatabase } from './database.ts';

it('keeps and prefers a new backup although others are from the future', async () => {
  const folder = testFolder();
  async function session(at: number): Promise<void> {
    const { database } = await openDatabase(folder);
    const log = (line: string) => expect(line).toBe('');
    const times = { wasBackedUp: false, now: () => at };
    const backups = createLibraryBackups({ database, folder, log, ...times });
    backups.noteClosing();
    closeDatabase(database, folder);
    await backups.afterClose();
  }
  for (const day of [1, 2, 3]) await session(Date.UTC(2099, 0, day));
  const today = Date.now();
  await session(today);
  expect(listBackups(folder).map(({ at }) => at)[0]).toBe(today);
});
