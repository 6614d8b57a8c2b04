/** Keeps jobs and recipe runs of the window up to date. Started once, by the application. */
import { replaceEqualDeep } from '@tanstack/react-query';
import { backend, backendLine } from '../../core/backend/client.ts';
import { followStream } from '../../core/stream/follow-stream.ts';
import { followProblems, jobsStore, recipeRunsStore } from './jobs.ts';

/** Jobs that are loaded at the start; older ones are loaded on demand. */
const INITIAL_JOBS = 200;

/** Follows both streams until `signal` is aborted. */
export async function followWork(signal: AbortSignal): Promise<void> {
  await Promise.all([followJobs(signal), followRuns(signal)]);
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
      take: (jobs) => jobsStore.takeChanges(jobs),
      onError: (error) => followProblems.report('jobs', error),
      givenUp: (until) => followProblems.givenUp('jobs', until),
    },
    backendLine,
    signal,
  );
}

function followRuns(signal: AbortSignal): Promise<void> {
  return followStream(
    {
      open: (until) => backend.recipes.runChanges(undefined, { signal: until }),
      // an unchanged run stays the same object, so that only changed rows and cards are rendered
      take: (runs) =>
        recipeRunsStore.setState((before) => ({ runs: replaceEqualDeep(before.runs, runs) })),
      onError: (error) => followProblems.report('recipes', error),
      givenUp: (until) => followProblems.givenUp('recipes', until),
    },
    backendLine,
    signal,
  );
}
