import { z } from 'zod';
import { completionRequestSchema } from '../../../../shared/api/completions.ts';
import { checkedSampling } from '../../../../shared/api/sampling-check.ts';
import type { LanguageParameters } from '../../../../shared/contract/language.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { formatNumber } from '../../../../shared/format-number.ts';

/** Largest countable number, where a field may exceed its published range. */
const MOST = 1_000_000_000;

const NAMES: Readonly<Record<string, string>> = {
  n: 'The number of answers',
  maxTokens: 'The maximum number of tokens',
  bestOf: 'Best of',
};

const { n, maxTokens, bestOf } = completionRequestSchema.shape;
const countedSchema = z.object({ n, maxTokens, bestOf });

/** @throws AppError `invalid-input` naming the field, its limit and its value */
export function requireCountable(parameters: LanguageParameters): void {
  const { anyway } = parameters;
  const given = { n: parameters.n, maxTokens: parameters.maxTokens, bestOf: parameters.bestOf };
  // 1 is the default, which the published range excludes.
  const counted = { ...given, n: given.n === 1 ? undefined : given.n };
  checkedSampling(countedSchema, counted, { anyway });
  for (const [field, value] of Object.entries(given)) {
    if (value === undefined || (value >= 0 && value <= MOST)) continue;
    throw new AppError({
      kind: 'invalid-input',
      message: `${NAMES[field] ?? field} must be a number from 0 to ${formatNumber(MOST)}, not ${value}. Change it and try again.`,
      details: { request: 'not sent', field, value },
    });
  }
}
