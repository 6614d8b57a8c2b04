/** The jobs as the window knows them: fed by the backend's stream, which is taken up again after any break. */
import { create } from 'zustand';
import { isFinalJobState, type Job } from '../../shared/contract/jobs.ts';
import { backend } from './client.ts';

interface JobsState {
  readonly jobs: ReadonlyMap<string, Job>;
  /** The highest revision seen; where the stream continues. */
  readonly revision: number;
}

/** Newest knowledge of every job that this window has heard of. */
export const useJobs = create<JobsState>(() => ({ jobs: new Map(), revision: -1 }));

/** Wait before the stream is opened again, ms. */
const RETRY_DELAY = 500;
/** Jobs that a window knows from the start; older ones are history. */
const INITIAL_JOBS = 200;

/** Called with each job right when it reaches a final state while the window is open. */
type FinishedListener = (job: Job) => void;
const finishedListeners = new Set<FinishedListener>();

/** @returns the way to stop it */
export function onJobFinished(listener: FinishedListener): () => void {
  finishedListeners.add(listener);
  return () => {
    finishedListeners.delete(listener);
  };
}

/** Follows the stream until `signal` is aborted. */
export async function followJobs(signal: AbortSignal): Promise<void> {
  let isFirst = true;
  while (!signal.aborted) {
    try {
      if (isFirst) {
        const known = await backend.jobs.list({ limit: INITIAL_JOBS }, { signal });
        take(known);
        isFirst = false;
      }
      const changes = await backend.jobs.changes(
        { afterRevision: useJobs.getState().revision },
        { signal },
      );
      for await (const job of changes) takeChange(job);
    } catch {
      // The line is down or the window closes; the shell shows a lost line, and this tries again.
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
  }
}

function takeChange(job: Job): void {
  const before = useJobs.getState().jobs.get(job.id);
  take([job]);
  const wasFinal = before !== undefined && isFinalJobState(before.state);
  if (!wasFinal && isFinalJobState(job.state)) {
    for (const listener of finishedListeners) listener(job);
  }
}

function take(changed: readonly Job[]): void {
  useJobs.setState((state) => ({
    jobs: new Map([...state.jobs, ...changed.map((job) => [job.id, job] as const)]),
    revision: Math.max(state.revision, ...changed.map((job) => job.revision)),
  }));
}

/** Jobs that are under way. */
export function runningJobs(jobs: ReadonlyMap<string, Job>): readonly Job[] {
  return [...jobs.values()].filter((job) => !isFinalJobState(job.state));
}
