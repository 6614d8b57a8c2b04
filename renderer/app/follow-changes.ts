import type { QueryClient } from '@tanstack/react-query';
import { backend, backendLine, queries } from '../core/backend/client.ts';
import { applyChanges, type QueryKeys } from '../core/stream/changes.ts';
import { followStream } from '../core/stream/follow-stream.ts';
import { followProblems } from '../features/jobs/jobs.ts';

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

/** Keeps the queries of the window up to date until `signal` is aborted. */
export function followChanges(client: QueryClient, signal: AbortSignal): Promise<void> {
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
