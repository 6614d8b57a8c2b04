/** The models of the active connection. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import { useActiveConnection } from '../../../backend/connections.ts';
import { queries } from '../../../backend/client.ts';
import { readError } from '../../../backend/read-error.ts';
import type { ListedModel } from './model-list.ts';

/** See the file comment. */
export interface Models {
  readonly models: readonly ListedModel[];
  /** True until the first list is there. */
  readonly isLoading: boolean;
  readonly error: AppError | undefined;
  /** Asks the service again. */
  readonly refresh: () => void;
  /** The model with this id, if the connection offers it. */
  readonly find: (id: string | undefined) => ListedModel | undefined;
}

export function useModels(): Models {
  const connectionId = useActiveConnection()?.id;
  const query = useQuery({
    ...queries.language.models.queryOptions({ enabled: connectionId !== undefined }),
    queryKey: [...queries.language.models.queryKey(), connectionId],
  });
  const { data, error, isPending, refetch } = query;
  return useMemo(() => {
    const models = (data ?? []).map((model) => ({
      ...model,
      isFavourite: false,
      takesPictures: false,
    }));
    return {
      models,
      isLoading: isPending,
      error: error === null ? undefined : readError(error),
      refresh: () => void refetch(),
      find: (id) => models.find((model) => model.id === id),
    };
  }, [data, error, isPending, refetch]);
}
