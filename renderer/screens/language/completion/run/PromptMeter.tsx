import { type ReactNode, createContext, use, useEffect, useEffectEvent, useState } from 'react';
import { contextFit } from '../../../../../shared/language/context-guard.ts';
import {
  billedAnswers,
  costRange,
  promptTokensOf,
} from '../../../../../shared/language/expected-cost.ts';
import { type TokenCount, estimateTokens } from '../../../../../shared/language/estimate.ts';
import type { LanguageRequest } from '../../../../../shared/contract/language.ts';
import { useModels } from '../../models/use-models.ts';
import {
  type CountedText,
  isWriting,
  promptEnd,
  useCompletion,
  useCompletionSession,
} from '../session/index.ts';

/** Delay before the document is counted, ms: never while typing. */
const REST = 250;

interface PromptMeterState {
  readonly tokens: number;
  readonly isEstimate: boolean;
  readonly limit: number | undefined;
  /** Prompt and longest answer, as a share of the context. */
  readonly share: number | undefined;
  /** Tokens too many. */
  readonly over: number;
  readonly cost: ReturnType<typeof costRange>;
  /** Billed answers. */
  readonly answers: number;
  readonly isPractice: boolean;
  readonly words: number;
}

function usePromptMeter(): PromptMeterState | undefined {
  const session = useCompletionSession();
  const document = useCompletion((state) => state.document);
  const length = useCompletion((state) => state.length);
  const end = useCompletion(promptEnd);
  const settings = useCompletion((state) => state.settings);
  const isBusy = useCompletion(isWriting);
  const { find, list } = useModels();
  const [meter, setMeter] = useState<PromptMeterState>();
  const count = useEffectEvent(() => {
    const request = session.nextRequest();
    const model = find(request?.model);
    if (request === undefined || model === undefined) return setMeter(undefined);
    const { contextTokens: limit, tokenRatio } = model;
    const size = countPrompt(request, session.counted(), tokenRatio);
    const fit = contextFit(limit, size, request.maxTokens, []);
    const { inputPricePerMillion: priceIn, outputPricePerMillion: priceOut } = model;
    const prices =
      priceIn === undefined || priceOut === undefined ? undefined : { priceIn, priceOut };
    setMeter({
      ...size,
      limit,
      share: limit === undefined || limit === 0 ? undefined : fit.needed.tokens / limit,
      over: fit.over,
      cost: costRange(request, prices, tokenRatio),
      answers: billedAnswers(request),
      isPractice: list?.isPractice === true,
      words: wordsOf(document?.state().doc.toString() ?? ''),
    });
  });
  useEffect(() => {
    if (isBusy) return undefined;
    const timer = setTimeout(count, REST);
    return () => clearTimeout(timer);
  }, [document, length, end, settings, isBusy, list]);
  return meter;
}

/** Starts from the service's last count if the prompt begins with that text. */
function countPrompt(
  request: LanguageRequest,
  counted: CountedText | undefined,
  ratio: number,
): TokenCount {
  const prompt = request.kind === 'completion' ? request.prompt : '';
  const isAnchored =
    counted !== undefined &&
    counted.model === request.model &&
    typeof prompt === 'string' &&
    prompt.startsWith(counted.text);
  if (!isAnchored) return { tokens: Math.ceil(promptTokensOf(request) * ratio), isEstimate: true };
  const rest = prompt.slice(counted.text.length);
  return {
    tokens: counted.tokens + Math.ceil(estimateTokens(rest) * ratio),
    isEstimate: rest !== '',
  };
}

/** Counts words of any script. */
function wordsOf(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

const MeterContext = createContext<PromptMeterState | undefined>(undefined);

/** Counts once for the foot and the status line. */
export function PromptMeterProvider({ children }: { readonly children: ReactNode }) {
  const meter = usePromptMeter();
  return <MeterContext value={meter}>{children}</MeterContext>;
}

export function useMeter(): PromptMeterState | undefined {
  return use(MeterContext);
}
