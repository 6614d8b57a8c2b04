/** Values that the backend stores under names, as React reads and changes them. */
import type { ClientContext } from '@orpc/client';
import type { ProcedureUtils } from '@orpc/tanstack-query';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { say } from '../ui/say.ts';
import { shownAtOnce } from './shown-at-once.ts';

type Changes<Values> = { readonly [Name in keyof Values]?: Values[Name] | undefined };

/** The procedures of one store. */
export interface StoredQueries<Values> {
  readonly get: ProcedureUtils<ClientContext, undefined, Values, Error>;
  readonly update: ProcedureUtils<ClientContext, Changes<Values>, Values, Error>;
}

/** Hooks of one store. */
export interface StoredHooks<Values> {
  /** One value, or its default until it is loaded. A component that asks for it hears of no other. */
  useOne<Name extends keyof Values>(name: Name): Values[Name];
  /** Several, `undefined` until they are loaded. The component hears of no others. */
  useSome<Name extends keyof Values>(...names: readonly Name[]): Pick<Values, Name> | undefined;
  /**
   * Changes values; the screen follows at once, and goes back with a sentence when they cannot be saved.
   * `onSaved` is called when the backend has them.
   */
  useUpdate(): (changes: Partial<Values>, onSaved?: () => void) => void;
}

/** @param defaults the values of a fresh installation */
export function createStoredHooks<Values extends object>(
  stored: StoredQueries<Values>,
  defaults: Values,
): StoredHooks<Values> {
  const options = stored.get.queryOptions({ meta: { saysErrors: true } });
  return {
    useOne(name) {
      const { data } = useQuery({ ...options, select: (values: Values) => values[name] });
      return data === undefined ? defaults[name] : data;
    },
    useSome(...names) {
      return useQuery({ ...options, select: picked<Values, (typeof names)[number]>(names) }).data;
    },
    useUpdate() {
      const client = useQueryClient();
      const { mutate } = useMutation(
        stored.update.mutationOptions(
          shownAtOnce<Values, Changes<Values>>(
            client,
            { queryKey: stored.get.queryKey(), mutationKey: stored.update.mutationKey() },
            withChanges,
            say,
          ),
        ),
      );
      return (changes, onSaved) => mutate(changes, { onSuccess: () => onSaved?.() });
    },
  };
}

/** Picks some of the values: the same object for as long as none of them changes. */
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
