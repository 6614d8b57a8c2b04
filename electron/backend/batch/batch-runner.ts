/**
 * Batches: the same work on many photos. Photo after photo becomes a run of jobs when its turn comes,
 * so that few jobs wait at a time and runs by hand go first. Its guarantees: a photo's jobs
 * and the note that they are there are one transaction, so a start after a kill neither forgets a
 * photo nor sends one twice; paused means that nothing more leaves, also after a restart.
 */
import type { Batch, BatchPlan, BatchRequest } from '../../../shared/contract/batch.ts';
import { isFinalJobState } from '../../../shared/contract/jobs.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { encodeMaskTiles } from '../../../shared/mask/mask-tiles.ts';
import type { Connections } from '../connections/connections.ts';
import type { BatchDoor } from '../jobs/starting/batch-door.ts';
import type { JobStore } from '../jobs/log/job-store.ts';
import type { StoredJob } from '../jobs/log/stored-job.ts';
import type { MaskStore } from '../library/mask-store.ts';
import type { PhotoStore } from '../library/photo-store.ts';
import type { HostPorts } from '../common/ports.ts';
import { createLatestFeed } from '../common/latest-feed.ts';
import type { Allowance } from '../spend/watch/index.ts';
import { CONCERNS_ALL, createBatchFeeding } from './batch-feeding.ts';
import { planBatch } from './batch-plan.ts';
import type { BatchPhoto, BatchStore, StoredBatch } from './batch-store.ts';
import { hasFailed, lastOfEachRegion, photoAfter, presentBatch } from './batch-view.ts';

/** See the file comment. */
export interface BatchRunner {
  plan(request: BatchRequest): Promise<BatchPlan>;
  /** @throws AppError `invalid-input` when no photo can take part, else as `plan` */
  start(request: BatchRequest, stored: 'ignore' | 'use'): Promise<{ readonly batchId: string }>;
  pause(batchId: string): void;
  resume(batchId: string): void;
  stop(batchId: string): void;
  retry(batchId: string): Promise<void>;
  acknowledge(batchId: string): void;
  /** The photos that it has finished, in their order. @throws AppError `not-found` */
  photos(batchId: string): readonly { readonly id: string; readonly name: string }[];
  list(): readonly Batch[];
  changes(signal: AbortSignal | undefined): AsyncGenerator<readonly Batch[], void, void>;
  /** Takes up batches of the last program run; the jobs have been taken up before. */
  takeUp(): void;
  close(): Promise<void>;
}

export function createBatchRunner(parts: {
  readonly store: BatchStore;
  readonly jobs: JobStore;
  readonly door: BatchDoor;
  readonly photos: PhotoStore;
  readonly masks: MaskStore;
  readonly connections: Pick<Connections, 'active' | 'named'>;
  readonly ports: Pick<HostPorts, 'notify'>;
  /** Asks before paid work, once for all photos. */
  readonly allowance: Pick<Allowance, 'require'>;
  readonly settings: () => Pick<Settings, 'margin' | 'matchColors'>;
  readonly log: (line: string) => void;
}): BatchRunner {
  const { store, jobs, door } = parts;
  const feed = createLatestFeed(list);
  /** Batches that are over, as they are shown: nothing of them changes but by `changed`. */
  const over = new Map<string, Batch>();
  function changed(batchId: string): void {
    over.delete(batchId);
    feed.changed();
  }

  const feeding = createBatchFeeding({ ...parts, changed });
  const { pump, pauseBy } = feeding;

  function list(): readonly Batch[] {
    return store.list().map((batch) => {
      const known = over.get(batch.id);
      if (known !== undefined) return known;
      const kind = batch.operation === 'remove-text' ? 'remove-text' : 'cleanup';
      const underWay = jobs.leftOfBatch(batch.id);
      const shown = presentBatch(batch, store.photos(batch.id), underWay, (calls) =>
        door.expectedMilliseconds(kind, calls),
      );
      if (shown.state === 'done') over.set(batch.id, shown);
      const pausedBy = feeding.heldBy(batch.id);
      return pausedBy === undefined ? shown : { ...shown, state: 'paused', pausedBy };
    });
  }

  function mustGet(batchId: string): StoredBatch {
    const batch = store.get(batchId);
    if (batch !== undefined) return batch;
    throw new AppError({ kind: 'not-found', message: 'This batch is no longer in the list.' });
  }

  function jobsOf(photo: BatchPhoto): readonly StoredJob[] {
    const joined = photo.joinedJobIds.flatMap((id) => jobs.get(id) ?? []);
    return [...joined, ...jobs.ofRun(photo.runId)];
  }

  function refresh(photo: BatchPhoto): void {
    const all = jobsOf(photo);
    if (all.length > 0) store.putPhoto(photoAfter(photo, all));
  }

  function onJobChanged(job: StoredJob): void {
    const own = job.runId === undefined ? undefined : store.photoOfRun(job.runId);
    const waiting = store.photosJoining(job.id);
    for (const photo of own === undefined ? waiting : [own, ...waiting]) {
      changed(photo.batchId);
      const before = photo.state;
      if (isFinalJobState(job.state) || before !== 'started') refresh(photo);
      const isNews = job.error !== undefined && hasFailed(job) && !job.isAcknowledged;
      if (isNews && CONCERNS_ALL.has(job.error.kind)) pauseBy(photo.batchId, job.error);
    }
    // A job that left makes room for the next photo.
    if (own !== undefined || waiting.length > 0) pump();
  }

  door.onChanged((job) => {
    if (!feeding.isClosing) onJobChanged(job);
  });

  function goOn(batchId: string): void {
    store.setState(batchId, { state: 'running' });
    changed(batchId);
    door.letGo();
    pump();
  }

  async function repeat(batch: StoredBatch, photo: BatchPhoto): Promise<void> {
    const failed = lastOfEachRegion(jobsOf(photo)).filter(hasFailed);
    if (failed.length === 0) {
      // It failed before there was a call.
      store.putPhoto({ ...photo, state: 'waiting', error: undefined });
      return;
    }
    try {
      const connection = parts.connections.named(batch.connectionId);
      const { runId } = photo;
      for (const { id } of failed)
        await door.runAgain(id, connection, { batchId: batch.id, runId });
    } catch (thrown) {
      const error = toAppError(thrown).toData();
      store.putPhoto({ ...photo, state: 'failed', error });
    }
  }

  return {
    async plan(request) {
      const connection = parts.connections.active();
      return (await planBatch(parts, request, parts.settings(), connection)).plan;
    },
    async start(request, stored) {
      const connection = parts.connections.active();
      const { margin, matchColors } = parts.settings();
      const settings = { margin, matchColors };
      const { plan, photos, mask } = await planBatch(parts, request, settings, connection);
      if (photos.length === 0) {
        throw new AppError({
          kind: 'invalid-input',
          message: plan.leftOut[0]?.reason ?? 'None of these photos can be used. Select others.',
        });
      }
      if (stored === 'use') {
        allowCalls(
          parts.allowance,
          connection.id,
          plan.calls - plan.storedCalls,
          plan.costWithStored,
        );
      } else allowCalls(parts.allowance, connection.id, plan.calls, plan.cost);
      store.tidy();
      const batchId = store.add(
        {
          operation: request.operation,
          parameters: {
            stored,
            isReduced: request.operation === 'remove-text' && request.detail === 'reduced',
            ...settings,
          },
          connectionId: connection.id,
          photos,
          mask:
            mask === undefined
              ? undefined
              : { bytes: encodeMaskTiles(mask.tiles), size: mask.size },
        },
        Date.now(),
      );
      changed(batchId);
      pump();
      return { batchId };
    },
    pause(batchId) {
      if (mustGet(batchId).state === 'running') store.setState(batchId, { state: 'paused' });
      changed(batchId);
    },
    resume(batchId) {
      if (mustGet(batchId).state === 'paused') goOn(batchId);
    },
    stop(batchId) {
      const { state } = mustGet(batchId);
      if (state !== 'running' && state !== 'paused') return;
      store.setState(batchId, { state: 'stopped', endedAt: Date.now() });
      feeding.forgetWork(batchId);
      for (const photo of store.photos(batchId)) {
        if (photo.state === 'waiting') store.putPhoto({ ...photo, state: 'stopped' });
        if (photo.state !== 'started') continue;
        const waiting = jobs.ofRun(photo.runId).filter(({ state }) => state === 'waiting');
        for (const { id } of waiting) door.cancel(id);
      }
      changed(batchId);
    },
    async retry(batchId) {
      const batch = mustGet(batchId);
      const failed = store.photos(batchId).filter(({ state }) => state === 'failed');
      if (failed.length === 0) return;
      allowCalls(parts.allowance, batch.connectionId, failed.length, undefined);
      store.setState(batchId, { state: 'running' });
      for (const photo of failed) await repeat(batch, photo);
      goOn(batchId);
    },
    acknowledge(batchId) {
      store.acknowledge(batchId);
      changed(batchId);
    },
    photos(batchId) {
      mustGet(batchId);
      const done = store.photos(batchId).filter(({ state }) => state === 'done');
      return done.map(({ photoId: id, photoName: name }) => ({ id, name }));
    },
    list,
    changes: (signal) => feed.read(signal),
    takeUp() {
      for (const { id } of [...store.inState('running'), ...store.inState('paused')]) {
        for (const photo of store.photos(id)) if (photo.state === 'started') refresh(photo);
      }
      pump();
    },
    async close() {
      const ended = feeding.close();
      feed.close();
      await ended;
    },
  };
}

/** Asks before paid work, once for all of it. @param cost of all together, 1/10000 USD; `undefined` = unknown */
function allowCalls(
  allowance: Pick<Allowance, 'require'>,
  connectionId: string,
  calls: number,
  cost: number | undefined,
): void {
  const ofOne = (index: number) => (index === 0 || cost === undefined ? cost : 0);
  const all = Array.from({ length: calls }, (_, index) => ({
    connectionId,
    category: 'gen_api' as const,
    price: ofOne(index),
  }));
  allowance.require(all);
}
