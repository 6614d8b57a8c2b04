import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '../../../library/database.ts';
import {
  createSql,
  createRowReader,
  optionalText,
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

interface FileRow extends FileFacts {
  readonly path: string;
  readonly hash?: string;
  readonly takenAt?: number;
  readonly runId?: string;
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
  const sql = createSql(database);

  function putFile(followId: string, { path, ...facts }: FileRow): void {
    sql.upsert('recipe_follow_files', { followId, path }, facts);
  }

  function list(): readonly StoredFollow[] {
    return sql.all`SELECT * FROM recipe_follows ORDER BY created_at, rowid`.map(toFollow);
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
        const { existing, ...fields } = follow;
        sql.insert('recipe_follows', { id, ...fields, isOn: true, createdAt: Date.now() });
        for (const { path, byteLength, modifiedAt } of existing) {
          putFile(id, { path, byteLength, modifiedAt, calls: 0, cost: 0 });
        }
      });
      return id;
    },
    change({ id, callsADay, moneyADay, isOn, runId, runDay, isRestored }: StoredFollow): void {
      const fields = { callsADay, moneyADay, isOn, runId, runDay, isRestored };
      sql.update('recipe_follows', { id }, fields);
    },
    remove: (id: string) => void sql.run`DELETE FROM recipe_follows WHERE id = ${id}`,
    known: (id: string): ReadonlyMap<string, KnownFile> =>
      new Map(
        sql.all`SELECT * FROM recipe_follow_files WHERE follow_id = ${id}`.map((row) => [
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
      void sql.run`UPDATE recipe_follow_files
        SET byte_length = ${byteLength}, modified_at = ${modifiedAt}, hash = ${hash}
        WHERE follow_id = ${id} AND path = ${path}`,
    /** Call in the transaction of the run that takes the files. */
    take(id: string, runId: string, now: number, files: readonly TakenFile[]): void {
      for (const { path, byteLength, modifiedAt, hash, calls, cost } of files) {
        putFile(id, { path, byteLength, modifiedAt, hash, takenAt: now, runId, calls, cost });
      }
    },
    taken(id: string, since: number): TakenSums {
      const row =
        sql.get`SELECT count(*) AS files, coalesce(sum(calls), 0) AS calls,
          coalesce(sum(cost), 0) AS cost,
          coalesce(sum(cost IS NULL), 0) AS unknown, json_group_array(DISTINCT run_id) AS runs
          FROM recipe_follow_files WHERE follow_id = ${id} AND taken_at >= ${since}` ?? {};
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
