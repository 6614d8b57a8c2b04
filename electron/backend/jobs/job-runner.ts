/**
 * Paid calls: starting, stopping, following and taking them up again. The rules it keeps: the row is
 * on disk before the request leaves; the result is on disk before the job is done; a request whose
 * outcome is not known is never repeated by itself; an identical one that is under way is joined; a
 * result that arrived is never asked for again.
 */
import type { CallPlan, StartedRun } from '../../../shared/contract/cleanup.ts';
import type { JobKindName, StartableRequest } from '../../../shared/contract/job-requests.ts';
import { isFinalJobState, type Job, type JobQuery } from '../../../shared/contract/jobs.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import type { Rect } from '../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../shared/mask/mask-tiles.ts';
import type { CleanError } from '../clean-error.ts';
import type { Connections } from '../connections/connections.ts';
import type { HostPorts } from '../ports.ts';
import { createBatchDoor, type BatchDoor } from './batch-door.ts';
import { createJobBoard } from './job-board.ts';
import { SYSTEM_CLOCK, type JobClock } from './job-clock.ts';
import { createJobFollower } from './job-follower.ts';
import { stopped, stoppedFollowing } from './job-outcome.ts';
import type { JobConnection, JobParts } from './job-parts.ts';
import { canLookAgain } from './job-rows.ts';
import { createJobSender } from './job-sender.ts';
import type { NewJob, StoredJob } from './job-store.ts';
import { createJobKinds } from './kinds/index.ts';
import type { WantedTextRemoval } from './kinds/remove-text.ts';
import { createRuns, type RunGroup, type StoredUse } from './runs.ts';
import { createSlotClock, type SlotGroup } from './slot-clock.ts';

/** How much may happen at once; read anew each time. */
export interface JobRates {
  /** Jobs that are prepared, sent or finished at the same time. */
  readonly concurrentCalls: number;
  /** Requests that may leave within a minute, to each connection. */
  readonly perMinute: Readonly<Record<SlotGroup, number>>;
}

/** A clean-up of the photo's painted mask. */
export interface WantedCleanup {
  readonly photoId: string;
  /** Laid by hand; Gesso's own unless given. */
  readonly regions?: readonly Rect[] | undefined;
}

/** The user's settings that decide what is sent and what it costs; read anew each time. */
export type WorkSettings = Pick<
  Settings,
  'maskGrow' | 'matchColors' | 'cleanupPrice' | 'removeTextPrice'
>;

/** See the file comment. */
export interface JobRunner {
  /** For what runs the same on many photos. */
  readonly batch: BatchDoor;
  /** Takes up what the last run left: finishes answers, follows tasks, continues waiting jobs, marks the unknown. */
  resume(): Promise<void>;
  /** What `runCleanup` would do now. @throws as it does */
  planCleanup(wanted: WantedCleanup): CallPlan;
  /** @throws AppError `empty-mask`, `too-large`, `invalid-input`, `not-found`, `no-connection` */
  runCleanup(wanted: WantedCleanup, use: StoredUse): StartedRun;
  /** What `runTextRemoval` would do now. @throws as it does */
  planTextRemoval(wanted: WantedTextRemoval): CallPlan;
  /** @throws AppError `too-large`, `invalid-input`, `not-found`, `no-connection` */
  runTextRemoval(wanted: WantedTextRemoval, use: StoredUse): StartedRun;
  /** Hides a result and runs its operation again. @throws as `runCleanup` */
  runPatchAgain(photoId: string, patchId: string, grow: number, use: StoredUse): StartedRun;
  /** Runs everything of a run again that came to nothing. */
  runRest(runId: string): Promise<{ readonly jobIds: readonly string[] }>;
  /** @throws AppError `too-large`, `invalid-input`, `not-found`, `no-connection` */
  start(request: StartableRequest): { readonly jobId: string; readonly joined: boolean };
  runAgain(jobId: string): Promise<{ readonly jobId: string }>;
  /** @throws AppError `invalid-input` when there is nothing to ask for */
  lookAgain(jobId: string): void;
  /** The network, the key or the computer is back: asks about everything at once. */
  lookNow(): void;
  cancel(jobId: string): void;
  /** The user has seen what the job ended with. */
  acknowledge(jobId: string): void;
  list(query: JobQuery): readonly Job[];
  changes(afterRevision: number, signal: AbortSignal | undefined): AsyncGenerator<Job, void, void>;
  /** Jobs that are being prepared, sent, asked about, fetched or stored at this moment. */
  busyCount(): number;
  /** Resolves when no job is under way that could come to an end by itself soon. */
  whenIdle(): Promise<void>;
  /** Breaks off what is under way; the next start takes it up. */
  close(): Promise<void>;
}

export function createJobRunner(
  parts: JobParts & {
    readonly connections: Pick<Connections, 'ready' | 'active'>;
    readonly ports: Pick<HostPorts, 'notify'>;
    readonly cleanError: CleanError;
    readonly log: (line: string) => void;
    readonly rates: () => JobRates;
    readonly work: () => WorkSettings;
    /** A result has been recorded. */
    readonly onResult?: (() => void) | undefined;
    /** The computer's own unless a test brings another. */
    readonly clock?: JobClock | undefined;
  },
): JobRunner {
  const { jobs, connections, rates, clock = SYSTEM_CLOCK } = parts;
  const kinds = createJobKinds(parts, clock);
  const board = createJobBoard(parts, kinds, clock);
  const slots = createSlotClock(parts.database, (group) => rates().perMinute[group]);
  const idleWaiters = new Set<() => void>();
  let isClosed = false;

  function onDone(job: StoredJob): void {
    parts.onResult?.();
    if (job.batchId !== undefined) return; // the batch tells of its end, once
    parts.ports.notify({ title: kinds[job.kind].finishedTitle, body: job.photoName });
  }

  function onQuiet(): void {
    if (!isClosed && !(sender.isIdle() && follower.isIdle())) return;
    for (const resolve of idleWaiters) resolve();
    idleWaiters.clear();
  }

  const common = { ...parts, kinds, board, clock, onDone, onQuiet };
  const follower = createJobFollower(common);
  const sender = createJobSender({
    ...common,
    slots,
    concurrency: () => rates().concurrentCalls,
    onTask: (job) => follower.follow(job, 'soon'),
  });

  const runs = createRuns({
    jobs,
    board,
    finish: (job) => sender.finish(job),
    pump: () => sender.pump(),
  });

  function launch(planned: NewJob): { readonly jobId: string; readonly joined: boolean } {
    const price = priceOf(planned.request.kind) ?? undefined;
    const [started] = board.start([{ ...planned, price }]);
    if (started === undefined) throw new Error('A job was planned and not recorded.');
    sender.pump();
    return { jobId: started.job.id, joined: started.joined };
  }

  function priceOf(kind: JobKindName): number | null {
    const { cleanupPrice, removeTextPrice } = parts.work();
    if (kind === 'cleanup') return cleanupPrice;
    return kind === 'remove-text' ? removeTextPrice : null;
  }

  function planCleanup(
    { photoId, regions }: WantedCleanup,
    tiles: readonly PackedMaskTile[],
  ): readonly NewJob[] {
    const { maskGrow, matchColors } = parts.work();
    const edge = { maskGrow, matchColors };
    return kinds.cleanup.plan({ photoId, regions, tiles, edge }, connections.active());
  }

  function planStart(request: StartableRequest, connection: JobConnection): NewJob {
    switch (request.kind) {
      case 'remove-text':
        return kinds['remove-text'].plan(request, connection);
      case 'merge-face':
        return kinds['merge-face'].plan(request, connection);
      case 'upscale':
        return kinds.upscale.plan(request, connection);
      case 'video':
        return kinds.video.plan(request, connection);
      case 'training-upload':
        return kinds['training-upload'].plan(request, connection);
    }
  }

  async function takeUp(job: StoredJob): Promise<void> {
    if (job.taskId !== undefined) follower.follow(job, 'at-once');
    else if (job.storedFileId !== undefined || (await parts.answers.has(job.id))) {
      sender.finish(job);
    } else {
      board.end(job, 'unknown', {
        kind: 'outcome-unknown',
        message:
          'Gesso was closed while the service was working on this. The service may have counted the call. What it was to work on is still there: run it again if you want.',
        action: 'retry',
      });
    }
  }

  /** Answers whose job ended between recording the result and removing the answer. */
  async function sweepAnswers(): Promise<void> {
    for (const jobId of await parts.answers.list()) {
      const job = jobs.get(jobId);
      const isStored = job?.state === 'done' || job?.answerFileId !== undefined;
      if (job === undefined || !isFinalJobState(job.state) || !isStored) continue;
      await parts.answers
        .forget(jobId)
        .catch((error: unknown) =>
          parts.log(`answer ${jobId} stays: ${toAppError(error).message}`),
        );
    }
  }

  function mustBeUnfinished(jobId: string): StoredJob {
    const job = jobs.get(jobId);
    if (job !== undefined && isFinalJobState(job.state) && job.state !== 'done') return job;
    throw new AppError({
      kind: 'invalid-input',
      message: 'This run is not one that ended without a result, so it cannot be started again.',
    });
  }

  /** @param group where it is repeated for another run than its own */
  async function runAgain(
    jobId: string,
    connection?: JobConnection,
    group?: Pick<RunGroup, 'batchId' | 'runId'>,
  ): Promise<{ readonly jobId: string }> {
    mustBeUnfinished(jobId);
    const isAnswerHere = await parts.answers.has(jobId);
    if (sender.isBusyWith(jobId)) return { jobId }; // asked for twice at once: it is being finished
    const job = mustBeUnfinished(jobId);
    if (isAnswerHere || job.storedFileId !== undefined) {
      // The answer is here and paid for; only recording it had failed.
      sender.finish(board.takeUpAgain(job, { state: 'downloading' }));
      return { jobId };
    }
    const planned = kinds[job.kind].planAgain(job, connection ?? connections.active());
    const { runId, batchId } = group ?? job;
    return { jobId: launch({ ...planned, runId, batchId }).jobId };
  }

  function acknowledge(jobId: string): void {
    const job = jobs.acknowledge(jobId);
    if (job !== undefined) board.publish(job);
  }

  function cancel(jobId: string): void {
    const job = jobs.get(jobId);
    if (job === undefined || isFinalJobState(job.state)) return;
    if (sender.stop(jobId)) return;
    if (job.state === 'waiting') board.end(job, 'cancelled', stopped(false));
    else if (follower.stop(jobId)) board.end(job, 'cancelled', stoppedFollowing());
    sender.pump();
  }

  return {
    batch: createBatchDoor({
      ...common,
      runs,
      priceOf,
      pace: () => ({ atOnce: rates().concurrentCalls, perMinute: rates().perMinute.image }),
      pump: () => sender.pump(),
      async runAgain(jobId, connection, group) {
        await runAgain(jobId, connection, group);
        acknowledge(jobId);
      },
      cancel,
    }),
    async resume() {
      await sweepAnswers();
      for (const job of jobs.inStates(['submitting', 'queued', 'processing', 'downloading'])) {
        await takeUp(job);
      }
      sender.pump();
    },
    planCleanup: (wanted) =>
      runs.describe(planCleanup(wanted, parts.masks.read(wanted.photoId)), priceOf('cleanup')),
    runCleanup: (wanted, use) =>
      runs.start(planCleanup(wanted, parts.masks.read(wanted.photoId)), priceOf('cleanup'), use),
    planTextRemoval: (wanted) =>
      runs.describe(
        kinds['remove-text'].planRun(wanted, connections.active()),
        priceOf('remove-text'),
      ),
    runTextRemoval: (wanted, use) =>
      runs.start(
        kinds['remove-text'].planRun(wanted, connections.active()),
        priceOf('remove-text'),
        use,
      ),
    runPatchAgain(photoId, patchId, grow, use) {
      const connection = connections.active(); // says that there is none before anything changes
      const { operation, jobId } = parts.patches.get(photoId, patchId);
      const job = jobs.get(jobId);
      if (operation === 'remove-text' && job !== undefined) {
        parts.patches.setState(photoId, patchId, 'hidden', 'keep');
        const planned = kinds['remove-text'].planAgain(job, connection);
        return runs.start([planned], priceOf('remove-text'), use);
      }
      const mask = parts.patches.grownMask(photoId, patchId, grow);
      parts.patches.repaint(photoId, patchId, grow);
      return runs.start(planCleanup({ photoId }, mask), priceOf('cleanup'), use);
    },
    async runRest(runId) {
      const jobIds: string[] = [];
      for (const job of runs.rest(runId)) {
        try {
          jobIds.push((await runAgain(job.id)).jobId);
        } catch (error) {
          // what has begun is told; the rest is still the rest
          if (jobIds.length === 0) throw error;
          break;
        }
      }
      return { jobIds };
    },
    start: (request) => launch(planStart(request, connections.active())),
    runAgain: (jobId) => runAgain(jobId),
    lookAgain(jobId) {
      const job = jobs.get(jobId);
      if (job === undefined || !canLookAgain(job)) {
        throw new AppError({
          kind: 'invalid-input',
          message: 'There is nothing to look for: the service has given no task for this run.',
        });
      }
      follower.follow(board.takeUpAgain(job, { state: 'queued' }), 'at-once');
    },
    lookNow: () => follower.lookNow(),
    cancel,
    acknowledge,
    list: (query) => jobs.list(query).map((job) => board.present(job)),
    changes: (afterRevision, signal) => board.changes(afterRevision, signal),
    busyCount: () => sender.busyCount() + follower.busyCount(),
    whenIdle() {
      return new Promise((resolve) => {
        idleWaiters.add(resolve);
        sender.pump();
      });
    },
    async close() {
      await Promise.all([sender.close(), follower.close()]);
      isClosed = true;
      onQuiet();
    },
  };
}
