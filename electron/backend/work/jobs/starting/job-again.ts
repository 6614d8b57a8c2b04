import type { JobEngine } from '../job-engine.ts';
import { isFinalJobState } from '../../../../../shared/contract/jobs.ts';
import type { WatchJobRequest } from '../../../../../shared/contract/job-requests.ts';
import { type AppError, invalidInput, notFound } from '../../../../../shared/errors/app-error.ts';
import type { Connections } from '../../../accounts/connections/connections.ts';
import type { JobFollower } from '../tasks/job-follower.ts';
import type { JobConnection } from '../job-deps.ts';
import { canPollAgain } from '../log/job-rows.ts';
import type { JobSender } from '../sending/job-sender.ts';
import type { NewJob, StoredJob } from '../log/stored-job.ts';
import type { RunGroup } from './job-starts.ts';

export function createJobAgain(
  deps: JobEngine & {
    readonly sender: Pick<JobSender, 'isBusyWith' | 'whenFinished' | 'finish'>;
    readonly follower: Pick<JobFollower, 'follow'>;
    readonly connections: Pick<Connections, 'active' | 'named'>;
    launch(planned: NewJob, isAllowed: boolean): { readonly jobId: string };
  },
) {
  const { jobs, publisher, kinds, sender, follower, connections } = deps;

  function mustBeUnfinished(jobId: string): StoredJob {
    const job = jobs.get(jobId);
    if (job !== undefined && isFinalJobState(job.state) && job.state !== 'done') return job;
    throw invalidInput('Only a run that ended without a result can be run again.');
  }

  /** @throws AppError `invalid-input` if there is nothing to poll */
  function pollAgain(jobId: string): void {
    const job = jobs.get(jobId);
    if (job === undefined || !canPollAgain(job)) throw nothingToPoll(job);
    follower.follow(publisher.takeUpAgain(job, { state: 'queued' }), 'at-once');
  }

  async function isCall({ id, kind, storedFileId }: StoredJob): Promise<boolean> {
    return kind !== 'watch' && storedFileId === undefined && !(await deps.answers.has(id));
  }

  return {
    pollAgain,
    isCall,
    /** @param isAllowed the budget was checked @throws AppError `invalid-input`, `over-budget` */
    async runAgain(
      jobId: string,
      connection?: JobConnection,
      group?: Pick<RunGroup, 'batchId' | 'runId'>,
      isAllowed: boolean = group !== undefined,
    ): Promise<{ readonly jobId: string }> {
      mustBeUnfinished(jobId);
      // The window learns of its end before the sender has cleaned up.
      await sender.whenFinished(jobId);
      const isAnswerHere = await deps.answers.has(jobId);
      if (sender.isBusyWith(jobId)) return { jobId }; // A second request at the same time: it is being finished.
      const job = mustBeUnfinished(jobId);
      if (isAnswerHere || job.storedFileId !== undefined) {
        // The answer is stored and paid for; only recording it had failed.
        await deps.crashGuard.forgive(jobId); // The user wants another try.
        sender.finish(publisher.takeUpAgain(job, { state: 'downloading' }));
        return { jobId };
      }
      if (job.kind === 'watch') {
        pollAgain(jobId);
        return { jobId };
      }
      const planned = kinds[job.kind].planAgain(job, connection ?? connections.active());
      const { runId, batchId } = group ?? job;
      const again = deps.launch({ ...planned, runId, batchId, sweep: job.sweep }, isAllowed);
      if (runId !== undefined && runId === job.runId) {
        jobs.markRepeated(jobId);
        publisher.republish(jobId);
      }
      return { jobId: again.jobId };
    },
    /** @throws AppError `invalid-input`, `not-found`, `no-connection` */
    watch({
      connectionId,
      ...task
    }: Omit<WatchJobRequest, 'kind'> & { readonly connectionId?: string | undefined }) {
      const connection =
        connectionId === undefined ? connections.active() : connections.named(connectionId);
      const planned = kinds.watch.plan(task, connection);
      const known = jobs
        .ofTask(connection.id, planned.taskId ?? '')
        .find((job) => kinds[job.kind].family?.(job.request) === task.family);
      if (known !== undefined) {
        if (known.removedAt !== undefined) jobs.setRemoved([known.id], undefined);
        if (canPollAgain(known)) pollAgain(known.id);
        else publisher.republish(known.id);
        return { jobId: known.id, joined: true };
      }
      const [started] = publisher.start([planned]);
      if (started === undefined) throw new Error('A task was to be watched and has no job.');
      follower.follow(started.job, 'at-once');
      return { jobId: started.job.id, joined: started.joined };
    },
  };
}

function nothingToPoll(job: StoredJob | undefined): AppError {
  const refused = (message: string) => invalidInput(message);
  if (job === undefined) return notFound('This run is no longer in the library.');
  if (job.state === 'done') return refused('This run already has its result.');
  if (!isFinalJobState(job.state)) {
    return refused('This run is still in progress. Gesso checks it automatically.');
  }
  if (job.taskId === undefined) {
    return refused('There is no task to look for. The service returned no task ID.');
  }
  return refused('The service reported that this task failed, so it has no result.');
}
