/**
 * The log of paid calls. A row is on disk before its request leaves, every step is a durable
 * transaction, and each change gets the next revision, so a reader can continue where it stopped.
 */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { appErrorSchema } from '../../../shared/contract/common.ts';
import type { Job, JobState } from '../../../shared/contract/jobs.ts';
import type { AppErrorData } from '../../../shared/errors/app-error.ts';
import type { Rect } from '../../../shared/geometry/rect.ts';

/** A job as it is stored. */
export interface StoredJob {
  readonly id: string;
  readonly revision: number;
  readonly kind: 'cleanup';
  readonly state: JobState;
  readonly photoId: string;
  readonly photoName: string;
  readonly connectionId: string;
  readonly connectionName: string;
  readonly requestHash: string;
  /** Photo space. */
  readonly region: Rect;
  /** Wire form of `shared/mask/mask-tiles.ts`. */
  readonly mask: Uint8Array;
  readonly createdAt: number;
  readonly submittedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly error: AppErrorData | undefined;
  readonly answerFileId: string | undefined;
  /** The user has put away what the job ended with. */
  readonly isAcknowledged: boolean;
}

export type NewJob = Pick<
  StoredJob,
  'photoId' | 'photoName' | 'connectionId' | 'connectionName' | 'requestHash' | 'region' | 'mask'
>;

/** What a step of a job may change. */
export type JobChange = {
  readonly state: JobState;
  readonly submittedAt?: number;
  readonly endedAt?: number;
  readonly error?: AppErrorData | undefined;
  readonly answerFileId?: string;
};

/** See the file comment. */
export interface JobStore {
  add(job: NewJob): StoredJob;
  get(id: string): StoredJob | undefined;
  /** Newest first. */
  list(limit: number): readonly StoredJob[];
  /** Jobs whose last change is newer than `revision`, oldest change first. */
  changedAfter(revision: number): readonly StoredJob[];
  /** Jobs in these states, oldest first. */
  inStates(states: readonly JobState[]): readonly StoredJob[];
  /** A job of the same request that is still under way. */
  underWay(requestHash: string): StoredJob | undefined;
  update(id: string, change: JobChange): StoredJob;
  /** @returns the job as it is now; `undefined` when there was nothing to put away */
  acknowledge(id: string): StoredJob | undefined;
}

export function createJobStore(database: DatabaseSync): JobStore {
  const byId = database.prepare('SELECT * FROM jobs WHERE id = ?');
  const newest = database.prepare(
    'SELECT * FROM jobs ORDER BY created_at DESC, revision DESC LIMIT ?',
  );
  const after = database.prepare('SELECT * FROM jobs WHERE revision > ? ORDER BY revision');
  const byState = database.prepare('SELECT * FROM jobs WHERE state = ? ORDER BY created_at, id');
  const sameRequest = database.prepare(
    "SELECT * FROM jobs WHERE request_hash = ? AND state IN ('waiting', 'submitting', 'processing', 'downloading') LIMIT 1",
  );
  const insert = database.prepare(
    `INSERT INTO jobs (id, revision, kind, state, photo_id, photo_name, connection_id,
       connection_name, request_hash, region, mask, created_at)
     VALUES (?, (SELECT coalesce(max(revision), 0) + 1 FROM jobs), 'cleanup', 'waiting', ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const update = database.prepare(
    `UPDATE jobs SET revision = (SELECT max(revision) + 1 FROM jobs), state = ?,
       submitted_at = coalesce(?, submitted_at), ended_at = ?, error = ?,
       answer_file_id = coalesce(?, answer_file_id), is_acknowledged = 0
     WHERE id = ?`,
  );

  const acknowledge = database.prepare(
    'UPDATE jobs SET is_acknowledged = 1, revision = (SELECT max(revision) + 1 FROM jobs) WHERE id = ? AND ended_at IS NOT NULL AND is_acknowledged = 0',
  );

  function get(id: string): StoredJob | undefined {
    const row = byId.get(id);
    return row === undefined ? undefined : toStoredJob(row);
  }

  function mustGet(id: string): StoredJob {
    const job = get(id);
    if (job === undefined) throw new Error(`The job ${id} has no row.`);
    return job;
  }

  return {
    get,
    add(job) {
      const id = randomUUID();
      insert.run(
        id,
        job.photoId,
        job.photoName,
        job.connectionId,
        job.connectionName,
        job.requestHash,
        JSON.stringify(job.region),
        job.mask,
        Date.now(),
      );
      return mustGet(id);
    },
    list: (limit) => newest.all(limit).map(toStoredJob),
    changedAfter: (revision) => after.all(revision).map(toStoredJob),
    inStates: (states) =>
      states
        .flatMap((state) => byState.all(state).map(toStoredJob))
        .sort((a, b) => a.createdAt - b.createdAt),
    underWay(requestHash) {
      const row = sameRequest.get(requestHash);
      return row === undefined ? undefined : toStoredJob(row);
    },
    acknowledge(id) {
      return acknowledge.run(id).changes === 0 ? undefined : get(id);
    },
    update(id, change) {
      update.run(
        change.state,
        change.submittedAt ?? null,
        change.endedAt ?? null,
        change.error === undefined ? null : JSON.stringify(change.error),
        change.answerFileId ?? null,
        id,
      );
      return mustGet(id);
    },
  };
}

/** What the renderer may know of a job. `fraction` is of the moment and not stored. */
export function toJob(
  job: StoredJob,
  moment: {
    readonly fraction?: number | undefined;
    readonly typicalMilliseconds?: number | undefined;
  },
): Job {
  return {
    id: job.id,
    revision: job.revision,
    kind: job.kind,
    state: job.state,
    photoId: job.photoId,
    photoName: job.photoName,
    connectionName: job.connectionName,
    region: job.region,
    createdAt: job.createdAt,
    submittedAt: job.submittedAt,
    endedAt: job.endedAt,
    fraction: moment.fraction,
    typicalMilliseconds: moment.typicalMilliseconds,
    error: job.error,
    isAcknowledged: job.isAcknowledged,
    hasKeptAnswer: job.answerFileId !== undefined && job.state !== 'done',
  };
}

function toStoredJob(row: Record<string, unknown>): StoredJob {
  return {
    id: String(row['id']),
    revision: Number(row['revision']),
    kind: 'cleanup',
    state: row['state'] as JobState,
    photoId: String(row['photo_id']),
    photoName: String(row['photo_name']),
    connectionId: String(row['connection_id']),
    connectionName: String(row['connection_name']),
    requestHash: String(row['request_hash']),
    region: JSON.parse(String(row['region'])) as Rect,
    mask: row['mask'] as Uint8Array,
    createdAt: Number(row['created_at']),
    submittedAt: optionalNumber(row['submitted_at']),
    endedAt: optionalNumber(row['ended_at']),
    error: parseError(row['error']),
    answerFileId: optionalText(row['answer_file_id']),
    isAcknowledged: Number(row['is_acknowledged']) === 1,
  };
}

function parseError(value: unknown): AppErrorData | undefined {
  if (typeof value !== 'string') return undefined;
  return appErrorSchema.parse(JSON.parse(value));
}

function optionalNumber(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
