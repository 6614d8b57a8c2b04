import type { DatabaseSync } from 'node:sqlite';
import {
  TRAINING_MARKS,
  type TrainingMark,
  type TrainingSelection,
  type TrainingState,
  type TrainingView,
} from '../../../../shared/contract/training.ts';
import { transaction, unflushed } from '../../library/database.ts';
import { hasMark, inStates, orderOf, rowsOfSelection, rowsOfView } from './training-conditions.ts';
import { toRow, type TrainingChange, type StoredTrainingFile } from './training-rows.ts';
import { addFoldCase } from '../../library/fold-case.ts';
import {
  assigned,
  createSql,
  joinSql,
  optionalText,
  sqlPart,
  type SqlPart,
} from '../../library/row-values.ts';

export type NewTrainingFile = Pick<
  StoredTrainingFile,
  'name' | 'folder' | 'byteLength' | 'modifiedAt'
> &
  Partial<Pick<StoredTrainingFile, 'path' | 'copy' | 'state' | 'error' | 'hash'>>;

/** With the name of a similar picture. */
export interface ListedRow extends StoredTrainingFile {
  readonly likeName: string | undefined;
  readonly shownMarks: readonly TrainingMark[];
}

export type TrainingStore = ReturnType<typeof createTrainingStore>;

const BUSY: readonly TrainingState[] = ['sending', 'finishing'];

/** @param leastSide pixels, from the settings */
export function createTrainingStore(database: DatabaseSync, leastSide: () => number) {
  addFoldCase(database);
  const sql = createSql(database);
  let revision = Number(sql.value`SELECT max(revision) FROM training_files` ?? 0);

  function updateWhere(change: TrainingChange, where: SqlPart): number {
    revision += 1;
    const { perceptualHash: look, ...fields } = change;
    const set = Object.entries({ ...fields, look, revision }).filter(
      ([, value]) => value !== undefined,
    );
    const { changes } = sql.run`UPDATE training_files AS files
      SET ${assigned(Object.fromEntries(set))} WHERE ${where}`;
    return Number(changes);
  }

  const listedRows = () => sqlPart`SELECT files.*, liked.name AS like_name,
    json_array(${joinSql(
      TRAINING_MARKS.map((mark) => hasMark(mark, leastSide())),
      ', ',
    )}) AS found
  FROM training_files AS files
  LEFT JOIN training_files AS liked ON liked.id = files.like_id AND liked.removal_id IS NULL`;
  const listed = (row: Parameters<typeof toRow>[0]): ListedRow => ({
    ...toRow(row),
    likeName: optionalText(row['like_name']),
    shownMarks: marksIn(row['found']),
  });

  const one = (row: Parameters<typeof toRow>[0] | undefined) => row && toRow(row);

  const update = (id: number, change: TrainingChange): void =>
    void updateWhere(change, sqlPart`files.id = ${id}`);

  return {
    database,
    sql,
    get revision(): number {
      return revision;
    },
    add: (files: readonly NewTrainingFile[]): readonly number[] =>
      transaction(database, () =>
        files.map(({ name, folder, path, copy, byteLength, modifiedAt, hash, state, error }) => {
          revision += 1;
          const { lastInsertRowid } = sql.insert('training_files', {
            revision,
            name,
            folder,
            path,
            copy,
            byteLength,
            modifiedAt,
            hash,
            state: state ?? 'checking',
            error,
          });
          return Number(lastInsertRowid);
        }),
      ),
    get: (id: number): StoredTrainingFile | undefined =>
      one(sql.get`SELECT * FROM training_files WHERE id = ${id}`),
    update,
    /** Without flushing: survives a crash, but not a power cut. For steps that can be repeated. */
    note: (id: number, change: TrainingChange): void =>
      unflushed(database, () => update(id, change)),
    updateAll(
      selection: TrainingSelection,
      states: readonly TrainingState[],
      change: TrainingChange,
    ): number {
      const chosen = rowsOfSelection(selection, leastSide());
      return updateWhere(
        change,
        sqlPart`files.removal_id IS NULL AND ${inStates(states)} AND ${chosen}`,
      );
    },
    together: <Result>(work: () => Result): Result => transaction(database, work),
    page: (view: TrainingView, offset: number, limit: number): readonly ListedRow[] =>
      sql.all`${listedRows()} WHERE ${rowsOfView(view, leastSide())} ORDER BY ${orderOf(view.sort)}
        LIMIT ${limit} OFFSET ${offset}`.map(listed),
    count: (view: TrainingView): number =>
      Number(
        sql.value`SELECT count(*) FROM training_files AS files
          WHERE ${rowsOfView(view, leastSide())}`,
      ),
    ids: (view: TrainingView, offset: number, limit: number): readonly number[] =>
      sql.all`SELECT files.id FROM training_files AS files WHERE ${rowsOfView(view, leastSide())}
        ORDER BY ${orderOf(view.sort)} LIMIT ${limit} OFFSET ${offset}`.map(({ id }) => Number(id)),
    *each(selection: TrainingSelection): Iterable<ListedRow> {
      const sort = 'view' in selection ? selection.view.sort : 'added';
      const { text, values } = sqlPart`${listedRows()}
        WHERE ${rowsOfSelection(selection, leastSide())}
        ORDER BY ${orderOf(sort)}`;
      // A separate statement, because another query may begin while this one is read.
      for (const row of database.prepare(text).iterate(...values)) yield listed(row);
    },
    /** Oldest first. */
    inState: (state: TrainingState, limit: number): readonly StoredTrainingFile[] =>
      sql.all`SELECT * FROM training_files WHERE state = ${state} AND removal_id IS NULL
        ORDER BY id LIMIT ${limit}`.map(toRow),
    known: ({ name, folder, byteLength, modifiedAt }: NewTrainingFile): boolean =>
      sql.get`SELECT 1 FROM training_files
        WHERE name = ${name} AND byte_length = ${byteLength} AND folder = ${folder}
          AND abs(modified_at - ${modifiedAt}) < 1 AND removal_id IS NULL AND state <> 'failed'
        LIMIT 1` !== undefined,
    /** A file with this path that was read at this length and time. */
    readBefore: (
      path: string,
      byteLength: number,
      modifiedAt: number,
    ): StoredTrainingFile | undefined =>
      one(sql.get`SELECT * FROM training_files
        WHERE path = ${path} AND sent_length = ${byteLength} AND sent_modified_at = ${modifiedAt}
          AND copy IS NULL AND hash IS NOT NULL LIMIT 1`),
    /** @param readyBelow `ready` rows count below this id; default: this row's */
    sameContent(
      { id, hash }: StoredTrainingFile,
      connectionId: string | undefined,
      readyBelow: number = id,
    ): StoredTrainingFile | undefined {
      if (hash === null) return undefined;
      const isHere =
        connectionId === undefined ? sqlPart`TRUE` : sqlPart`connection_id = ${connectionId}`;
      return one(sql.get`SELECT * FROM training_files WHERE hash = ${hash} AND id <> ${id} AND (
          (${isHere} AND state = 'done')
            OR (${isHere} AND state IN ('sending', 'finishing', 'unknown'))
            OR (${isHere} AND state = 'waiting' AND id < ${id} AND removal_id IS NULL)
            OR (state = 'ready' AND id < ${readyBelow} AND removal_id IS NULL)
          ) ORDER BY state = 'done' DESC, id LIMIT 1`);
    },
    /** Gives duplicates of an uploaded row its asset. */
    shareAsset({ hash, connectionId, connectionName, assetId }: StoredTrainingFile): void {
      updateWhere(
        { assetId, connectionId, connectionName },
        sqlPart`files.state = 'duplicate' AND files.hash = ${hash}
            AND (files.connection_id IS NULL OR files.connection_id = ${connectionId})
            AND files.asset_id IS NULL`,
      );
    },
    remove(selection: TrainingSelection) {
      const last = Number(sql.value`SELECT max(removal_id) FROM training_files` ?? 0);
      const removalId = Math.max(last + 1, Date.now());
      const removed = updateWhere(
        { removalId },
        sqlPart`files.removal_id IS NULL AND NOT ${inStates(BUSY)}
            AND ${rowsOfSelection(selection, leastSide())}`,
      );
      // Duplicates of what was removed.
      updateWhere(
        { state: 'checking' },
        sqlPart`files.removal_id IS NULL AND files.state = 'duplicate' AND files.asset_id IS NULL
            AND files.like_id IN (SELECT id FROM training_files WHERE removal_id = ${removalId})`,
      );
      return { removalId, removed };
    },
    restore: (removalId: number): number =>
      updateWhere({ removalId: null }, sqlPart`files.removal_id = ${removalId}`),
    restoreRows: (selection: TrainingSelection): number =>
      updateWhere(
        { removalId: null },
        sqlPart`files.removal_id IS NOT NULL AND ${rowsOfSelection(selection, leastSide())}`,
      ),
    purge: (): void =>
      void sql.run`DELETE FROM training_files
        WHERE removal_id IS NOT NULL AND (asset_id IS NULL OR state = 'duplicate')`,
    copies: (): ReadonlySet<string> =>
      new Set(sql.texts`SELECT copy FROM training_files WHERE copy IS NOT NULL`),
    *perceptualHashes(): Iterable<{
      readonly id: number;
      readonly perceptualHash: Uint8Array;
    }> {
      const rows = sql.all`SELECT id, look FROM training_files
        WHERE look IS NOT NULL AND removal_id IS NULL ORDER BY id`;
      for (const { id, look } of rows) {
        if (look instanceof Uint8Array) yield { id: Number(id), perceptualHash: look };
      }
    },
    /** After a start: incomplete uploads wait again, others are unknown. */
    failUnfinished(error: StoredTrainingFile['error']): void {
      transaction(database, () => {
        updateWhere({ state: 'waiting' }, sqlPart`files.state = 'sending'`);
        updateWhere(
          { state: 'unknown', isOrdered: false, error },
          sqlPart`files.state = 'finishing'`,
        );
      });
    },
  };
}

function marksIn(found: unknown): readonly TrainingMark[] {
  const flags = JSON.parse(String(found)) as readonly unknown[];
  return TRAINING_MARKS.filter((_, index) => flags[index] === 1);
}
