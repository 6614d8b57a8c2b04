/**
 * The jobs as the window knows them. Progress changes many times a second, so it is held apart
 * from the rest: a list of jobs is not made anew at every per cent, only the bar that shows it moves.
 */
import { createCallbacks } from '../../../shared/callbacks.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isFinalJobState, type Job } from '../../../shared/contract/jobs.ts';

/** Every job that this window has heard of; `fraction` and `revision` may be behind. */
export interface JobsState {
  readonly jobs: ReadonlyMap<string, Job>;
}

export interface JobsStore {
  readonly state: Pick<StoreApi<JobsState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** The highest revision seen: where the stream continues. −1 before the first. */
  revision(): number;
  /** Jobs that were asked for; nothing of them is news. */
  takeKnown(jobs: readonly Job[]): void;
  /** Changes from the stream, each job once. */
  takeChanges(jobs: readonly Job[]): void;
  /** How far a job is within its state, 0 to 1, where it is known. */
  fraction(jobId: string): number | undefined;
  /** Calls back when how far this job is has changed; returns the way to stop it. */
  onProgress(jobId: string, listener: () => void): () => void;
  /** Calls back right when a job reaches a final state; returns the way to stop it. */
  onFinished(listener: (job: Job) => void): () => void;
}

export function createJobsStore(): JobsStore {
  const state = createStore<JobsState>(() => ({ jobs: new Map() }));
  const newest = new Map<string, Job>();
  const progress = new Map<string, Set<() => void>>();
  const finished = createCallbacks<[job: Job]>();
  let revision = -1;

  /** @returns those whose change is more than progress */
  function remember(jobs: readonly Job[]): readonly Job[] {
    return jobs.filter((job) => {
      const before = newest.get(job.id);
      if (before !== undefined && before.revision > job.revision) return false;
      revision = Math.max(revision, job.revision);
      newest.set(job.id, job);
      return before === undefined || !isSameButProgress(before, job);
    });
  }

  function take(jobs: readonly Job[]): void {
    const changed = remember(jobs);
    if (changed.length > 0) {
      const entries = changed.map((job) => [job.id, job] as const);
      state.setState((current) => ({ jobs: new Map([...current.jobs, ...entries]) }));
    }
    for (const { id } of jobs) for (const listener of progress.get(id) ?? []) listener();
  }

  return {
    state,
    revision: () => revision,
    takeKnown: take,
    takeChanges(jobs) {
      const ended = jobs.filter((job) => {
        const before = newest.get(job.id);
        const wasFinal = before !== undefined && isFinalJobState(before.state);
        return !wasFinal && isFinalJobState(job.state);
      });
      take(jobs);
      for (const job of ended) finished.call(job);
    },
    fraction: (jobId) => newest.get(jobId)?.fraction,
    onProgress(jobId, listener) {
      const listeners = progress.get(jobId) ?? new Set();
      progress.set(jobId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) progress.delete(jobId);
      };
    },
    onFinished: finished.on,
  };
}

/** Jobs that are under way. */
export function runningJobs(jobs: ReadonlyMap<string, Job>): readonly Job[] {
  return [...jobs.values()].filter((job) => !isFinalJobState(job.state));
}

/** True when a list that shows both would look the same, but for a bar. */
function isSameButProgress(before: Job, after: Job): boolean {
  const { fraction: _a, revision: _b, expectedAt: _c, ...left } = before;
  const { fraction: _d, revision: _e, expectedAt: _f, ...right } = after;
  return JSON.stringify(left) === JSON.stringify(right);
}
