import { useMemo } from 'react';
import type { LanguageRequest } from '../../../../../shared/contract/language.ts';
import {
  billedAnswers,
  costRange,
  promptTokensOf,
} from '../../../../../shared/language/expected-cost.ts';
import { useModels } from '../../models/use-models.ts';
import { costWords } from '../run/cost-words.ts';
import { formatNumber } from '../../../../base/ui/format.ts';

/** @param props.request `undefined` if incomplete */
export function PromptCost({ request }: { readonly request: LanguageRequest | undefined }) {
  const { find, list } = useModels();
  const model = find(request?.model);
  const isPractice = list?.isPractice === true;
  const words = useMemo(() => {
    if (request === undefined || model === undefined) return '';
    const { inputPricePerMillion: priceIn, outputPricePerMillion: priceOut, tokenRatio } = model;
    const prices =
      priceIn === undefined || priceOut === undefined ? undefined : { priceIn, priceOut };
    const tokens = Math.ceil(promptTokensOf(request) * tokenRatio);
    const cost = costRange(request, prices, tokenRatio);
    return `≈ ${formatNumber(tokens)} tokens to send, ${costWords(cost, billedAnswers(request), isPractice)}`;
  }, [request, model, isPractice]);
  return words;
}
