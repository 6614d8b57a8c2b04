/** Optimistic updates: the screen shows changes before the backend has saved them. */
import {
  MutationObserver,
  type MutationKey,
  type MutationObserverOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { readError } from './read-error.ts';

interface ShownAtOnce<Data, Changes> {
  onMutate(changes: Changes): { readonly before: Data | undefined };
  onError(
    thrown: unknown,
    changes: Changes,
    shown: { readonly before: Data | undefined } | undefined,
  ): void;
  onSuccess(saved: Data): void;
}

/**
 * A change that cannot be saved is taken back with a message, so that the screen never shows it as
 * saved.
 * @param keys of the changed data, and of the mutations
 * @param apply returns the changed data
 * @param say shows a message
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
      // what another window's change made it read lacks this one
      void client.cancelQueries({ queryKey }, { revert: false, silent: true });
      const before = client.getQueryData<Data>(queryKey);
      client.setQueryData<Data>(queryKey, (shown) => apply(shown, changes));
      return { before };
    },
    onError(thrown, _changes, shown) {
      client.setQueryData<Data>(queryKey, shown?.before);
      // with several changes in progress, only the backend knows which are saved
      void client.invalidateQueries({ queryKey });
      say(`Not saved. ${readError(thrown).message}`);
    },
    onSuccess(saved) {
      // this answer lacks later changes; that of the last one has them all
      if (client.isMutating({ mutationKey }) <= 1) client.setQueryData<Data>(queryKey, saved);
    },
  };
}

/**
 * Changes data without a hook, which would render its component whenever a change is saved.
 * @param options with {@link shownAtOnce}, which reports a failure
 * @returns whether it was saved
 */
export function saveChange<Data, Changes, Context>(
  client: QueryClient,
  options: MutationObserverOptions<Data, Error, Changes, Context>,
  changes: Changes,
): Promise<boolean> {
  return new MutationObserver(client, options).mutate(changes).then(
    () => true,
    () => false,
  );
}
