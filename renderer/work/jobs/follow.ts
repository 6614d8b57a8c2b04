/** Keeps the window's jobs and batches up to date. Started once, by the application. */
import { backend, backendLine } from '../../base/backend/client.ts';
import { followStream } from '../../base/stream/follow-stream.ts';
import { batchesStore, followProblems, jobsStore } from './jobs.ts';

/** Jobs that a window knows from the start; older ones are history. */
const INITIAL_JOBS = 200;

/** Follows both streams until `signal` is aborted. */
export async function followWork(signal: AbortSignal): Promise<void> {
  await Promise.all([followJobs(signal), followBatches(signal)]);
}

function followJobs(signal: AbortSignal): Promise<void> {
  return followStream(
    {
      async open(until) {
        if (jobsStore.revision() < 0) {
          jobsStore.takeKnown(await backend.jobs.list({ limit: INITIAL_JOBS }, { signal: until }));
        }
        return backend.jobs.changes({ afterRevision: jobsStore.revision() }, { signal: until });
      },
      take: (job) => jobsStore.takeChange(job),
      told: (error) => followProblems.told('jobs', error),
      givenUp: (until) => followProblems.givenUp('jobs', until),
    },
    backendLine,
    signal,
  );
}

function followBatches(signal: AbortSignal): Promise<void> {
  return followStream(
    {
      open: (until) => backend.batch.changes(undefined, { signal: until }),
      take: (batches) => batchesStore.setState({ batches }),
      told: (error) => followProblems.told('batches', error),
      givenUp: (until) => followProblems.givenUp('batches', until),
    },
    backendLine,
    signal,
  );
}
