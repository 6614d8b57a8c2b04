/**
 * Jobs known to the window. Progress changes many times a second and is kept separately, so that it
 * moves a bar without rendering the whole list.
 */
import { createStore } from 'zustand/vanilla';
import { createCallbacks } from '../../../shared/callbacks.ts';
import { isFinalJobState, type Job } from '../../../shared/contract/jobs.ts';

/** All known jobs; `fraction` and `revision` may be outdated. */
export interface JobsState {
  readonly jobs: ReadonlyMap<string, Job>;
}

export function createJobsStore() {
  const state = createStore<JobsState>(() => ({ jobs: new Map() }));
  const newest = new Map<string, Job>();
  const progress = new Map<string, Set<() => void>>();
  const finished = createCallbacks<[job: Job]>();
  let revision = -1;

  /** @returns jobs that changed in more than progress */
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
    /** The highest revision seen, from which the stream continues; −1 before the first. */
    revision: (): number => revision,
    /** Adds jobs that were requested, without reporting them as changes. */
    takeKnown: take,
    /** Applies changes from the stream, each job once. */
    takeChanges(jobs: readonly Job[]): void {
      const ended = jobs.filter((job) => {
        const before = newest.get(job.id);
        const wasFinal = before !== undefined && isFinalJobState(before.state);
        return !wasFinal && isFinalJobState(job.state);
      });
      take(jobs);
      for (const job of ended) finished.call(job);
    },
    /** Progress within the current state, 0 to 1, if known. */
    fraction: (jobId: string): number | undefined => newest.get(jobId)?.fraction,
    /** Calls back when the job's progress changes. @returns unsubscribes */
    onProgress(jobId: string, listener: () => void): () => void {
      const listeners = progress.get(jobId) ?? new Set();
      progress.set(jobId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) progress.delete(jobId);
      };
    },
    /** Calls back as soon as a job reaches a final state. @returns unsubscribes */
    onFinished: finished.on,
  };
}

export function runningJobs(jobs: ReadonlyMap<string, Job>): readonly Job[] {
  return [...jobs.values()].filter((job) => !isFinalJobState(job.state));
}

/** Whether a list would show both alike, except for a bar. */
function isSameButProgress(before: Job, after: Job): boolean {
  const { fraction: _a, revision: _b, expectedAt: _c, ...left } = before;
  const { fraction: _d, revision: _e, expectedAt: _f, ...right } = after;
  return JSON.stringify(left) === JSON.stringify(right);
}
