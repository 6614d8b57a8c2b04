import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '../../../library/database.ts';
import {
  createRowReader,
  optionalText,
  prepareInsert,
  prepareUpdate,
  toBoolean,
} from '../../../library/row-values.ts';

const toFollow = createRowReader({
  id: String,
  recipeId: String,
  /** Absolute. */
  folder: String,
  savesTo: optionalText,
  callsADay: Number,
  /** 1/10000 USD. */
  moneyADay: Number,
  isOn: toBoolean,
  runId: optionalText,
  /** `2026-11-25`, local time. */
  runDay: optionalText,
  /** The library lost its latest changes, so files may have been taken that are not known. */
  isRestored: toBoolean,
});

export type StoredFollow = ReturnType<typeof toFollow>;

export interface FileFacts {
  readonly byteLength: number;
  /** Ms. */
  readonly modifiedAt: number;
}

export interface KnownFile extends FileFacts {
  readonly hash: string | undefined;
}

interface FoundFile extends FileFacts {
  readonly path: string;
  readonly hash: string;
}

/** `cost`: 1/10000 USD, `undefined` if unknown. */
interface TakenFile extends FoundFile {
  readonly calls: number;
  readonly cost: number | undefined;
}

interface TakenSums {
  readonly files: number;
  readonly calls: number;
  readonly cost: number | undefined;
  readonly runIds: readonly string[];
}

export type FollowStore = ReturnType<typeof createFollowStore>;

export function createFollowStore(database: DatabaseSync) {
  const prepare = (sql: string) => database.prepare(sql);
  const statements = {
    all: prepare('SELECT * FROM recipe_follows ORDER BY created_at, rowid'),
    add: prepareInsert(database, 'recipe_follows', [
      'id',
      'recipeId',
      'folder',
      'savesTo',
      'callsADay',
      'moneyADay',
      'isOn',
      'createdAt',
    ]),
    change: prepareUpdate(
      database,
      'recipe_follows',
      ['id'],
      ['callsADay', 'moneyADay', 'isOn', 'runId', 'runDay', 'isRestored'],
    ),
    remove: prepare('DELETE FROM recipe_follows WHERE id = ?'),
    known: prepare('SELECT * FROM recipe_follow_files WHERE follow_id = ?'),
    put: prepare(
      `INSERT INTO recipe_follow_files
         (follow_id, path, byte_length, modified_at, hash, taken_at, run_id, calls, cost)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET byte_length = excluded.byte_length, modified_at = excluded.modified_at,
         hash = excluded.hash, taken_at = excluded.taken_at, run_id = excluded.run_id,
         calls = excluded.calls, cost = excluded.cost`,
    ),
    touch: prepare(
      `UPDATE recipe_follow_files SET byte_length = ?, modified_at = ?, hash = ?
       WHERE follow_id = ? AND path = ?`,
    ),
    sums: prepare(
      `SELECT count(*) AS files, coalesce(sum(calls), 0) AS calls, coalesce(sum(cost), 0) AS cost,
         coalesce(sum(cost IS NULL), 0) AS unknown, json_group_array(DISTINCT run_id) AS runs
       FROM recipe_follow_files WHERE follow_id = ? AND taken_at >= ?`,
    ),
  };

  function list(): readonly StoredFollow[] {
    return statements.all.all().map(toFollow);
  }

  return {
    list,
    add(follow: {
      readonly recipeId: string;
      readonly folder: string;
      readonly savesTo: string | undefined;
      readonly callsADay: number;
      readonly moneyADay: number;
      readonly existing: readonly (FileFacts & { readonly path: string })[];
    }): string {
      const id = randomUUID();
      transaction(database, () => {
        statements.add({ ...follow, id, isOn: true, createdAt: Date.now() });
        for (const { path, byteLength, modifiedAt } of follow.existing) {
          statements.put.run(id, path, byteLength, modifiedAt, null, null, null, 0, 0);
        }
      });
      return id;
    },
    change: (follow: StoredFollow): void => void statements.change(follow),
    remove: (id: string) => void statements.remove.run(id),
    known: (id: string): ReadonlyMap<string, KnownFile> =>
      new Map(
        statements.known.all(id).map((row) => [
          String(row['path']),
          {
            byteLength: Number(row['byte_length']),
            modifiedAt: Number(row['modified_at']),
            hash: optionalText(row['hash']),
          },
        ]),
      ),
    /** Same content with new metadata. */
    touch: (id: string, { path, byteLength, modifiedAt, hash }: FoundFile) =>
      void statements.touch.run(byteLength, modifiedAt, hash, id, path),
    /** Call in the transaction of the run that takes the files. */
    take(id: string, runId: string, now: number, files: readonly TakenFile[]): void {
      for (const { path, byteLength, modifiedAt, hash, calls, cost = null } of files) {
        statements.put.run(id, path, byteLength, modifiedAt, hash, now, runId, calls, cost);
      }
    },
    taken(id: string, since: number): TakenSums {
      const row = statements.sums.get(id, since) ?? {};
      const runs: unknown = JSON.parse(String(row['runs'] ?? '[]'));
      return {
        files: Number(row['files'] ?? 0),
        calls: Number(row['calls'] ?? 0),
        cost: Number(row['unknown'] ?? 0) > 0 ? undefined : Number(row['cost'] ?? 0),
        runIds: Array.isArray(runs) ? runs.filter((each) => typeof each === 'string') : [],
      };
    },
  };
}
