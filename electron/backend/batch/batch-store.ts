/** Rows of batches and their photos. All calls are synchronous and durable when they return. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { batchStateSchema, type BatchState } from '../../../shared/contract/batch.ts';
import { appErrorSchema } from '../../../shared/contract/common.ts';
import type { AppErrorData } from '../../../shared/errors/app-error.ts';
import type { Size } from '../../../shared/geometry/rect.ts';
import { decodeMaskTiles, type PackedMaskTile } from '../../../shared/mask/mask-tiles.ts';
import { transaction } from '../library/database.ts';

/** The settings of each photo's run: frozen at the start, so that all are treated alike. */
const parametersSchema = z.strictObject({
  stored: z.enum(['ignore', 'use']),
  isReduced: z.boolean(),
  margin: z.int(),
  matchColors: z.boolean(),
});

const photoStateSchema = z.enum(['waiting', 'started', 'done', 'failed', 'stopped']);

export type BatchParameters = z.infer<typeof parametersSchema>;

/** One row of `batches`, without its mask. */
export interface StoredBatch {
  readonly id: string;
  readonly state: BatchState;
  readonly operation: 'remove-text' | 'same-mask';
  readonly parameters: BatchParameters;
  readonly connectionId: string;
  readonly createdAt: number;
  readonly endedAt: number | undefined;
  readonly pausedBy: AppErrorData | undefined;
}

/** One row of `batch_photos`. */
export interface BatchPhoto {
  readonly batchId: string;
  readonly position: number;
  readonly photoId: string;
  readonly photoName: string;
  /** `waiting` for its turn · `started`: its jobs are there · `stopped`: given up before its end. */
  readonly state: z.infer<typeof photoStateSchema>;
  /** The run that its jobs belong to, also before there are any. */
  readonly runId: string;
  readonly joinedJobIds: readonly string[];
  readonly calls: number;
  readonly callsDone: number;
  readonly callsFailed: number;
  readonly callsUnknown: number;
  /** 1/10000 USD; `undefined` = not known. */
  readonly cost: number | undefined;
  readonly error: AppErrorData | undefined;
}

/** A batch before it starts. */
export interface NewBatch extends Pick<StoredBatch, 'operation' | 'parameters' | 'connectionId'> {
  readonly photos: readonly Pick<BatchPhoto, 'photoId' | 'photoName' | 'calls'>[];
  /** For `same-mask`: the wire form of `shared/mask/mask-tiles.ts`, and the size of its photo. */
  readonly mask?: { readonly bytes: Uint8Array; readonly size: Size } | undefined;
}

export interface BatchMask {
  readonly tiles: readonly PackedMaskTile[];
  readonly size: Size;
}

/** See the file comment. */
export interface BatchStore {
  add(batch: NewBatch, now: number): string;
  get(id: string): StoredBatch | undefined;
  mask(id: string): BatchMask | undefined;
  /** Oldest first. */
  inState(state: BatchState): readonly StoredBatch[];
  /** Those that were not dismissed, newest first, bounded. */
  list(): readonly StoredBatch[];
  setState(
    id: string,
    change: {
      readonly state: BatchState;
      readonly endedAt?: number | undefined;
      readonly pausedBy?: AppErrorData | undefined;
    },
  ): void;
  acknowledge(id: string): void;
  /** Dismisses ended ones but the newest, and removes the oldest of all. */
  tidy(): void;
  photos(id: string): readonly BatchPhoto[];
  /** The first photo whose turn has not come. */
  nextPhoto(id: string): BatchPhoto | undefined;
  photoOfRun(runId: string): BatchPhoto | undefined;
  /** Photos that wait for a job of another run. */
  photosJoining(jobId: string): readonly BatchPhoto[];
  /** May run inside the caller's transaction. */
  putPhoto(photo: BatchPhoto): void;
}

/** Numbers of this module. */
const BATCHES = {
  /** Most that are listed. */
  listed: 20,
  /** Ended ones that stay listed when another one starts. */
  keptListed: 5,
  /** Ended ones whose rows are kept. */
  kept: 100,
} as const;

const PHOTO_COLUMNS =
  'batch_id, position, photo_id, photo_name, state, run_id, joined_job_ids, calls, calls_done, calls_failed, calls_unknown, cost, error';

export function createBatchStore(database: DatabaseSync): BatchStore {
  const insert = database.prepare(
    `INSERT INTO batches (id, state, operation, parameters, connection_id, mask, mask_width,
       mask_height, created_at) VALUES (?, 'running', ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertPhoto = database.prepare(
    `INSERT INTO batch_photos (batch_id, position, photo_id, photo_name, state, run_id, calls)
     VALUES (?, ?, ?, ?, 'waiting', ?, ?)`,
  );
  const byId = database.prepare('SELECT * FROM batches WHERE id = ?');
  const byState = database.prepare(
    'SELECT * FROM batches WHERE state = ? ORDER BY created_at, rowid',
  );
  const listed = database.prepare(
    'SELECT * FROM batches WHERE is_acknowledged = 0 ORDER BY created_at DESC, rowid DESC LIMIT ?',
  );
  const update = database.prepare(
    'UPDATE batches SET state = ?, ended_at = ?, paused_by = ?, is_acknowledged = 0 WHERE id = ?',
  );
  const acknowledge = database.prepare(
    'UPDATE batches SET is_acknowledged = 1 WHERE id = ? AND ended_at IS NOT NULL',
  );
  const putAwayOld = database.prepare(
    `UPDATE batches SET is_acknowledged = 1 WHERE ended_at IS NOT NULL AND id NOT IN (
       SELECT id FROM batches WHERE ended_at IS NOT NULL ORDER BY created_at DESC LIMIT ?)`,
  );
  const forgetOld = database.prepare(
    `DELETE FROM batches WHERE ended_at IS NOT NULL AND id NOT IN (
       SELECT id FROM batches WHERE ended_at IS NOT NULL ORDER BY created_at DESC LIMIT ?)`,
  );
  const photosOf = database.prepare(
    `SELECT ${PHOTO_COLUMNS} FROM batch_photos WHERE batch_id = ? ORDER BY position`,
  );
  const next = database.prepare(
    `SELECT ${PHOTO_COLUMNS} FROM batch_photos WHERE batch_id = ? AND state = 'waiting'
     ORDER BY position LIMIT 1`,
  );
  const ofRun = database.prepare(`SELECT ${PHOTO_COLUMNS} FROM batch_photos WHERE run_id = ?`);
  const joining = database.prepare(
    `SELECT ${PHOTO_COLUMNS} FROM batch_photos WHERE state = 'started' AND EXISTS (
       SELECT 1 FROM json_each(joined_job_ids) AS joined WHERE joined.value = ?)`,
  );
  const updatePhoto = database.prepare(
    `UPDATE batch_photos SET state = ?, joined_job_ids = ?, calls = ?, calls_done = ?,
       calls_failed = ?, calls_unknown = ?, cost = ?, error = ?
     WHERE batch_id = ? AND position = ?`,
  );

  return {
    add(batch, now) {
      const id = randomUUID();
      const { mask } = batch;
      transaction(database, () => {
        insert.run(
          id,
          batch.operation,
          JSON.stringify(batch.parameters),
          batch.connectionId,
          mask?.bytes ?? null,
          mask?.size.width ?? null,
          mask?.size.height ?? null,
          now,
        );
        for (const [position, { photoId, photoName, calls }] of batch.photos.entries()) {
          insertPhoto.run(id, position, photoId, photoName, randomUUID(), calls);
        }
      });
      return id;
    },
    get(id) {
      const row = byId.get(id);
      return row === undefined ? undefined : toBatch(row);
    },
    mask(id) {
      const row = byId.get(id);
      const bytes = row?.['mask'];
      if (!(bytes instanceof Uint8Array)) return undefined;
      const size = { width: Number(row?.['mask_width']), height: Number(row?.['mask_height']) };
      return { tiles: decodeMaskTiles(bytes), size };
    },
    inState: (state) => byState.all(state).map(toBatch),
    list: () => listed.all(BATCHES.listed).map(toBatch),
    setState(id, { state, endedAt, pausedBy }) {
      const reason = pausedBy === undefined ? null : JSON.stringify(pausedBy);
      update.run(state, endedAt ?? null, reason, id);
    },
    acknowledge: (id) => void acknowledge.run(id),
    tidy() {
      putAwayOld.run(BATCHES.keptListed);
      forgetOld.run(BATCHES.kept);
    },
    photos: (id) => photosOf.all(id).map(toPhoto),
    nextPhoto(id) {
      const row = next.get(id);
      return row === undefined ? undefined : toPhoto(row);
    },
    photoOfRun(runId) {
      const row = ofRun.get(runId);
      return row === undefined ? undefined : toPhoto(row);
    },
    photosJoining: (jobId) => joining.all(jobId).map(toPhoto),
    putPhoto(photo) {
      updatePhoto.run(
        photo.state,
        JSON.stringify(photo.joinedJobIds),
        photo.calls,
        photo.callsDone,
        photo.callsFailed,
        photo.callsUnknown,
        photo.cost ?? null,
        photo.error === undefined ? null : JSON.stringify(photo.error),
        photo.batchId,
        photo.position,
      );
    },
  };
}

type Row = Record<string, unknown>;

function toBatch(row: Row): StoredBatch {
  return {
    id: String(row['id']),
    state: batchStateSchema.parse(row['state']),
    operation: row['operation'] === 'same-mask' ? 'same-mask' : 'remove-text',
    parameters: parametersSchema.parse(JSON.parse(String(row['parameters']))),
    connectionId: String(row['connection_id']),
    createdAt: Number(row['created_at']),
    endedAt: optionalNumber(row['ended_at']),
    pausedBy: optionalError(row['paused_by']),
  };
}

function toPhoto(row: Row): BatchPhoto {
  return {
    batchId: String(row['batch_id']),
    position: Number(row['position']),
    photoId: String(row['photo_id']),
    photoName: String(row['photo_name']),
    state: photoStateSchema.parse(row['state']),
    runId: String(row['run_id']),
    joinedJobIds: z.array(z.string()).parse(JSON.parse(String(row['joined_job_ids']))),
    calls: Number(row['calls']),
    callsDone: Number(row['calls_done']),
    callsFailed: Number(row['calls_failed']),
    callsUnknown: Number(row['calls_unknown']),
    cost: optionalNumber(row['cost']),
    error: optionalError(row['error']),
  };
}

function optionalNumber(value: unknown): number | undefined {
  return value === null ? undefined : Number(value);
}

function optionalError(value: unknown): AppErrorData | undefined {
  return typeof value === 'string' ? appErrorSchema.parse(JSON.parse(value)) : undefined;
}
