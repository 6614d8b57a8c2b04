import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Connection } from '../../../shared/contract/connections.ts';
import { queries } from './client.ts';

/** `undefined` until loaded. */
export function useConnections(): readonly Connection[] | undefined {
  return useQuery(queries.connections.list.queryOptions()).data;
}

/** `undefined` until loaded, and during the first start. */
export function useActiveConnection(): Connection | undefined {
  return useConnections()?.find(({ isActive }) => isActive);
}

/**
 * Switches the connection.
 * @param onError for places that do not show `error`
 * @returns `use`, which takes the connection or `practice`; `error` of the last attempt, which `reset`
 * forgets
 */
export function useSwitchConnection(onError?: (thrown: Error) => void): {
  readonly use: (connection: Connection | 'practice', onDone?: () => void) => void;
  readonly isSwitching: boolean;
  readonly error: Error | null;
  readonly reset: () => void;
} {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: queries.connections.key() });
  const options = { onSuccess, ...(onError && { onError }) };
  const activate = useMutation(queries.connections.activate.mutationOptions(options));
  const practice = useMutation(queries.connections.activatePractice.mutationOptions(options));
  return {
    use(connection, onDone) {
      const options = { onSuccess: () => onDone?.() };
      if (connection === 'practice' || connection.kind === 'practice') practice.mutate({}, options);
      else activate.mutate({ connectionId: connection.id }, options);
    },
    isSwitching: activate.isPending || practice.isPending,
    error: activate.error ?? practice.error,
    reset() {
      activate.reset();
      practice.reset();
    },
  };
}
