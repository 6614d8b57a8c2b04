/**
 * Paid calls: starting, stopping, following and taking them up again. The rules it keeps: the row is
 * on disk before the request leaves; the result is on disk before the job is done; a request whose
 * outcome is not known is never repeated by itself; an identical one that is under way is joined; a
 * result that arrived is never asked for again.
 */
import { join } from 'node:path';
import type { CallPlan, StartedRun } from '../../../shared/contract/cleanup.ts';
import type { Bytes } from '../../../shared/contract/common.ts';
import type { JobKindName, StartableRequest } from '../../../shared/contract/job-requests.ts';
import {
  isFinalJobState,
  jobStateSchema,
  type CancelledMany,
  type CancelMany,
  type Job,
  type JobQuery,
  type StartedSweep,
  type StartSweep,
} from '../../../shared/contract/jobs.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { Rect } from '../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../shared/mask/mask-tiles.ts';
import type { CleanError } from '../common/clean-error.ts';
import type { Connections } from '../connections/connections.ts';
import type { PriceStore } from '../connections/price-store.ts';
import type { HostPorts } from '../common/ports.ts';
import type { Allowance } from '../spend/watch/index.ts';
import { createBatchDoor, type BatchDoor } from './starting/batch-door.ts';
import { createJobAgain, type WantedWatch } from './starting/job-again.ts';
import { createJobBoard, type StartedJob } from './log/job-board.ts';
import { guardedClock, SYSTEM_CLOCK, type JobClock } from './job-clock.ts';
import { withExpectedTime } from './measures/expected-time.ts';
import { createJobFollower } from './tasks/job-follower.ts';
import { createJobHistory, type JobHistory } from './log/job-history.ts';
import { createJobNotices } from './notices/job-notices.ts';
import { createJobOrders } from './job-orders.ts';
import type { JobConnection, JobParts } from './job-parts.ts';
import { resumeJobs } from './job-resume.ts';
import { createJobPreviews, type JobPreviews } from './tasks/job-previews.ts';
import { createJobSender } from './sending/job-sender.ts';
import type { NewJob, StoredJob } from './log/stored-job.ts';
import { createJobKinds } from './kinds/kinds.ts';
import type { WantedTextRemoval } from './kinds/remove-text.ts';
import { createNoticePictures } from './notices/notice-pictures.ts';
import { createPatchAgain, type PatchAgain } from './starting/patch-again.ts';
import { createRuns, type StoredUse } from './starting/runs.ts';
import { createSlotClock, type SlotGroup } from './sending/slot-clock.ts';
import { startSweep } from './starting/sweeps.ts';
import { startTogether, type StartedGroup } from './starting/start-together.ts';
import { followWork } from './log/work-progress.ts';

/** States in which something goes on. */
const ACTIVE_STATES = jobStateSchema.options.filter((state) => !isFinalJobState(state));

/** Limits of parallel work; read anew each time. */
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

/** The user's settings for requests; read anew each time. */
export type WorkSettings = Pick<Settings, 'margin' | 'matchColors'>;

/** A job that was started again. `masks`: see `takenMasksSchema` of the contract. */
export interface StartedAgain {
  readonly jobId: string;
  readonly masks: readonly Bytes[];
}

/** Jobs that were started again. `masks`: see `takenMasksSchema` of the contract. */
export interface StartedJobs {
  readonly jobIds: readonly string[];
  readonly masks: readonly Bytes[];
}

/** See the file comment. */
export interface JobRunner {
  /** For recipes. */
  readonly batch: BatchDoor;
  /** Takes up the jobs of the last program run: finishes answers, follows tasks, continues waiting jobs, marks the unknown. */
  resume(): Promise<void>;
  /** The calls that `runCleanup` would make now. @throws as it does */
  planCleanup(wanted: WantedCleanup): CallPlan;
  /** @throws AppError `empty-mask`, `too-large`, `invalid-input`, `not-found`, `no-connection` */
  runCleanup(wanted: WantedCleanup, use?: StoredUse): StartedRun;
  /** The calls that `runTextRemoval` would make now. @throws as it does */
  planTextRemoval(wanted: WantedTextRemoval): CallPlan;
  /** @throws AppError `too-large`, `invalid-input`, `not-found`, `no-connection` */
  runTextRemoval(wanted: WantedTextRemoval, use?: StoredUse): StartedRun;
  readonly patchAgain: PatchAgain;
  /** Runs the jobs of a run again that ended without a result. */
  runRest(runId: string): Promise<StartedJobs>;
  /** @throws AppError `too-large`, `invalid-input`, `not-found`, `no-connection` */
  start(request: StartableRequest): { readonly jobId: string; readonly joined: boolean };
  /** @throws AppError `invalid-input`, `not-found`, `no-connection` */
  watch(wanted: WantedWatch): { readonly jobId: string; readonly joined: boolean };
  /** A watched task is asked about again; all else is sent again. */
  runAgain(jobId: string): Promise<StartedAgain>;
  /** @throws AppError `invalid-input` when there is nothing to ask for */
  lookAgain(jobId: string): void;
  /** The network, the key or the computer is back: asks about everything at once. */
  lookNow(): void;
  cancel(jobId: string): void;
  cancelMany(order: CancelMany): CancelledMany;
  /** See `JobOrders`. */
  reorder(jobId: string, beforeJobId: string | undefined): void;
  /** Pictures of tasks under way. */
  readonly previews: Pick<JobPreviews, 'file'>;
  /** Lists, groups, details, rating, removing. */
  readonly history: JobHistory;
  /** @throws AppError `too-large`, `invalid-input`, `not-found`, `no-connection` */
  startSweep(sweep: StartSweep): StartedSweep;
  /** All as one group, or none. @throws AppError as `start` */
  startTogether(requests: readonly StartableRequest[]): StartedGroup;
  /** The user has dismissed the end of the job. */
  acknowledge(jobId: string): void;
  list(query: JobQuery): readonly Job[];
  changes(afterRevision: number, signal: AbortSignal | undefined): AsyncGenerator<Job, void, void>;
  /** Jobs that are being prepared, sent, asked about, fetched or stored at this moment. */
  busyCount(): number;
  /** Resolves when no job is under way that could come to an end by itself soon. */
  whenIdle(): Promise<void>;
  /** Breaks off running work; the next start takes it up. */
  close(): Promise<void>;
}

export function createJobRunner(
  parts: JobParts & {
    readonly connections: Pick<Connections, 'ready' | 'active' | 'named'>;
    readonly ports: Pick<HostPorts, 'notify' | 'showsNotices' | 'showProgress'>;
    readonly cleanError: CleanError;
    readonly log: (line: string) => void;
    readonly rates: () => JobRates;
    readonly work: () => WorkSettings;
    readonly prices: Pick<PriceStore, 'of'>;
    /** Asks before paid work; nothing is asked unless given. */
    readonly allowance?: Pick<Allowance, 'require'> | undefined;
    /** The user wants to see a job: the window opens it. */
    readonly openJob?: ((jobId: string, kind: JobKindName) => void) | undefined;
    /** A result has been recorded. */
    readonly onResult?: ((job: StoredJob) => void) | undefined;
    /** The computer's own unless a test brings another. */
    readonly clock?: JobClock | undefined;
  },
): JobRunner {
  const { jobs, connections, rates } = parts;
  const clock = guardedClock(parts.clock ?? SYSTEM_CLOCK, parts.log);
  const kinds = createJobKinds(parts, clock);
  const board = createJobBoard(parts, kinds, clock);
  const notices = createJobNotices({
    ...parts,
    kinds,
    board,
    clock,
    pictures: createNoticePictures({ ...parts, folder: join(parts.folder, 'cache', 'notices') }),
    openJob: (job) => parts.openJob?.(job.id, job.kind),
  });
  let progress: ReturnType<typeof followWork> | undefined;
  const slots = createSlotClock(parts.database, (group) => rates().perMinute[group]);
  const idleWaiters = new Set<() => void>();
  let isClosed = false;

  function onDone(job: StoredJob): void {
    parts.onResult?.(job);
    notices.announce(job);
  }

  function onQuiet(): void {
    if (!isClosed && !(sender.isIdle() && follower.isIdle())) return;
    for (const resolve of idleWaiters) resolve();
    idleWaiters.clear();
  }

  const previews = createJobPreviews({
    folder: join(parts.folder, 'cache', 'previews'),
    log: parts.log,
    onNew: (jobId, preview) => board.note(jobId, { preview }),
  });
  const common = { ...parts, kinds, board, clock, previews, onDone, onQuiet };
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
    claimed: (job) => kinds[job.kind].maskClaim?.claimed(job),
    finish: (job) => sender.finish(job),
    priceOf,
    allow,
    pump: () => sender.pump(),
  });

  const history = createJobHistory({ ...common, freshAnswer: (id) => follower.lastAnswer(id) });
  const orders = createJobOrders({ jobs, board, sender, follower, history });
  const again = createJobAgain({ ...common, sender, follower, launch });

  /** Of pictures; videos have a rate of their own. */
  function pace() {
    return { atOnce: rates().concurrentCalls, perMinute: rates().perMinute.image };
  }

  function allow(planned: readonly Pick<NewJob, 'connectionId' | 'price'>[]): void {
    parts.allowance?.require(
      planned.map(({ connectionId, price }) => ({ connectionId, category: 'gen_api', price })),
    );
  }

  function launchAll(planned: readonly NewJob[], isAllowed = false): readonly StartedJob[] {
    const priced = planned.map((each) => ({ ...each, price: priceOf(each) }));
    if (!isAllowed) allow(priced);
    const started = board.start(priced);
    sender.pump();
    return started;
  }

  function launch(
    planned: NewJob,
    isAllowed = false,
  ): { readonly jobId: string; readonly joined: boolean } {
    const [started] = launchAll([planned], isAllowed);
    if (started === undefined) throw new Error('A job was planned and not recorded.');
    return { jobId: started.job.id, joined: started.joined };
  }

  function priceOf({ connectionId, request }: NewJob): number | undefined {
    return parts.prices.of(connectionId, request.kind);
  }

  function planCleanup(
    { photoId, regions }: WantedCleanup,
    tiles: readonly PackedMaskTile[],
  ): readonly NewJob[] {
    const { margin, matchColors } = parts.work();
    const edge = { margin, matchColors };
    return kinds.cleanup.plan({ photoId, regions, tiles, edge }, connections.active());
  }

  function describe(planned: readonly NewJob[]): CallPlan {
    return withExpectedTime(runs.describe(planned), planned, jobs, pace());
  }

  const patchAgain = createPatchAgain({
    ...common,
    runs,
    connection: () => connections.active(),
    planCleanup: (photoId, tiles) => planCleanup({ photoId }, tiles),
    describe,
  });

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

  function masksOf(jobIds: readonly string[]): readonly Bytes[] {
    return runs.masks(jobIds.flatMap((id) => jobs.get(id) ?? []));
  }

  function acknowledge(jobId: string): void {
    const job = jobs.acknowledge(jobId);
    if (job !== undefined) board.publish(job);
  }

  return {
    batch: createBatchDoor({
      ...common,
      runs,
      pace,
      pump: () => sender.pump(),
      planStart,
      async runAgain(jobId, connection, group) {
        await again.runAgain(jobId, connection, group);
        acknowledge(jobId);
      },
      cancel: orders.cancel,
    }),
    async resume() {
      await history.purge(true);
      await resumeJobs({ ...common, sender, follower });
      const { showProgress } = parts.ports;
      if (showProgress === undefined) return;
      progress = followWork({
        board,
        clock,
        active: jobs.inStates(ACTIVE_STATES),
        show: showProgress,
      });
    },
    history,
    previews,
    startSweep: (sweep) =>
      startSweep(sweep, {
        plan: (request) => kinds.video.plan(request, connections.active()),
        start: (planned) => launchAll(planned),
      }),
    startTogether: (requests) =>
      startTogether(requests, {
        plan: (request) => planStart(request, connections.active()),
        start: launchAll,
      }),
    planCleanup(wanted) {
      parts.photos.expectReading(wanted.photoId);
      return describe(planCleanup(wanted, parts.masks.read(wanted.photoId)));
    },
    runCleanup: (wanted, use) =>
      runs.start(planCleanup(wanted, parts.masks.read(wanted.photoId)), use),
    planTextRemoval(wanted) {
      parts.photos.expectReading(wanted.photoId);
      return describe(kinds['remove-text'].planRun(wanted, connections.active()));
    },
    runTextRemoval: (wanted, use) =>
      runs.start(kinds['remove-text'].planRun(wanted, connections.active()), use),
    patchAgain,
    async runRest(runId) {
      const jobIds: string[] = [];
      const rest = runs.rest(runId);
      const { id: connectionId } = connections.active();
      allow(rest.map(({ kind }) => ({ connectionId, price: parts.prices.of(connectionId, kind) })));
      for (const job of rest) {
        try {
          jobIds.push((await again.runAgain(job.id, undefined, undefined, true)).jobId);
        } catch (error) {
          // jobs that have begun are reported; the rest can still be run
          if (jobIds.length === 0) throw error;
          break;
        }
      }
      return { jobIds, masks: masksOf(jobIds) };
    },
    start: (request) => launch(planStart(request, connections.active())),
    watch: again.watch,
    async runAgain(jobId) {
      const started = await again.runAgain(jobId);
      return { ...started, masks: masksOf([started.jobId]) };
    },
    lookAgain: again.lookAgain,
    lookNow: () => follower.lookNow(),
    cancel: orders.cancel,
    cancelMany: orders.cancelMany,
    reorder: orders.reorder,
    acknowledge,
    list: history.list,
    changes: (afterRevision, signal) => board.changes(afterRevision, signal),
    busyCount: () => sender.busyCount() + follower.busyCount(),
    whenIdle() {
      return new Promise((resolve) => {
        idleWaiters.add(resolve);
        sender.pump();
      });
    },
    async close() {
      progress?.stop();
      await Promise.all([sender.close(), follower.close(), previews.close(), notices.close()]);
      isClosed = true;
      onQuiet();
    },
  };
}
