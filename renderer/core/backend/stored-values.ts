/** React hooks for values that the backend stores by name. */
import type { ClientContext } from '@orpc/client';
import type { ProcedureUtils } from '@orpc/tanstack-query';
import {
  hashKey,
  QueryObserver,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { say } from '../ui/say.ts';
import { saveChange, shownAtOnce } from './shown-at-once.ts';

type Changes<Values> = { readonly [Name in keyof Values]?: Values[Name] | undefined };

interface StoredQueries<Values> {
  readonly get: ProcedureUtils<ClientContext, undefined, Values, Error>;
  readonly update: ProcedureUtils<ClientContext, Changes<Values>, Values, Error>;
}

interface StoredHooks<Values> {
  /**
   * A value, or its default until loaded. The component renders again only when that value changes.
   */
  useOne<Name extends keyof Values>(name: Name): Values[Name];
  /**
   * Several values, `undefined` until loaded. The component renders again only when one of them
   * changes.
   */
  useSome<Name extends keyof Values>(...names: readonly Name[]): Pick<Values, Name> | undefined;
  /**
   * Changes values. The screen follows at once, and changes that cannot be saved are taken back
   * with a message. `onSaved` is called once they are saved.
   */
  useUpdate(): (changes: Partial<Values>, onSaved?: () => void) => void;
}

/** @param defaults of a new installation */
export function createStoredHooks<Values extends object>(
  stored: StoredQueries<Values>,
  defaults: Values,
): StoredHooks<Values> {
  const options = stored.get.queryOptions({
    meta: { saysErrors: true, savedBy: stored.update.mutationKey() },
    // a screen reads dozens of values, each of which would compute the hash on every render
    queryHash: hashKey(stored.get.queryKey()),
  });
  const stores = new WeakMap<QueryClient, ReturnType<typeof storeOf>>();

  /** One observer for all single values: each of its own would take longer to mount than a button. */
  function storeOf(client: QueryClient) {
    const observer = new QueryObserver<Values>(client, {
      ...options,
      notifyOnChangeProps: ['data'],
    });
    const cache = client.getQueryCache();
    return {
      subscribe: (listener: () => void) => observer.subscribe(listener),
      values: () => cache.get<Values>(options.queryHash)?.state.data,
    };
  }

  return {
    useOne(name) {
      const client = useQueryClient();
      const store = stores.get(client) ?? storeOf(client);
      stores.set(client, store);
      const value = useSyncExternalStore(store.subscribe, () => store.values()?.[name]);
      return value === undefined ? defaults[name] : value;
    },
    useSome(...names) {
      return useQuery({ ...options, select: picked<Values, (typeof names)[number]>(names) }).data;
    },
    useUpdate() {
      const client = useQueryClient();
      return useCallback(
        (changes, onSaved) => {
          const options = stored.update.mutationOptions(
            shownAtOnce<Values, Changes<Values>>(
              client,
              { queryKey: stored.get.queryKey(), mutationKey: stored.update.mutationKey() },
              withChanges,
              say,
            ),
          );
          void saveChange(client, options, changes).then((isSaved) => isSaved && onSaved?.());
        },
        [client],
      );
    },
  };
}

/** Picks values: the same object as long as none of them changes. */
export function picked<Values, Name extends keyof Values>(
  names: readonly Name[],
): (values: Values) => Pick<Values, Name> {
  return (values) =>
    Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<Values, Name>;
}

function withChanges<Values extends object>(
  before: Values | undefined,
  changes: Changes<Values>,
): Values | undefined {
  if (before === undefined) return undefined;
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...before, ...(Object.fromEntries(defined) as Partial<Values>) };
}
