/** The settings as React reads and changes them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Settings } from '../../shared/contract/settings.ts';
import { queries } from './client.ts';

/** `undefined` until they are loaded. */
export function useSettings(): Settings | undefined {
  return useQuery(queries.settings.get.queryOptions()).data;
}

/** Changes settings; the screen follows at once. `onSaved` is called when the backend has them. */
export function useUpdateSettings(): (changes: Partial<Settings>, onSaved?: () => void) => void {
  const client = useQueryClient();
  const { mutate } = useMutation(
    queries.settings.update.mutationOptions({
      onMutate: (changes) => {
        client.setQueryData(queries.settings.get.queryKey(), (before: Settings | undefined) =>
          before === undefined ? before : { ...before, ...definedOnly(changes) },
        );
      },
      onSuccess: (settings) => client.setQueryData(queries.settings.get.queryKey(), settings),
    }),
  );
  return (changes, onSaved) => mutate(changes, { onSuccess: () => onSaved?.() });
}

function definedOnly(changes: Partial<{ [Key in keyof Settings]: Settings[Key] | undefined }>) {
  return Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<Settings>;
}
