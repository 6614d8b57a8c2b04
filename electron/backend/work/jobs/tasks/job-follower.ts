/** Polls tasks, which is free. Lost network, refused key or full disk are waited for. */
import type { JobEngine } from '../job-engine.ts';
import type { TaskResult } from '../../../../../shared/api/tasks.ts';
import { isFinalJobState } from '../../../../../shared/contract/jobs.ts';
import { AppError, toAppError, notFound } from '../../../../../shared/errors/app-error.ts';
import type { Connections } from '../../../accounts/connections/connections.ts';
import type { StoredAnswer } from '../log/job-history-store.ts';
import type { JobPreviews } from './job-previews.ts';
import type { StoredJob } from '../log/stored-job.ts';
import { createTaskFiles } from './task-files.ts';
import { createFollowedTasks, isStopped, type Followed } from './followed-tasks.ts';
import type { TaskFamily } from '../../../../../shared/contract/job-requests.ts';
import type { ServiceClient } from '../../../service/client/index.ts';

/** Consecutive failed polls after which closing Gesso no longer waits for a task. */
const PATIENCE = 3;

/** Changes of the estimate below this share of the remaining time are ignored. */
const STEADY = 0.1;

const FOLLOWER = {
  concurrency: 4,
  /** How long a new task may be unknown to the service, ms since sending. */
  freshMilliseconds: 60_000,
  /** Consecutive "no such task" answers that count as final. */
  unknownPolls: 3,
  /** Delay before a poll whose outcome could not be recorded, ms. */
  againMilliseconds: 1000,
  /** Consecutive refusals that count as final: at least two minutes. */
  refusedPolls: 6,
} as const;

export type JobFollower = ReturnType<typeof createJobFollower>;

export function createJobFollower(
  deps: JobEngine & {
    readonly connections: Pick<Connections, 'ready' | 'exists'>;
    readonly previews: Pick<JobPreviews, 'take' | 'forget'>;
    onDone(job: StoredJob): void;
    onQuiet(): void;
  },
) {
  const { jobs, publisher, clock, kinds } = deps;
  const tasks = createFollowedTasks(deps);
  const { followed, again, makeAllDue, drop, end, keepLastAnswer } = tasks;
  const files = createTaskFiles(deps, tasks);
  let isClosed = false;
  let callOff = () => undefined as void;
  let lastTick = -Infinity;

  function busyCount(): number {
    return [...followed.values()].filter(({ work }) => work !== undefined).length;
  }

  function tick(): void {
    callOff();
    if (isClosed) return;
    const now = clock.now();
    if (now < lastTick) makeAllDue(); // The clock was set back.
    lastTick = now;
    let next = Infinity;
    let busy = busyCount();
    for (const entry of followed.values()) {
      if (entry.work !== undefined) continue;
      if (entry.nextAt > now) next = Math.min(next, entry.nextAt);
      else if (busy < FOLLOWER.concurrency) {
        busy += 1;
        start(entry);
      }
    }
    if (next !== Infinity) callOff = clock.after(next - now, tick);
    deps.onQuiet();
  }

  function start(entry: Followed): void {
    entry.work = poll(entry)
      .catch((error: unknown) => putOff(entry, deps.cleanError(error)))
      .catch((error: unknown) => {
        deps.log(`job ${entry.jobId}: not looked after yet: ${toAppError(error).message}`);
        entry.nextAt = clock.now() + FOLLOWER.againMilliseconds;
      })
      .finally(() => {
        entry.work = undefined;
        tick();
      });
  }

  /** A failed poll says nothing about the task. */
  function putOff(entry: Followed, error: AppError): void {
    if (entry.controller.signal.aborted) return;
    const job = jobs.get(entry.jobId);
    if (job === undefined || isOver(job)) {
      drop(entry.jobId);
      return;
    }
    if (!deps.connections.exists(job.connectionId)) {
      end(job, 'failed', taskWithoutConnection(job));
      return;
    }
    if (saysUnknown(error, job)) {
      meetUnknownTask(entry, job, error);
      return;
    }
    if (error.kind === 'rejected' && !isStopped(job)) {
      entry.refusedPolls += 1;
      if (entry.refusedPolls >= FOLLOWER.refusedPolls) {
        end(job, 'failed', refusedTask(error));
        return;
      }
    }
    const isKey = ['key-rejected', 'key-missing', 'keychain'].includes(error.kind);
    const times = entry.last.is === 'trouble' ? entry.last.times + 1 : 1;
    again(entry, job, isKey ? { is: 'key' } : { is: 'trouble', times });
    if (isStopped(job)) return;
    deps.log(`job ${job.id} held up: ${error.kind}`);
    publisher.setProgress(job.id, { trouble: error.toData(), expectedAt: undefined });
  }

  function meetUnknownTask(entry: Followed, job: StoredJob, error: AppError): void {
    const age = Math.abs(clock.now() - (job.submittedAt ?? 0));
    const isFresh = age < FOLLOWER.freshMilliseconds;
    entry.unknownPolls += 1;
    if (!isFresh && entry.unknownPolls >= FOLLOWER.unknownPolls) {
      end(job, 'failed', unknownTask(job, error));
      return;
    }
    again(entry, job, { is: 'none' });
  }

  function isLate({ jobId }: Followed): boolean {
    const job = jobs.get(jobId);
    return job === undefined || isStopped(job);
  }

  async function poll(entry: Followed): Promise<void> {
    const { signal } = entry.controller;
    const asked = jobs.get(entry.jobId);
    const family = asked && kinds[asked.kind].family?.(asked.request);
    if (asked?.taskId === undefined || family === undefined || isOver(asked)) {
      drop(entry.jobId);
      return;
    }
    if (await files.areAllHere(asked)) {
      await files.finish(asked);
      return;
    }
    const { client } = await deps.connections.ready(asked.connectionId);
    signal.throwIfAborted();
    const result = await askAbout(client, family, asked.taskId, {
      signal,
      jobId: asked.id,
      retry: false, // The next poll is the retry.
      onAnswer: (text) => void (entry.answer = { at: clock.now(), text }),
    });
    signal.throwIfAborted();
    // The user may have asked for a cancelled task again meanwhile.
    const job = jobs.get(entry.jobId) ?? asked;
    entry.unknownPolls = 0;
    entry.refusedPolls = 0;
    switch (result.status) {
      case 'queued':
      case 'processing':
      case 'unrecognised':
        keepWaiting(entry, job, result);
        if (!isStopped(job)) deps.previews.take(job.id, client, result.previews);
        return;
      case 'failed':
        end(job, 'failed', failureOf(result));
        return;
      case 'succeeded':
        await files.collect(entry, job, result, client);
    }
  }

  function keepWaiting(entry: Followed, job: StoredJob, result: TaskResult): void {
    const { status, rawStatus, progress, etaSeconds } = result;
    if (status === 'processing') again(entry, job, { is: 'processing', etaSeconds });
    else again(entry, job, { is: status === 'queued' ? 'queued' : 'unrecognised' });
    if (isStopped(job)) return;
    // A started task never returns to the queue, even if an answer says so.
    if (status !== 'queued' && job.state === 'queued') {
      publisher.step(job.id, { state: 'processing' });
    }
    publisher.setProgress(job.id, {
      trouble: undefined,
      serviceStatus: status === 'unrecognised' && rawStatus !== '' ? rawStatus : undefined,
      expectedAt: steadyEnd(publisher.expectedAt(job.id), clock.now(), etaSeconds),
      ...(progress === undefined ? {} : { fraction: Math.min(1, Math.max(0, progress)) }),
    });
  }

  return {
    follow(job: StoredJob, when: 'at-once' | 'soon'): void {
      if (isClosed) return;
      const known = followed.get(job.id);
      if (known !== undefined) {
        if (when === 'at-once') known.nextAt = clock.now();
        tick();
        return;
      }
      const entry = newlyFollowed(job.id, clock.now());
      if (when === 'soon') again(entry, job, { is: 'none' });
      followed.set(job.id, entry);
      tick();
    },
    pollNow(): void {
      makeAllDue();
      tick();
    },
    stop(jobId: string): boolean {
      const entry = followed.get(jobId);
      entry?.controller.abort();
      keepLastAnswer(jobId);
      drop(jobId);
      return entry !== undefined;
    },
    /** The last answer of a polled task, newer than the stored one. */
    lastAnswer: (jobId: string): StoredAnswer | undefined => followed.get(jobId)?.answer,
    busyCount,
    /** No polled task can end soon without the user. */
    isIdle: (): boolean =>
      isClosed || [...followed.values()].every((entry) => isHeldUp(entry) || isLate(entry)),
    async close(): Promise<void> {
      isClosed = true;
      callOff();
      const works = [...followed.values()].flatMap(({ work }) =>
        work === undefined ? [] : [work],
      );
      for (const { jobId, controller } of followed.values()) {
        keepLastAnswer(jobId);
        controller.abort();
      }
      await Promise.allSettled(works);
      followed.clear();
    },
  };
}

/** Drops small changes, because each is sent to every window. */
function steadyEnd(
  before: number | undefined,
  now: number,
  etaSeconds: number | undefined,
): number | undefined {
  if (etaSeconds === undefined) return undefined;
  const end = Math.round(now + etaSeconds * 1000);
  const tolerance = Math.max(1000, etaSeconds * 1000 * STEADY);
  return before !== undefined && Math.abs(end - before) <= tolerance ? before : end;
}

function askAbout(
  client: Pick<ServiceClient, 'taskResult' | 'progress'>,
  family: TaskFamily,
  taskId: string,
  options: NonNullable<Parameters<ServiceClient['taskResult']>[1]>,
): Promise<TaskResult> {
  return family === 'progress'
    ? client.progress(taskId, options)
    : client.taskResult(taskId, options);
}

/** @param now Unix ms: the first poll is due at once */
function newlyFollowed(jobId: string, now: number): Followed {
  return {
    jobId,
    controller: new AbortController(),
    nextAt: now,
    last: { is: 'none' },
    unknownPolls: 0,
    refusedPolls: 0,
    hasNewAddresses: false,
    emptySince: undefined,
    incompletePolls: 0,
    answer: undefined,
    work: undefined,
  };
}

/** Returns whether nothing will change soon: no network, or the user must act. */
function isHeldUp({ last }: Followed): boolean {
  return last.is === 'key' || (last.is === 'trouble' && last.times >= PATIENCE);
}

function isOver(job: StoredJob): boolean {
  return isFinalJobState(job.state) && !isStopped(job);
}

/** Services may also refuse a mistyped id instead of answering "not found". */
function saysUnknown(error: AppError, job: StoredJob): boolean {
  if (error.kind === 'not-found') return true;
  return error.kind === 'rejected' && job.kind === 'watch' && job.state !== 'downloading';
}

/** For a watched task that the service itself doesn't know, the message names what to check. */
function unknownTask({ kind, connectionName, taskId }: StoredJob, error: AppError): AppError {
  if (kind !== 'watch' || error.details?.['status'] === undefined) return error;
  return notFound(
    `“${connectionName}” has no task with this ID. Check the ID, the connection and the kind of task. Services delete tasks some time after they end.`,
    { action: 'retry', details: { ...error.details, ...(taskId === undefined ? {} : { taskId }) } },
  );
}

function taskWithoutConnection({ connectionName }: StoredJob): AppError {
  return new AppError(
    'no-connection',
    `The connection “${connectionName}” was removed while the service worked on this task. Connect the account again and watch the task by its ID.`,
  );
}

function refusedTask(error: AppError): AppError {
  return AppError.of({
    kind: 'rejected',
    message: `${error.message} It was asked about this task several times. “Check again” asks once more.`,
    action: 'retry',
    details: error.details,
  });
}

function failureOf(result: TaskResult): AppError {
  const reason = result.reason?.trim() ?? '';
  const words = reason === '' ? '' : ` Its reason: ${reason.slice(0, 300)}`;
  return new AppError(
    'service-failed',
    `The service could not finish this task.${words}${/[.!?]$/u.test(words) || words === '' ? '' : '.'}`,
    {
      action: 'retry',
      details: { status: result.rawStatus, ...(reason === '' ? {} : { reason }) },
    },
  );
}
