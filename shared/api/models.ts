import { z } from 'zod';
import {
  lenientId,
  lenientList,
  lenientText,
  lenientWhole,
  lenientWithin,
  MOST,
} from './lenient.ts';
import { cannotAnswer, arePricesRough, isWithdrawn } from './model-facts.ts';

export const MODELS_PATH = '/v3/openai/models';

const modelSchema = z.looseObject({
  id: lenientId.pipe(z.string()),
  title: lenientText(MOST.id),
  description: lenientText(MOST.sentence),
  created: lenientWhole(MOST.unixSeconds),
  context_size: lenientWhole(MOST.tokens),
  /** Negative prices mean "decided for each call": unknown. */
  input_token_price_per_m: lenientWithin(0, MOST.tokenPrice),
  output_token_price_per_m: lenientWithin(0, MOST.tokenPrice),
});

export const modelsAnswerSchema = z.looseObject({ data: lenientList(modelSchema) });

export interface Model {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Unix time in seconds. */
  readonly created: number | undefined;
  readonly contextTokens: number | undefined;
  /** 1/10000 USD per million tokens. */
  readonly inputPricePerMillion: number | undefined;
  readonly outputPricePerMillion: number | undefined;
  /** The price depends on more than the number of tokens. */
  readonly arePricesRough?: true | undefined;
  /** The service has withdrawn it or announced that it will. */
  readonly isWithdrawn?: true | undefined;
}

/** Returns models that answer in text, withdrawn ones last. @param now Unix ms */
export function modelsFromAnswer(
  answer: z.output<typeof modelsAnswerSchema>,
  now: number = Date.now(),
): readonly Model[] {
  const models = answer.data
    .filter((model) => !cannotAnswer(model))
    .map((model) => ({
      id: model.id,
      title: model.title ?? model.id,
      description: model.description ?? '',
      created: model.created,
      contextTokens: model.context_size === 0 ? undefined : model.context_size,
      inputPricePerMillion: model.input_token_price_per_m,
      outputPricePerMillion: model.output_token_price_per_m,
      ...(arePricesRough(model) ? { arePricesRough: true as const } : {}),
      ...(isWithdrawn(model, now) ? { isWithdrawn: true as const } : {}),
    }));
  const last = ({ isWithdrawn: isLast }: Model) => (isLast === true ? 1 : 0);
  return models.toSorted((a, b) => last(a) - last(b));
}
