import {
  useQueries,
  useQueryClient,
  type QueryState,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PathMeasure } from '../../../../../shared/contract/conversations.ts';
import type { KeptModel } from '../../../../../shared/contract/models.ts';
import { backend } from '../../../../core/backend/client.ts';
import { modelForNew, modelObstacle } from '../../models/model-choice.ts';
import { useModels } from '../../models/use-models.ts';
import { parameterObstacle } from '../../parameters/parameters.ts';
import { costAhead, measureFresh, meterOf } from '../model/context-meter.ts';
import { besideModelsOf, useChat } from '../session/index.ts';

export type Next = ReturnType<typeof useNext>;

const NO_ANSWERS = 1;

/** How long an old measure is kept, ms. */
const KEPT = 10_000;

export function useModelId(): string | undefined {
  const { list } = useModels();
  const own = useChat(({ conversation }) => conversation?.model);
  const fresh = useChat((state) => state.fresh.model);
  const isNew = useChat(({ conversation }) => conversation === undefined);
  return isNew ? modelForNew(list, fresh) : (own ?? list?.defaultModel);
}

export function useNext() {
  const { list, find } = useModels();
  const conversation = useChat((state) => state.conversation);
  const fresh = useChat((state) => state.fresh);
  const beside = useChat(besideModelsOf);
  const draft = useChat((state) => state.draft);
  const pictures = useChat((state) => state.pictures);
  const leaveOut = useChat((state) => state.leaveOut);
  const { system, parameters } = conversation ?? fresh;
  const parentId = conversation?.leafId;
  const modelId = useModelId();
  const models = useMemo(
    () => [...new Set([modelId, ...beside])].flatMap((id) => find(id) ?? []),
    [find, modelId, beside],
  );
  const pasts = usePasts(models);
  const next = useMemo(
    () =>
      models.flatMap((each, index) => {
        const past = parentId === undefined ? measureFresh(system, each.tokenRatio) : pasts[index];
        if (past === undefined) return [];
        const answers = parameters.n ?? NO_ANSWERS;
        const { maxTokens } = parameters;
        const request = { past, draft, pictures, maxTokens, answers, leaveOut };
        return [{ request, model: each }];
      }),
    [models, pasts, parentId, system, draft, pictures, parameters, leaveOut],
  );
  const meter = useMemo(() => {
    const meters = next.map((each) => meterOf(each.request, each.model));
    return meters.sort((a, b) => (b.share ?? 0) - (a.share ?? 0))[0];
  }, [next]);
  const cost = useMemo(() => costAhead(next), [next]);
  const withoutPictures = pictures.length === 0 ? [] : models.filter((each) => !each.takesPictures);
  return {
    models,
    meter,
    /** Missing if a price is unknown. */
    cost,
    isPractice: list?.isPractice === true,
    /** Models that the pictures of this message are not sent to. */
    withoutPictures,
    obstacle:
      modelObstacle(list, [modelId, ...beside]) ??
      parameterObstacle(parameters, 'chat') ??
      (withoutPictures.length > 0
        ? 'A model is not marked as accepting pictures. Mark it, or remove the pictures.'
        : undefined),
  };
}

/** Measures the path for each model, again after each change. */
function usePasts(models: readonly KeptModel[]): readonly (PathMeasure | undefined)[] {
  const conversation = useChat((state) => state.conversation);
  const leaveOut = useChat((state) => state.leaveOut);
  const { id: conversationId = '', leafId: parentId, revision } = conversation ?? {};
  const cache = useQueryClient().getQueryCache();
  return useQueries({
    queries: models.map(({ id: model, tokenRatio }) => ({
      queryKey: ['past', conversationId, model, parentId, revision, leaveOut, tokenRatio],
      queryFn: () =>
        backend.conversations.measure({ conversationId, parentId, model, leaveOut: [...leaveOut] }),
      enabled: parentId !== undefined,
      gcTime: KEPT,
      // keeps the old figure until the new one arrives, to avoid flicker
      placeholderData: () =>
        cache
          .findAll({ queryKey: ['past', conversationId, model] })
          .map(({ state }) => state as QueryState<PathMeasure>)
          .sort((a, b) => b.dataUpdatedAt - a.dataUpdatedAt)[0]?.data,
    })),
    combine: dataOf,
  });
}

function dataOf(
  results: readonly UseQueryResult<PathMeasure>[],
): readonly (PathMeasure | undefined)[] {
  return results.map(({ data }) => data);
}
