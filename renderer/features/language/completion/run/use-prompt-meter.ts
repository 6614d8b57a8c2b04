/** The size and cost of the next request, computed when the document rests: never on the way of a key. */
import { useEffect, useEffectEvent, useState } from 'react';
import { contextFit } from '../../../../../shared/language/context-guard.ts';
import {
  billedAnswers,
  costRange,
  promptTokensOf,
} from '../../../../../shared/language/expected-cost.ts';
import { useModels } from '../../models/use-models.ts';
import { isWriting, useCompletion, useCompletionSession } from '../session/index.ts';

/** Rest of the document before it is counted, ms. */
const REST = 250;

/** See the file comment. */
export interface PromptMeterState {
  /** Of the prompt. */
  readonly tokens: number;
  readonly isEstimate: boolean;
  readonly limit: number | undefined;
  /** Prompt and longest answer together, as a share of the context. */
  readonly share: number | undefined;
  /** Tokens too many. */
  readonly over: number;
  readonly cost: ReturnType<typeof costRange>;
  /** Answers that are billed. */
  readonly answers: number;
  readonly isPractice: boolean;
}

export function usePromptMeter(): PromptMeterState | undefined {
  const session = useCompletionSession();
  const document = useCompletion((state) => state.document);
  const length = useCompletion((state) => state.length);
  const hasSelection = useCompletion((state) => state.hasSelection);
  const settings = useCompletion((state) => state.settings);
  const isBusy = useCompletion(isWriting);
  const { find, list } = useModels();
  const [meter, setMeter] = useState<PromptMeterState>();
  const count = useEffectEvent(() => {
    const request = session.nextRequest();
    const model = find(request?.model);
    if (request === undefined || model === undefined) {
      setMeter(undefined);
      return;
    }
    const { contextTokens: limit, tokenRatio } = model;
    const tokens = Math.ceil(promptTokensOf(request) * tokenRatio);
    const fit = contextFit(limit, { tokens, isEstimate: true }, request.maxTokens, []);
    const { inputPricePerMillion: priceIn, outputPricePerMillion: priceOut } = model;
    const prices =
      priceIn === undefined || priceOut === undefined ? undefined : { priceIn, priceOut };
    setMeter({
      tokens,
      isEstimate: true,
      limit,
      share: limit === undefined || limit === 0 ? undefined : fit.needed.tokens / limit,
      over: fit.over,
      cost: costRange(request, prices, tokenRatio),
      answers: billedAnswers(request),
      isPractice: list?.isPractice === true,
    });
  });
  useEffect(() => {
    if (isBusy) return undefined;
    const timer = setTimeout(count, REST);
    return () => clearTimeout(timer);
  }, [document, length, hasSelection, settings, isBusy, list]);
  return meter;
}
