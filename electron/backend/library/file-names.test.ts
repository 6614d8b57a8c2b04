import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { testFolder } from '../../testing/test-folder.ts';
import { openDatabase } from './database.ts';
import { openFileNames } from './file-names.ts';

let folder = '';

beforeEach(() => {
  folder = testFolder();
});

it('drops deleted files, and keeps a name that arrives meanwhile', async () => {
  const { database } = await openDatabase(folder);
  const insert = database.prepare(
    `INSERT INTO files (id, hash, byte_length, media_type, created_at) VALUES (?, ?, 1, 'image/png', 1)`,
  );
  const names = openFileNames(folder, () => undefined);
  void names.note('here', 'here.png');
  void names.note('gone', 'private.png');
  insert.run('1', 'here');
  const tidied = names.tidy(database);
  void names.note('new', 'new.png');
  await tidied;
  expect(await names.read()).toEqual(
    new Map([
      ['here', 'here.png'],
      ['new', 'new.png'],
    ]),
  );
  expect(existsSync(join(folder, 'library.names.part'))).toBe(false);
  database.close();
});

it('reports a name that cannot be recorded, and continues', async () => {
  const logged: string[] = [];
  const names = openFileNames(join(folder, 'missing'), (line) => void logged.push(line));
  await names.note('aa', 'a.png');
  expect(logged).toEqual([expect.stringContaining('a name is not noted')]);
});
