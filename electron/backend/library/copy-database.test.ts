import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../../testing/test-folder.ts';
import { copyDatabase, type DatabaseCopyOptions } from './copy-database.ts';

let folder: string;
let database: DatabaseSync;
const logged: string[] = [];

beforeEach(() => {
  logged.length = 0;
  folder = testFolder();
  database = new DatabaseSync(join(folder, 'library.db'));
  database.exec('PRAGMA user_version = 7; CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)');
});
afterEach(() => database.close());

async function copied(options: Partial<DatabaseCopyOptions> = {}) {
  const path = join(folder, 'copy.db');
  const reason = await copyDatabase(database, path, {
    log: (line) => void logged.push(line),
    ...options,
  });
  using copy = new DatabaseSync(path);
  const version = copy.prepare('PRAGMA user_version').get()?.['user_version'];
  return {
    reason,
    version,
    rows: copy
      .prepare('SELECT a FROM t')
      .all()
      .map(({ a }) => a),
  };
}

describe('a copy of the open database', () => {
  it('is made by SQLite’s backup', async () => {
    expect(await copied()).toEqual({ reason: undefined, version: 7, rows: [1, 2] });
    expect(logged).toEqual([]);
  });

  it('is made by VACUUM INTO, and logged, when the backup fails halfway', async () => {
    const copy: DatabaseCopyOptions['copy'] = (_database, path) => {
      using other = new DatabaseSync(String(path)); // a part of a copy stays
      other.exec('CREATE TABLE half (a)');
      return Promise.reject(new Error('not in this program'));
    };
    const { reason, ...content } = await copied({ copy });
    expect(content).toEqual({ version: 7, rows: [1, 2] });
    expect(reason).toMatch(/not in this program.*VACUUM INTO/u);
    expect(logged).toEqual([expect.stringContaining('not in this program')]);
  });

  it('is made by VACUUM INTO when the backup hangs', async () => {
    const copy: DatabaseCopyOptions['copy'] = () => new Promise(() => undefined);
    const { reason, ...content } = await copied({ copy, silent: 5 });
    expect(content).toEqual({ version: 7, rows: [1, 2] });
    expect(reason).toContain('nothing was written');
  });
});
