import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type {
  TrainingSelection,
  TrainingState,
  TrainingView,
} from '../../../../shared/contract/training.ts';
import { transaction, unflushed } from '../../library/database.ts';
import {
  inStates,
  orderOf,
  rowsOfSelection,
  rowsOfView,
  type Condition,
} from './training-conditions.ts';
import {
  toRow,
  trainingColumn,
  type TrainingChange,
  type StoredTrainingFile,
} from './training-rows.ts';
import { addFoldCase } from '../../library/fold-case.ts';
import { optionalText, prepareInsert, toColumn } from '../../library/row-values.ts';

export type NewTrainingFile = Pick<
  StoredTrainingFile,
  'name' | 'folder' | 'byteLength' | 'modifiedAt'
> &
  Partial<Pick<StoredTrainingFile, 'path' | 'copy' | 'state' | 'error' | 'hash'>>;

/** With the name of a similar picture. */
export interface ListedRow extends StoredTrainingFile {
  readonly likeName: string | undefined;
}

export type TrainingStore = ReturnType<typeof createTrainingStore>;

const BUSY: readonly TrainingState[] = ['sending', 'finishing'];

const INSERTED = [
  'revision',
  'name',
  'folder',
  'path',
  'copy',
  'byteLength',
  'modifiedAt',
  'hash',
  'state',
  'error',
] as const;

const LIKE_REMOVED = `files.removal_id IS NULL AND files.state = 'duplicate' AND files.asset_id IS NULL
  AND files.like_id IN (SELECT id FROM training_files WHERE removal_id = ?)`;

/** @param leastSide pixels, from the settings */
export function createTrainingStore(database: DatabaseSync, leastSide: () => number) {
  addFoldCase(database);
  const last = database.prepare(
    'SELECT coalesce(max(revision), 0) AS revision FROM training_files',
  );
  let revision = Number(last.get()?.['revision'] ?? 0);
  const insert = prepareInsert(database, 'training_files', INSERTED);
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const prepared = (sql: string) => {
    const known = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  const all = (sql: string, values: readonly SQLInputValue[] = []) =>
    prepared(sql)
      .all(...values)
      .map(toRow);

  function updateWhere(change: TrainingChange, where: Condition): number {
    revision += 1;
    const set = setOf(change);
    const { changes } = prepared(
      `UPDATE training_files AS files SET ${set.sql} WHERE ${where.sql}`,
    ).run(...set.values, revision, ...where.values);
    return Number(changes);
  }

  const LISTED = `SELECT files.*, liked.name AS like_name FROM training_files AS files
    LEFT JOIN training_files AS liked ON liked.id = files.like_id AND liked.removal_id IS NULL`;
  const listed = (row: Parameters<typeof toRow>[0]): ListedRow => ({
    ...toRow(row),
    likeName: optionalText(row['like_name']),
  });

  const update = (id: number, change: TrainingChange): void =>
    void updateWhere(change, { sql: 'files.id = ?', values: [id] });

  return {
    database,
    get revision(): number {
      return revision;
    },
    add: (files: readonly NewTrainingFile[]): readonly number[] =>
      transaction(database, () =>
        files.map((file) => {
          revision += 1;
          const { lastInsertRowid } = insert({
            ...file,
            state: file.state ?? 'checking',
            revision,
          });
          return Number(lastInsertRowid);
        }),
      ),
    get: (id: number): StoredTrainingFile | undefined =>
      all('SELECT * FROM training_files WHERE id = ?', [id])[0],
    update,
    /** Without flushing: survives a crash, but not a power cut. For steps that can be repeated. */
    note: (id: number, change: TrainingChange): void =>
      unflushed(database, () => update(id, change)),
    updateAll(
      selection: TrainingSelection,
      states: readonly TrainingState[],
      change: TrainingChange,
    ): number {
      const { sql, values } = rowsOfSelection(selection, leastSide());
      const where = `files.removal_id IS NULL AND ${inStates(states)} AND ${sql}`;
      return updateWhere(change, { sql: where, values });
    },
    together: <Result>(work: () => Result): Result => transaction(database, work),
    page(view: TrainingView, offset: number, limit: number): readonly ListedRow[] {
      const { sql, values } = rowsOfView(view, leastSide());
      return prepared(`${LISTED} WHERE ${sql} ORDER BY ${orderOf(view.sort)} LIMIT ? OFFSET ?`)
        .all(...values, limit, offset)
        .map(listed);
    },
    count(view: TrainingView): number {
      const { sql, values } = rowsOfView(view, leastSide());
      const row = prepared(`SELECT count(*) AS total FROM training_files AS files WHERE ${sql}`);
      return Number(row.get(...values)?.['total'] ?? 0);
    },
    ids(view: TrainingView, offset: number, limit: number): readonly number[] {
      const { sql, values } = rowsOfView(view, leastSide());
      return prepared(
        `SELECT files.id FROM training_files AS files WHERE ${sql}
         ORDER BY ${orderOf(view.sort)} LIMIT ? OFFSET ?`,
      )
        .all(...values, limit, offset)
        .map(({ id }) => Number(id));
    },
    *each(selection: TrainingSelection): Iterable<ListedRow> {
      const { sql, values } = rowsOfSelection(selection, leastSide());
      const sort = 'view' in selection ? selection.view.sort : 'added';
      // A separate statement, because another query may begin while this one is read.
      const statement = database.prepare(`${LISTED} WHERE ${sql} ORDER BY ${orderOf(sort)}`);
      for (const row of statement.iterate(...values)) yield listed(row);
    },
    /** Oldest first. */
    inState: (state: TrainingState, limit: number): readonly StoredTrainingFile[] =>
      all(
        `SELECT * FROM training_files WHERE state = ? AND removal_id IS NULL ORDER BY id LIMIT ?`,
        [state, limit],
      ),
    known({ name, folder, byteLength, modifiedAt }: NewTrainingFile): boolean {
      const row = prepared(
        `SELECT 1 FROM training_files WHERE name = ? AND byte_length = ? AND folder = ?
           AND abs(modified_at - ?) < 1 AND removal_id IS NULL AND state <> 'failed' LIMIT 1`,
      ).get(name, byteLength, folder, modifiedAt);
      return row !== undefined;
    },
    /** A file with this path that was read at this length and time. */
    readBefore: (
      path: string,
      byteLength: number,
      modifiedAt: number,
    ): StoredTrainingFile | undefined =>
      all(
        `SELECT * FROM training_files WHERE path = ? AND sent_length = ? AND sent_modified_at = ?
           AND copy IS NULL AND hash IS NOT NULL LIMIT 1`,
        [path, byteLength, modifiedAt],
      )[0],
    /** @param readyBelow `ready` rows count below this id; default: this row's */
    sameContent(
      { id, hash }: StoredTrainingFile,
      connectionId: string | undefined,
      readyBelow: number = id,
    ): StoredTrainingFile | undefined {
      if (hash === null) return undefined;
      const onConnection = connectionId === undefined ? '' : 'connection_id = ? AND ';
      const values = connectionId === undefined ? [] : [connectionId];
      return all(
        `SELECT * FROM training_files WHERE hash = ? AND id <> ? AND (
           (${onConnection}state = 'done')
           OR (${onConnection}state IN ('sending', 'finishing', 'unknown'))
           OR (${onConnection}state = 'waiting' AND id < ? AND removal_id IS NULL)
           OR (state = 'ready' AND id < ? AND removal_id IS NULL)
         ) ORDER BY state = 'done' DESC, id LIMIT 1`,
        [hash, id, ...values, ...values, ...values, id, readyBelow],
      )[0];
    },
    /** Gives duplicates of an uploaded row its asset. */
    shareAsset({ hash, connectionId, connectionName, assetId }: StoredTrainingFile): void {
      updateWhere(
        { assetId, connectionId, connectionName },
        {
          sql: `files.state = 'duplicate' AND files.hash = ?
            AND (files.connection_id IS NULL OR files.connection_id = ?) AND files.asset_id IS NULL`,
          values: [hash, connectionId],
        },
      );
    },
    remove(selection: TrainingSelection) {
      const row = prepared(
        'SELECT coalesce(max(removal_id), 0) + 1 AS next FROM training_files',
      ).get();
      const removalId = Math.max(Number(row?.['next'] ?? 1), Date.now());
      const { sql, values } = rowsOfSelection(selection, leastSide());
      const removed = updateWhere(
        { removalId },
        { sql: `files.removal_id IS NULL AND NOT ${inStates(BUSY)} AND ${sql}`, values },
      );
      updateWhere({ state: 'checking' }, { sql: LIKE_REMOVED, values: [removalId] });
      return { removalId, removed };
    },
    restore: (removalId: number): number =>
      updateWhere({ removalId: null }, { sql: 'files.removal_id = ?', values: [removalId] }),
    restoreRows(selection: TrainingSelection): number {
      const { sql, values } = rowsOfSelection(selection, leastSide());
      return updateWhere(
        { removalId: null },
        { sql: `files.removal_id IS NOT NULL AND ${sql}`, values },
      );
    },
    purge(): void {
      prepared(
        `DELETE FROM training_files WHERE removal_id IS NOT NULL AND (asset_id IS NULL OR state = 'duplicate')`,
      ).run();
    },
    copies: (): ReadonlySet<string> =>
      new Set(
        prepared('SELECT copy FROM training_files WHERE copy IS NOT NULL')
          .all()
          .map(({ copy }) => String(copy)),
      ),
    *perceptualHashes(): Iterable<{
      readonly id: number;
      readonly perceptualHash: Uint8Array;
    }> {
      const rows = prepared(
        'SELECT id, look FROM training_files WHERE look IS NOT NULL AND removal_id IS NULL ORDER BY id',
      ).all();
      for (const { id, look } of rows) {
        if (look instanceof Uint8Array) yield { id: Number(id), perceptualHash: look };
      }
    },
    /** After a start: incomplete uploads wait again, others are unknown. */
    failUnfinished(error: StoredTrainingFile['error']): void {
      transaction(database, () => {
        updateWhere({ state: 'waiting' }, { sql: `files.state = 'sending'`, values: [] });
        updateWhere(
          { state: 'unknown', isOrdered: false, error },
          { sql: `files.state = 'finishing'`, values: [] },
        );
      });
    },
  };
}

function setOf(change: TrainingChange): Condition {
  const keys = Object.keys(change).filter(
    (key) => change[key as keyof TrainingChange] !== undefined,
  );
  return {
    sql: [...keys.map((key) => `${trainingColumn(key)} = ?`), 'revision = ?'].join(', '),
    values: keys.map((key) => toColumn(change[key as keyof TrainingChange])),
  };
}
