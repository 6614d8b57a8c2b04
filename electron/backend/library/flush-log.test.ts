import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../../testing/test-folder.ts';
import { closeDatabase, openDatabase } from './database.ts';
import { createLogFlusher } from './flush-log.ts';

it('flushes commits that were not synced, even after the log was restarted', async () => {
  const folder = testFolder();
  const { database } = await openDatabase(folder);
  const log = createLogFlusher(database);
  const put = database.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('a', ?)");
  database.exec('PRAGMA synchronous = NORMAL');
  put.run('1');
  await log.flush();
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  put.run('2');
  await Promise.all([log.flush(), log.flush()]);
  await log.close();
  closeDatabase(database, folder);
  const again = await openDatabase(folder);
  expect(again.database.prepare("SELECT value FROM settings WHERE name = 'a'").get()).toEqual({
    value: '2',
  });
  closeDatabase(again.database, folder);
});

it('reports that nothing could be flushed when there is no log', async () => {
  const folder = testFolder();
  const { database } = await openDatabase(folder);
  const log = createLogFlusher({ location: () => join(folder, 'missing.db') } as typeof database);
  await expect(log.flush()).rejects.toThrow('ENOENT');
  await log.close();
  closeDatabase(database, folder);
});
