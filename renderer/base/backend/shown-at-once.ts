/** Changes that the screen shows before the backend has saved them. */
import type { MutationKey, QueryClient, QueryKey } from '@tanstack/react-query';
import { readError } from './read-error.ts';

/** Callbacks of a mutation. */
export interface ShownAtOnce<Data, Changes> {
  onMutate(changes: Changes): { readonly before: Data | undefined };
  onError(
    thrown: unknown,
    changes: Changes,
    shown: { readonly before: Data | undefined } | undefined,
  ): void;
  onSuccess(saved: Data): void;
}

/**
 * A change that cannot be saved leaves the screen again, with a sentence: the screen never shows as
 * saved what is not.
 *
 * @param keys of the data that the change is made to, and of the mutations that make one
 * @param apply the data with the change
 * @param say shows a sentence
 */
export function shownAtOnce<Data, Changes>(
  client: QueryClient,
  keys: { readonly queryKey: QueryKey; readonly mutationKey: MutationKey },
  apply: (before: Data | undefined, changes: Changes) => Data | undefined,
  say: (sentence: string) => void,
): ShownAtOnce<Data, Changes> {
  const { queryKey, mutationKey } = keys;
  return {
    onMutate(changes) {
      const before = client.getQueryData<Data>(queryKey);
      client.setQueryData<Data>(queryKey, (shown) => apply(shown, changes));
      return { before };
    },
    onError(thrown, _changes, shown) {
      client.setQueryData<Data>(queryKey, shown?.before);
      // with several changes under way, only the backend knows which of them are saved
      void client.invalidateQueries({ queryKey });
      say(`Not saved. ${readError(thrown).message}`);
    },
    onSuccess(saved) {
      // an answer does not know the changes that were made since; the last one knows them all
      if (client.isMutating({ mutationKey }) <= 1) client.setQueryData<Data>(queryKey, saved);
    },
  };
}
