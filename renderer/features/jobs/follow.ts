/** Keeps jobs, recipe runs and queries of the window up to date. Started once, by the application. */
import { replaceEqualDeep, type QueryClient } from '@tanstack/react-query';
import { backend, backendLine, queries } from '../../core/backend/client.ts';
import { applyChanges, type QueryKeys } from '../../core/stream/changes.ts';
import { followStream } from '../../core/stream/follow-stream.ts';
import { followProblems, jobsStore, recipeRunsStore } from './jobs.ts';

/** Jobs that are loaded at the start; older ones are loaded on demand. */
const INITIAL_JOBS = 200;

/** Queries of a screen in the background are disabled, and refetched when it comes to the front. */
const QUERY_KEYS: QueryKeys = {
  activity: [queries.activity.list.key()],
  answers: [queries.language.answers.key()],
  conversations: [
    queries.conversations.list.key(),
    queries.conversations.folders.key(),
    queries.conversations.search.key(),
  ],
  documents: [queries.documents.list.key()],
  'followed-folders': [queries.recipeFollows.list.key()],
  models: [queries.models.list.key()],
  'prompt-tables': [queries.promptTables.key()],
  recipes: [queries.recipes.list.key()],
  'training-files': [queries.training.list.key()],
  'training-summary': [queries.training.summary.key()],
};

/** Follows all streams until `signal` is aborted. */
export async function followWork(client: QueryClient, signal: AbortSignal): Promise<void> {
  await Promise.all([followJobs(signal), followRuns(signal), followChanges(client, signal)]);
}

function followChanges(client: QueryClient, signal: AbortSignal): Promise<void> {
  let afterRevision = -1;
  return followStream(
    {
      open: (until) => backend.changes.follow({ afterRevision }, { signal: until }),
      take(changes) {
        afterRevision = Math.max(afterRevision, ...changes.map(({ revision }) => revision));
        applyChanges(client, QUERY_KEYS, changes);
      },
      onError: (error) => followProblems.report('changes', error),
      givenUp: (until) => followProblems.givenUp('changes', until),
    },
    backendLine,
    signal,
  );
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
