/** The settings as React reads and changes them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { DEFAULT_SETTINGS } from '../../../shared/contract/default-settings.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { say } from '../ui/say.ts';
import { queries } from './client.ts';
import { shownAtOnce } from './shown-at-once.ts';

/** All of them, for where many are needed; `undefined` until they are loaded. */
export function useSettings(): Settings | undefined {
  return useQuery(queries.settings.get.queryOptions({ meta: { saysErrors: true } })).data;
}

/** One of them, or its default until they are loaded. A component that asks for it hears of no other. */
export function useSetting<Name extends keyof Settings>(name: Name): Settings[Name] {
  const { data } = useQuery({
    ...queries.settings.get.queryOptions({ meta: { saysErrors: true } }),
    select: (settings) => settings[name],
  });
  return data === undefined ? DEFAULT_SETTINGS[name] : data;
}

/**
 * Changes settings; the screen follows at once, and goes back with a sentence when they cannot be saved.
 * `onSaved` is called when the backend has them.
 */
export function useUpdateSettings(): (changes: Partial<Settings>, onSaved?: () => void) => void {
  const client = useQueryClient();
  const { mutate } = useMutation(
    queries.settings.update.mutationOptions(
      shownAtOnce<Settings, Changes>(
        client,
        {
          queryKey: queries.settings.get.queryKey(),
          mutationKey: queries.settings.update.mutationKey(),
        },
        withChanges,
        say,
      ),
    ),
  );
  return (changes, onSaved) => mutate(changes, { onSuccess: () => onSaved?.() });
}

type Changes = { readonly [Key in keyof Settings]?: Settings[Key] | undefined };

function withChanges(before: Settings | undefined, changes: Changes): Settings | undefined {
  if (before === undefined) return undefined;
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...before, ...(Object.fromEntries(defined) as Partial<Settings>) };
}
