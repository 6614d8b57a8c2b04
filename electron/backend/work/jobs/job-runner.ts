/**
 * Runs jobs. The row is on disk before the request is sent, and the result before the job is done.
 * An unknown outcome is never repeated automatically, a received result never requested again.
 */
import type { CallPlan, StartedRun } from '../../../../shared/contract/cleanup.ts';
import type { Bytes } from '../../../../shared/contract/common.ts';
import type { StartableRequest } from '../../../../shared/contract/job-requests.ts';
import {
  isFinalJobState,
  jobStateSchema,
  type CancelledMany,
  type CancelMany,
  type Job,
  type JobQuery,
  type StartedSweep,
  type StartSweep,
} from '../../../../shared/contract/jobs.ts';
import type { Connections } from '../../accounts/connections/connections.ts';
import type { PriceStore } from '../../accounts/connections/price-store.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import type { BudgetGuard } from '../../accounts/spend/watch/index.ts';
import { createRecipeJobs, type RecipeJobs } from './starting/recipe-jobs.ts';
import { createJobAgain, type WantedWatch } from './starting/job-again.ts';
import { createJobHistory, type JobHistory } from './log/job-history.ts';
import { createJobOrders } from './job-orders.ts';
import { resumeJobs } from './job-resume.ts';
import { createJobWorks, type JobWorksDeps } from './job-works.ts';
import type { WantedTextRemoval } from './kinds/remove-text.ts';
import { createJobStarts, type WantedCleanup, type WorkSettings } from './starting/job-starts.ts';
import { createPatchAgain, type PatchAgain } from './starting/patch-again.ts';
import type { StoredUse } from './starting/runs.ts';
import type { StartedGroup } from './starting/start-together.ts';
import type { JobPreviews } from './tasks/job-previews.ts';
import { followWork } from './log/work-progress.ts';

const ACTIVE_STATES = jobStateSchema.options.filter((state) => !isFinalJobState(state));

export interface StartedAgain {
  readonly jobId: string;
  readonly masks: readonly Bytes[];
}

export interface StartedJobs {
  readonly jobIds: readonly string[];
  readonly masks: readonly Bytes[];
}

export interface JobRunner {
  readonly recipeJobs: RecipeJobs;
  resume(isRestored: boolean): Promise<void>;
  /** @throws AppError as `runCleanup` */
  planCleanup(wanted: WantedCleanup): CallPlan;
  /** @throws AppError `empty-mask`, `too-large`, `invalid-input`, `not-found`, `no-connection` */
  runCleanup(wanted: WantedCleanup, use?: StoredUse): StartedRun;
  /** @throws AppError as `runTextRemoval` */
  planTextRemoval(wanted: WantedTextRemoval): CallPlan;
  /** @throws AppError `too-large`, `invalid-input`, `not-found`, `no-connection` */
  runTextRemoval(wanted: WantedTextRemoval, use?: StoredUse): StartedRun;
  readonly patchAgain: PatchAgain;
  runRest(runId: string): Promise<StartedJobs>;
  /** @throws AppError `too-large`, `invalid-input`, `not-found`, `no-connection` */
  start(request: StartableRequest): { readonly jobId: string; readonly joined: boolean };
  /** @throws AppError `invalid-input`, `not-found`, `no-connection` */
  watch(wanted: WantedWatch): { readonly jobId: string; readonly joined: boolean };
  /** Polls a watched task again; repeats any other job. */
  runAgain(jobId: string): Promise<StartedAgain>;
  /** @throws AppError `invalid-input` if there is nothing to poll */
  lookAgain(jobId: string): void;
  /** Call when the network, the key or the computer is back. */
  pollNow(): void;
  cancel(jobId: string): void;
  cancelMany(order: CancelMany): CancelledMany;
  reorder(jobId: string, beforeJobId: string | undefined): void;
  readonly previews: Pick<JobPreviews, 'file'>;
  readonly history: JobHistory;
  /** @throws AppError `too-large`, `invalid-input`, `not-found`, `no-connection` */
  startSweep(sweep: StartSweep): StartedSweep;
  /** Starts all or none. @throws AppError as `start` */
  startTogether(requests: readonly StartableRequest[]): StartedGroup;
  acknowledge(jobId: string): void;
  list(query: JobQuery): readonly Job[];
  changes(
    afterRevision: number,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly Job[], void, void>;
  busyCount(): number;
  whenIdle(): Promise<void>;
  /** The next start resumes aborted work. */
  close(): Promise<void>;
}

export function createJobRunner(
  deps: JobWorksDeps & {
    readonly connections: Pick<Connections, 'ready' | 'active' | 'named'>;
    readonly ports: Pick<HostPorts, 'notify' | 'showsNotices' | 'showProgress'>;
    readonly work: (photoId: string) => WorkSettings;
    readonly prices: Pick<PriceStore, 'of'>;
    readonly budgetGuard?: Pick<BudgetGuard, 'require'> | undefined;
  },
): JobRunner {
  const { jobs, connections } = deps;
  const works = createJobWorks(deps);
  const { publisher, clock, sender, follower } = works;
  const common = { ...deps, ...works };
  const starts = createJobStarts(common);
  const { runs, describe } = starts;
  let progress: ReturnType<typeof followWork> | undefined;

  const history = createJobHistory({ ...common, freshAnswer: (id) => follower.lastAnswer(id) });
  const orders = createJobOrders({ jobs, publisher, sender, follower, history });
  const again = createJobAgain({ ...common, launch: starts.launch });

  const patchAgain = createPatchAgain({
    ...common,
    runs,
    connection: () => connections.active(),
    planCleanup: (photoId, tiles) => starts.planCleanup({ photoId }, tiles),
    describe,
  });

  function masksOf(jobIds: readonly string[]): readonly Bytes[] {
    return runs.masks(jobIds.flatMap((id) => jobs.get(id) ?? []));
  }

  function acknowledge(jobId: string): void {
    const job = jobs.acknowledge(jobId);
    if (job !== undefined) publisher.publish(job);
  }

  return {
    ...starts.forRunner,
    recipeJobs: createRecipeJobs({
      ...common,
      runs,
      pace: starts.pace,
      pump: () => sender.pump(),
      planStart: starts.planStart,
      async runAgain(jobId, connection, group) {
        await again.runAgain(jobId, connection, group);
        acknowledge(jobId);
      },
      cancel: orders.cancel,
    }),
    async resume(isRestored) {
      await history.purge(true);
      await resumeJobs({ ...common, isRestored });
      const { showProgress } = deps.ports;
      if (showProgress === undefined) return;
      progress = followWork({
        publisher,
        clock,
        active: jobs.inStates(ACTIVE_STATES),
        show: showProgress,
      });
    },
    history,
    previews: works.previews,
    patchAgain,
    async runRest(runId) {
      const jobIds: string[] = [];
      const rest = runs.rest(runId);
      const { id: connectionId } = connections.active();
      starts.allow(
        rest.map(({ kind }) => ({ connectionId, price: deps.prices.of(connectionId, kind) })),
      );
      for (const job of rest) {
        try {
          jobIds.push((await again.runAgain(job.id, undefined, undefined, true)).jobId);
        } catch (error) {
          // Started jobs are reported; the rest can still be run.
          if (jobIds.length === 0) throw error;
          break;
        }
      }
      return { jobIds, masks: masksOf(jobIds) };
    },
    watch: again.watch,
    async runAgain(jobId) {
      const started = await again.runAgain(jobId);
      return { ...started, masks: masksOf([started.jobId]) };
    },
    lookAgain: again.lookAgain,
    pollNow: () => follower.pollNow(),
    cancel: orders.cancel,
    cancelMany: orders.cancelMany,
    reorder: orders.reorder,
    acknowledge,
    list: history.list,
    changes: (afterRevision, signal) => publisher.changes(afterRevision, signal),
    busyCount: () => sender.busyCount() + follower.busyCount(),
    whenIdle: works.whenIdle,
    async close() {
      progress?.stop();
      await works.close();
    },
  };
}
