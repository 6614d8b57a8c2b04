/** The next request: its models, its size, its cost, and what is in its way. */
import { useMemo } from 'react';
import type { KeptModel } from '../../../../../shared/contract/models.ts';
import { useModels } from '../../models/use-models.ts';
import { problemsOf } from '../../parameters/parameters.ts';
import { costAhead, meterOf, type ContextMeter, type CostAhead } from '../model/context-meter.ts';
import { useChat } from '../session/index.ts';

export interface Next {
  /** The model that answers; the connection's default where none is selected. */
  readonly modelId: string | undefined;
  readonly models: readonly KeptModel[];
  readonly meter: ContextMeter | undefined;
  /** Missing when a price is unknown. */
  readonly cost: CostAhead | undefined;
  readonly isPractice: boolean;
  readonly isPartly: boolean;
  /** Models that do not get the pictures of this message. */
  readonly withoutPictures: readonly KeptModel[];
  readonly obstacle: string | undefined;
}

const NO_ANSWERS = 1;

export function useNext(): Next {
  const { list, find } = useModels();
  const conversation = useChat((state) => state.conversation);
  const fresh = useChat((state) => state.fresh);
  const beside = useChat((state) => state.besideModels);
  const messages = useChat((state) => state.messages);
  const draft = useChat((state) => state.draft);
  const pictures = useChat((state) => state.pictures);
  const leaveOut = useChat((state) => state.leaveOut);
  const hasMore = useChat((state) => state.hasMore);
  const { system, parameters, model } = conversation ?? fresh;
  const modelId = model ?? list?.defaultModel;
  const models = useMemo(
    () => [modelId, ...beside].flatMap((id) => find(id) ?? []),
    // `find` is made anew with each render, from this list
    // oxlint-disable-next-line react/exhaustive-deps
    [list, modelId, beside],
  );
  const request = useMemo(
    () => ({
      messages,
      system,
      draft,
      maxTokens: parameters.maxTokens,
      answers: parameters.n ?? NO_ANSWERS,
      leaveOut,
    }),
    [messages, system, draft, parameters, leaveOut],
  );
  const meter = useMemo(() => {
    const meters = models.map((each) => meterOf(request, each));
    return meters.sort((a, b) => (b.share ?? 0) - (a.share ?? 0))[0];
  }, [request, models]);
  const cost = useMemo(() => costAhead(request, models), [request, models]);
  const problems = problemsOf(parameters, 'chat');
  return {
    modelId,
    models,
    meter,
    cost,
    isPractice: list?.isPractice === true,
    isPartly: hasMore,
    withoutPictures: pictures.length === 0 ? [] : models.filter((each) => !each.takesPictures),
    obstacle:
      // a list that is being read has a default in a moment, and sending waits for it
      list !== undefined && modelId === undefined && !list.isRefreshing
        ? 'Select a model first.'
        : problems.size > 0
          ? 'A parameter is outside its range. Change it, or select “Send anyway”.'
          : undefined,
  };
}
