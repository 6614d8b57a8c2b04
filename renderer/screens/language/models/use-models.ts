import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';
import type { KeptModel, ModelList } from '../../../../shared/contract/models.ts';
import { queries } from '../../../core/backend/client.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { sayError } from '../../../core/backend/say-error.ts';
import { useScreen } from '../../../core/screen/screen-context.tsx';

type EditableModelMarks = Pick<KeptModel, 'isFavourite' | 'takesPictures'> & {
  readonly isDefault: boolean;
};

export interface Models {
  readonly list: ModelList | undefined;
  /** Why the list or its latest version is missing. */
  readonly error: AppErrorData | undefined;
  readonly isRefreshing: boolean;
  readonly refresh: () => void;
  readonly mark: (modelId: string, marks: Partial<EditableModelMarks>) => void;
  /** Without times of use; see `useModelsWithTimes`. */
  readonly models: readonly KeptModel[];
  readonly find: (modelId: string | undefined) => KeptModel | undefined;
}

const NO_MODELS: readonly KeptModel[] = [];

/** Shared by the screen, because each part would otherwise run its own queries. */
export const ModelsContext = createContext<Models | undefined>(undefined);

export function useModels(): Models {
  const models = use(ModelsContext);
  if (models === undefined) throw new Error('There is no list of models around this component.');
  return models;
}

/** Changes with every request. */
export function useModelsWithTimes(): readonly KeptModel[] {
  const { isInFront } = useScreen();
  const { data } = useQuery(queries.models.list.queryOptions({ enabled: isInFront }));
  return data?.models ?? NO_MODELS;
}

/** Avoids renders with each request in parts that show no times. */
function withoutTimes(list: ModelList): ModelList {
  return { ...list, models: list.models.map(({ lastUsedAt: _time, ...model }) => model) };
}

export function useKeptModels(): Models {
  const client = useQueryClient();
  const { isInFront } = useScreen();
  const query = useQuery(
    queries.models.list.queryOptions({ enabled: isInFront, select: withoutTimes }),
  );
  const take = (list: ModelList): void => {
    client.setQueryData(queries.models.list.queryKey(), list);
  };
  const { mutate: refresh, isPending } = useMutation(
    queries.models.refresh.mutationOptions({ onSuccess: take, onError: sayError }),
  );
  const { mutate: mark } = useMutation(
    queries.models.mark.mutationOptions({ onSuccess: take, onError: sayError }),
  );
  const { data: list, error } = query;
  return useMemo(() => {
    const models = list?.models ?? NO_MODELS;
    const byId = new Map(models.map((model) => [model.id, model]));
    return {
      list,
      models,
      error: error === null ? list?.error : readError(error).toData(),
      isRefreshing: isPending || list?.isRefreshing === true,
      refresh() {
        const connectionId = list?.connectionId;
        if (connectionId !== undefined) refresh({ connectionId });
      },
      mark: (model, marks) => mark({ model, ...marks }),
      find: (modelId) => (modelId === undefined ? undefined : byId.get(modelId)),
    };
  }, [list, error, isPending, refresh, mark]);
}
