/** Lets the photos of the running batches begin, one after the other, as long as few of their calls wait. */
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import {
  toAppError,
  type AppErrorData,
  type AppErrorKind,
} from '../../../shared/errors/app-error.ts';
import type { HostPorts } from '../common/ports.ts';
import type { Connections } from '../connections/connections.ts';
import type { JobStore } from '../jobs/log/job-store.ts';
import type { BatchDoor } from '../jobs/starting/batch-door.ts';
import type { PhotoStore } from '../library/photo-store.ts';
import { createWorkFor, type WorkFor } from './batch-plan.ts';
import type { BatchPhoto, BatchStore, StoredBatch } from './batch-store.ts';

/** Numbers of this module. */
const BATCH = {
  /** Calls of a batch that may wait for their turn; the next photo begins when there are fewer. */
  waitingCalls: 8,
  /** Before it is tried again what the disk refused, ms. */
  againMilliseconds: 1000,
} as const;

/** Errors that every further call would meet: the batch pauses by itself instead. */
export const CONCERNS_ALL: ReadonlySet<AppErrorKind> = new Set([
  'no-connection',
  'key-missing',
  'key-rejected',
  'unreachable',
  'not-the-service',
  'not-permitted',
  'no-credit',
  'rate-limited', // ends a job only when the service refuses calls for a long time
  'disk-full',
  'keychain',
]);

/** See the file comment. */
export interface BatchFeeding {
  /** Lets the next photos begin, as long as few jobs wait. One at a time, however often it is called. */
  pump(): void;
  /** A running batch waits for the user. @param pausedBy the reason */
  pauseBy(batchId: string, pausedBy: BatchPhoto['error']): void;
  /** The reason why a running batch cannot go on at the moment: nothing of it can be written down. */
  heldBy(batchId: string): AppErrorData | undefined;
  /** The batch is over. */
  forgetWork(batchId: string): void;
  readonly isClosing: boolean;
  /** Resolves when no more photos are being begun. */
  close(): Promise<void>;
}

export function createBatchFeeding(parts: {
  readonly store: BatchStore;
  readonly jobs: Pick<JobStore, 'waitingOfBatch'>;
  readonly door: Pick<BatchDoor, 'plan' | 'start'>;
  readonly photos: Pick<PhotoStore, 'row'>;
  readonly connections: Pick<Connections, 'named'>;
  readonly ports: Pick<HostPorts, 'notify'>;
  readonly log: (line: string) => void;
  /** A batch is shown otherwise from now on. */
  readonly changed: (batchId: string) => void;
}): BatchFeeding {
  const { store, jobs, door, changed } = parts;
  const held = new Map<string, AppErrorData>();
  const workers = new Map<string, WorkFor>();
  let feeding: Promise<void> | undefined;
  let isAskedAgain = false;
  const closing = new AbortController();

  function workOf(batch: StoredBatch): WorkFor {
    const known = workers.get(batch.id);
    if (known !== undefined) return known;
    const made = createWorkFor(batch.operation, batch.parameters, store.mask(batch.id));
    workers.set(batch.id, made);
    return made;
  }

  function pump(): void {
    isAskedAgain = true;
    feeding ??= feedAll()
      .catch(async (error: unknown) => {
        parts.log(`batches wait: ${toAppError(error).message}`);
        isAskedAgain = true;
        await sleep(BATCH.againMilliseconds, undefined, { signal: closing.signal }).catch(
          () => undefined,
        );
      })
      .finally(() => {
        feeding = undefined;
        if (isAskedAgain && !closing.signal.aborted) pump();
      });
  }

  async function feedAll(): Promise<void> {
    while (isAskedAgain && !closing.signal.aborted) {
      isAskedAgain = false;
      for (const { id } of store.inState('running')) {
        try {
          await feedBatch(id);
          if (held.delete(id)) changed(id);
        } catch (error) {
          held.set(id, toAppError(error).toData());
          changed(id);
          throw error;
        }
      }
    }
  }

  async function feedBatch(batchId: string): Promise<void> {
    for (;;) {
      await turn(); // planning takes a moment: other work goes first
      const batch = store.get(batchId);
      if (closing.signal.aborted || batch?.state !== 'running') return;
      if (jobs.waitingOfBatch(batchId) >= BATCH.waitingCalls) return;
      const photo = store.nextPhoto(batchId);
      if (photo === undefined) {
        endWhenOver(batch);
        return;
      }
      begin(batch, photo);
      changed(batchId);
    }
  }

  function begin(batch: StoredBatch, photo: BatchPhoto): void {
    try {
      const connection = parts.connections.named(batch.connectionId);
      const work = workOf(batch)(parts.photos.row(photo.photoId));
      const planned = door.plan(photo.photoId, work, connection);
      door.start(planned, batch.parameters.stored, {
        batchId: batch.id,
        runId: photo.runId,
        record: (started) =>
          store.putPhoto({
            ...photo,
            state: 'started',
            calls: started.length,
            joinedJobIds: started.filter(({ joined }) => joined).map(({ job }) => job.id),
          }),
      });
    } catch (thrown) {
      const error = toAppError(thrown).toData();
      parts.log(`batch ${batch.id}: a photo cannot be run: ${error.kind}`);
      store.putPhoto({ ...photo, state: 'failed', calls: 0, error });
      if (CONCERNS_ALL.has(error.kind)) pauseBy(batch.id, error);
    }
  }

  function endWhenOver(batch: StoredBatch): void {
    const photos = store.photos(batch.id);
    if (photos.some(({ state }) => state === 'waiting' || state === 'started')) return;
    store.setState(batch.id, { state: 'done', endedAt: Date.now() });
    workers.delete(batch.id);
    changed(batch.id);
    const failed = photos.filter(({ state }) => state === 'failed').length;
    const done = photos.filter(({ state }) => state === 'done').length;
    const title = batch.operation === 'remove-text' ? 'Text removed' : 'Clean-up finished';
    const rest = failed === 0 ? '' : `; ${failed} failed`;
    parts.ports.notify({ title, body: `${done} of ${photos.length} photos${rest}` });
  }

  function pauseBy(batchId: string, pausedBy: BatchPhoto['error']): void {
    if (store.get(batchId)?.state !== 'running') return;
    store.setState(batchId, { state: 'paused', pausedBy });
    changed(batchId);
  }

  return {
    pump,
    pauseBy,
    heldBy: (batchId) => held.get(batchId),
    forgetWork: (batchId) => void workers.delete(batchId),
    get isClosing() {
      return closing.signal.aborted;
    },
    async close() {
      closing.abort();
      await feeding;
    },
  };
}
