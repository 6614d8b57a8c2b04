/**
 * Runs jobs. The row is on disk before the request is sent, and the result before the job is done.
 * An unknown outcome is never repeated automatically, a received result never requested again.
 */
import type { JobEngine } from './job-engine.ts';
import type { Bytes } from '../../../../shared/contract/common.ts';
import { isFinalJobState, jobStateSchema } from '../../../../shared/contract/jobs.ts';
import { os } from '../../service/common/procedures.ts';
import type { Connections } from '../../accounts/connections/connections.ts';
import type { PriceStore } from '../../accounts/connections/price-store.ts';
import type { HostPorts, WorkProgress } from '../../service/common/ports.ts';
import type { BudgetGuard } from '../../accounts/spend/watch/index.ts';
import { createRecipeJobs } from './starting/recipe-jobs.ts';
import { createJobAgain } from './starting/job-again.ts';
import { createJobHistory } from './log/job-history.ts';
import { createJobOrders } from './job-orders.ts';
import { type JobWorks, type JobWorksDeps, createJobWorks } from './job-works.ts';
import { type WorkSettings, createJobStarts } from './starting/job-starts.ts';
import { patchAgainProcedures } from './starting/patch-again.ts';
import type { JobPublisher } from './log/job-publisher.ts';
import type { JobClock } from './job-clock.ts';
import type { StoredJob } from './log/stored-job.ts';
import { toAppError } from '../../../../shared/errors/app-error.ts';
import { isDiskError } from '../../service/common/background.ts';
import { forgetAnswer } from './sending/job-sender.ts';

/** How long cancelled tasks are polled, ms: services keep results for hours. */
const LATE_MILLISECONDS = 6 * 60 * 60_000;

const CLOSED =
  'Gesso closed before the service answered. Your work is unchanged. Run it again to get a result.';
const RESTORED =
  'The library came from a backup that was made before the service answered. The call may have been made and paid for since. Look at Spend and Activity before you run it again.';

/** Least interval between updates, ms. */
const INTERVAL = 500;

const ACTIVE_STATES = jobStateSchema.options.filter((state) => !isFinalJobState(state));

export type JobRunner = ReturnType<typeof createJobRunner>;

export function createJobRunner(
  deps: JobWorksDeps & {
    readonly connections: Pick<Connections, 'ready' | 'active' | 'named' | 'exists'>;
    readonly ports: Pick<HostPorts, 'notify' | 'showsNotices' | 'showProgress'>;
    readonly work: (photoId: string) => WorkSettings;
    readonly prices: Pick<PriceStore, 'of'>;
    readonly budgetGuard?: Pick<BudgetGuard, 'require'> | undefined;
  },
) {
  const { jobs, connections } = deps;
  const works = createJobWorks(deps);
  const { publisher, clock, sender, follower } = works;
  const common = { ...deps, ...works };
  const starts = createJobStarts(common);
  const { runs, describe } = starts;
  let progress: ReturnType<typeof followUnfinished> | undefined;

  const history = createJobHistory({ ...common, freshAnswer: (id) => follower.lastAnswer(id) });
  const orders = createJobOrders({ ...common, history });
  const again = createJobAgain({ ...common, launch: starts.launch });

  function masksOf(jobIds: readonly string[]): readonly Bytes[] {
    return runs.masks(jobIds.flatMap((id) => jobs.get(id) ?? []));
  }

  function acknowledge(jobId: string): void {
    const job = jobs.acknowledge(jobId);
    if (job !== undefined) publisher.publish(job);
  }

  async function runRest(runId: string) {
    const jobIds: string[] = [];
    const rest = runs.rest(runId);
    const connection = connections.active();
    const { id: connectionId } = connection;
    const calls: StoredJob[] = [];
    for (const job of rest) if (await again.isCall(job)) calls.push(job);
    starts.allow(
      calls.map(({ kind }) => ({ connectionId, price: deps.prices.of(connectionId, kind) })),
    );
    for (const job of rest) {
      try {
        jobIds.push((await again.runAgain(job.id, connection, undefined, true)).jobId);
      } catch (error) {
        // Started jobs are reported; the rest can still be run.
        if (jobIds.length === 0) throw error;
        break;
      }
    }
    return { jobIds, masks: masksOf(jobIds) };
  }

  /** Polls a watched task again; repeats any other job. */
  async function runAgain(jobId: string) {
    const started = await again.runAgain(jobId);
    return { ...started, masks: masksOf([started.jobId]) };
  }

  const procedures = {
    cleanup: {
      ...starts.procedures.cleanup,
      ...patchAgainProcedures({
        ...common,
        runs,
        connection: () => connections.active(),
        planCleanup: (photoId, tiles) => starts.planCleanup({ photoId }, tiles),
        describe,
      }),
    },
    removeText: starts.procedures.removeText,
    jobs: {
      ...history.procedures,
      ...starts.procedures.jobs,
      reorder: os.jobs.reorder.handler(({ input }) =>
        orders.reorder(input.jobId, input.beforeJobId),
      ),
      watch: os.jobs.watch.handler(({ input }) => again.watch(input)),
      changes: os.jobs.changes.handler(({ input, signal }) =>
        publisher.changes(input.afterRevision, signal),
      ),
      cancel: os.jobs.cancel.handler(({ input }) => orders.cancel(input.jobId)),
      acknowledge: os.jobs.acknowledge.handler(({ input }) => acknowledge(input.jobId)),
      runAgain: os.jobs.runAgain.handler(({ input }) => runAgain(input.jobId)),
      runRest: os.jobs.runRest.handler(({ input }) => runRest(input.runId)),
      pollAgain: os.jobs.pollAgain.handler(({ input }) => again.pollAgain(input.jobId)),
      pollNow: os.jobs.pollNow.handler(() => follower.pollNow()),
    },
  };

  return {
    procedures,
    start: starts.start,
    recipeJobs: createRecipeJobs({
      ...common,
      runs,
      pace: starts.pace,
      letGo: () => sender.pump(),
      planStart: starts.planStart,
      async runAgain(jobId, connection, group) {
        await again.runAgain(jobId, connection, group);
        acknowledge(jobId);
      },
      cancel: orders.cancel,
    }),
    async resume(isRestored: boolean): Promise<void> {
      await history.purge(true);
      await resumeJobs({ ...common, isRestored });
      const { showProgress } = deps.ports;
      if (showProgress === undefined) return;
      progress = followUnfinished({
        publisher,
        clock,
        active: jobs.inStates(ACTIVE_STATES),
        show: showProgress,
      });
    },
    history,
    previews: works.previews,
    runRest,
    watch: again.watch,
    runAgain,
    pollAgain: again.pollAgain,
    /** Call when connections have changed, or when the network or the computer is back. */
    pollNow(): void {
      sender.pump();
      follower.pollNow();
    },
    cancel: orders.cancel,
    cancelMany: orders.cancelMany,
    reorder: orders.reorder,
    list: history.list,
    changes: (afterRevision: number, signal: AbortSignal | undefined) =>
      publisher.changes(afterRevision, signal),
    busyCount: () => sender.busyCount() + follower.busyCount(),
    whenIdle: works.whenIdle,
    /** The next start resumes aborted work. */
    async close(): Promise<void> {
      progress?.stop();
      await works.close();
    },
  };
}

/** Resumes jobs of the last session: follows tasks, finishes from answers, or marks as unknown. */
async function resumeJobs(
  deps: JobEngine & Pick<JobWorks, 'sender' | 'follower'> & { readonly isRestored: boolean },
): Promise<void> {
  const { jobs, publisher, sender, follower } = deps;

  async function takeUp(job: StoredJob): Promise<void> {
    if (job.taskId !== undefined) follower.follow(job, 'at-once');
    else if (job.storedFileId !== undefined || (await deps.answers.has(job.id))) {
      sender.finish(job);
    } else {
      publisher.end(job, 'unknown', {
        kind: 'outcome-unknown',
        message: deps.isRestored ? RESTORED : CLOSED,
        action: 'retry',
      });
    }
  }

  async function sweepAnswers(): Promise<void> {
    for (const jobId of await deps.answers.list()) {
      const job = jobs.get(jobId);
      const isStored = job?.state === 'done' || job?.answerFileId !== undefined;
      if (job === undefined || !isFinalJobState(job.state) || !isStored) continue;
      await forgetAnswer(deps, jobId);
    }
  }

  await sweepAnswers();
  for (const job of jobs.inStates(['submitting', 'queued', 'processing', 'downloading'])) {
    try {
      await takeUp(job);
    } catch (error) {
      if (isDiskError(error)) throw error;
      deps.log(`job ${job.id} is not taken up: ${toAppError(error).message}`);
      publisher.end(job, 'unknown', { kind: 'outcome-unknown', message: CLOSED, action: 'retry' });
    }
  }
  for (const job of jobs.stoppedSince(deps.clock.now() - LATE_MILLISECONDS)) {
    follower.follow(job, 'soon');
  }
  sender.pump();
}

/** Ended jobs count until none runs: progress never decreases. */
function followUnfinished(deps: {
  readonly publisher: Pick<JobPublisher, 'onChanged' | 'onProgress' | 'fraction'>;
  readonly clock: JobClock;
  readonly active: readonly StoredJob[];
  show(progress: WorkProgress | undefined): void;
}): { stop(): void } {
  const { publisher, clock } = deps;
  const active = new Set<string>();
  let total = 0;
  let shownAt = -Infinity;
  let isPlanned = false;
  let isStopped = false;
  let callOff = () => undefined as void;

  function note(job: StoredJob): void {
    if (!isFinalJobState(job.state)) {
      if (!active.has(job.id)) total += 1;
      active.add(job.id);
    } else active.delete(job.id);
    plan();
  }

  function plan(): void {
    if (isPlanned || isStopped) return;
    isPlanned = true;
    callOff = clock.after(Math.max(0, INTERVAL - Math.abs(clock.now() - shownAt)), show);
  }

  function show(): void {
    isPlanned = false;
    shownAt = clock.now();
    if (active.size === 0) {
      total = 0;
      deps.show(undefined);
      return;
    }
    const partly = [...active].reduce((sum, id) => sum + (publisher.fraction(id) ?? 0), 0);
    const fraction = (total - active.size + partly) / total;
    deps.show({ running: active.size, fraction: fraction > 0 ? fraction : undefined });
  }

  for (const job of deps.active) note(job);
  publisher.onChanged(note);
  publisher.onProgress(plan);
  return {
    stop() {
      isStopped = true;
      callOff();
      deps.show(undefined);
    },
  };
}
