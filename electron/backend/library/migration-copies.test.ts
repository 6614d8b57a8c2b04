import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testFolder } from '../../testing/test-folder.ts';
import { createLibraryBackups } from './backups.ts';
import { openDatabase } from './database.ts';
import { LATEST_VERSION, OLDEST_VERSION, statementsFrom } from './migrations/index.ts';
import { copyBeforeMigration, forgetMigrationCopies } from './migration-copies.ts';

const DAY = 24 * 60 * 60 * 1000;
let folder: string;
let path: string;
let database: DatabaseSync;

beforeEach(() => {
  folder = testFolder();
  path = join(folder, 'library.db');
  database = new DatabaseSync(path);
  database.exec('CREATE TABLE t (a)');
});
afterEach(() => database.close());

const copies = async () => (await readdir(folder)).filter((name) => name.includes('before')).sort();

it('keeps only the newest of all copies from before an upgrade', async () => {
  await writeFile(`${path}.before-version-3`, '');
  await copyBeforeMigration(database, path, 12, () => undefined);
  expect(await copies()).toEqual(['library.db.before-version-12']);
});

it('deletes a month-old copy during the daily maintenance', async () => {
  await copyBeforeMigration(database, path, 12, () => undefined);
  await writeFile(`${path}.before-version-mine`, 'not one of Gesso’s');
  database.exec(`PRAGMA user_version = ${LATEST_VERSION}`);
  const now = Date.now();
  forgetMigrationCopies(path, now + 29 * DAY);
  expect(await copies()).toHaveLength(2);
  const old = (now - 31 * DAY) / 1000;
  await utimes(`${path}.before-version-12`, old, old);
  const backups = createLibraryBackups({
    database,
    folder,
    wasBackedUp: false,
    log: (line) => {
      throw new Error(line);
    },
  });
  await backups.tend();
  expect(await copies()).toEqual(['library.db.before-version-mine']);
});

it('migrates completely or not at all: an interrupted library is unchanged', async () => {
  const [released = '', ...steps] = statementsFrom(0);
  database.exec(`${released} PRAGMA user_version = ${OLDEST_VERSION}`);
  const tables = () => database.prepare('SELECT name FROM sqlite_master ORDER BY name').all();
  const tablesMade = steps.flatMap((step) =>
    [...step.matchAll(/CREATE TABLE (\w+)/gu)].map(([, name = '']) => name),
  );
  database.exec(`CREATE TABLE ${tablesMade.at(-1)} (a)`); // the last of these steps finds it there
  const untouched = tables();
  await expect(openDatabase(folder)).rejects.toThrow('already exists');
  expect(tables()).toEqual(untouched);
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: OLDEST_VERSION });
});
