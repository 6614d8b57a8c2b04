/** Applies the changes of all windows: marks queries as stale, then calls listeners. */
import type { MutationKey, QueryClient, QueryKey, QueryMeta } from '@tanstack/react-query';
import type { Change, Topic } from '../../../shared/contract/changes.ts';

export type QueryKeys = Readonly<Record<Topic, readonly QueryKey[]>>;

type Listener = (ids: readonly string[]) => void;

const listeners = new Map<Topic, Set<Listener>>();

/**
 * @param listener called with the ids that changed; without any, all may have
 * @returns stops listening
 */
export function onChange(topic: Topic, listener: Listener): () => void {
  const ofTopic = listeners.get(topic) ?? new Set();
  listeners.set(topic, ofTopic.add(listener));
  return () => void ofTopic.delete(listener);
}

/** @param queryKeys of the queries of each topic */
export function applyChanges(
  client: QueryClient,
  queryKeys: QueryKeys,
  changes: readonly Change[],
): void {
  for (const { topic, ids } of changes) {
    for (const queryKey of queryKeys[topic])
      void client.invalidateQueries({ queryKey, predicate: ({ meta }) => !isSaving(client, meta) });
    for (const listener of listeners.get(topic) ?? []) listener(ids);
  }
}

/** The answer to a change of this window has the values of the others, too. */
function isSaving(client: QueryClient, meta: QueryMeta | undefined): boolean {
  const mutationKey = meta?.['savedBy'] as MutationKey | undefined;
  return mutationKey !== undefined && client.isMutating({ mutationKey }) > 0;
}
