import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../../electron/testing/test-folder.ts';
import { appErrorSchema } from '../contract/common.ts';
import { AppError, toAppError } from './app-error.ts';

describe('any thrown value as an AppError', () => {
  it('stays the same when it is one, and is serialised as plain data', () => {
    const more = { action: 'choose-other-file', details: { width: 3 } } as const;
    const error = new AppError('too-large', 'Too large.', more);
    expect(toAppError(error)).toBe(error);
    const data = error.toData();
    expect(appErrorSchema.parse(JSON.parse(JSON.stringify(data)))).toEqual(data);
    expect(new AppError('storage', 'x').toData()).toEqual({ kind: 'storage', message: 'x' });
  });

  it('is “cancelled” after an abort', () => {
    expect(toAppError(AbortSignal.abort().reason).kind).toBe('cancelled');
    expect(toAppError(new DOMException('x', 'AbortError')).kind).toBe('cancelled');
  });

  it('is “disk-full” for a full disk, whatever reports it', () => {
    for (const code of ['ENOSPC', 'EDQUOT']) {
      expect(toAppError(Object.assign(new Error(code), { code })).kind).toBe('disk-full');
    }
    const database = new DatabaseSync(':memory:');
    database.exec('PRAGMA max_page_count = 3; CREATE TABLE t (x)');
    let thrown: unknown;
    try {
      database.exec('INSERT INTO t VALUES (zeroblob(100000))');
    } catch (error) {
      thrown = error;
    }
    database.close();
    expect(toAppError(thrown)).toMatchObject({ kind: 'disk-full', action: 'retry' });
  });

  it('is “storage” for an unreadable database, and not for an error in a statement', () => {
    const folder = testFolder();
    const path = join(folder, 'x.db');
    writeFileSync(path, 'this is not a database, it is a text that is long enough');
    const failureOf = (open: string, statement: string) => {
      const database = new DatabaseSync(open);
      try {
        database.exec(statement);
        return undefined;
      } catch (error) {
        return toAppError(error).kind;
      } finally {
        database.close();
      }
    };
    expect(failureOf(path, 'SELECT * FROM t')).toBe('storage');
    expect(failureOf(':memory:', 'SELECT FROM')).toBe('unexpected');
  });

  it('is “unexpected” for everything else, with its message', () => {
    expect(toAppError(new TypeError('no such thing'))).toMatchObject({
      kind: 'unexpected',
      details: { error: 'no such thing' },
    });
    for (const thrown of [undefined, null, 7, 'text', {}, Symbol('s')]) {
      expect(toAppError(thrown).kind).toBe('unexpected');
    }
    expect(String(toAppError('x'.repeat(9000)).details?.['error']).length).toBe(2000);
  });
});
