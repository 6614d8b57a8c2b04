import { z } from 'zod';
import { checkedSampling } from '../../../../shared/api/sampling-check.ts';
import type { LanguageParameters } from '../../../../shared/contract/language.ts';
import { invalidInput } from '../../../../shared/errors/app-error.ts';
import { formatNumber } from '../../../../shared/numbers.ts';
import { COMPLETION_PARAMETERS } from '../../../../shared/parameters/chat-parameters.ts';
import { checkedShape } from '../../../../shared/parameters/parameter-schemas.ts';
import type { Parameter } from '../../../../shared/parameters/parameter-table.ts';

/** Largest countable number, where a field may exceed its published range. */
const MOST = 1_000_000_000;

const { n, maxTokens, bestOf } = COMPLETION_PARAMETERS;
const COUNTED = { n, maxTokens, bestOf };
const countedSchema = z.object(checkedShape(COUNTED));

/** @throws AppError `invalid-input` naming the field, its limit and its value */
export function requireCountable(parameters: LanguageParameters): void {
  const { anyway } = parameters;
  const given: Readonly<Partial<Record<string, number>>> = {
    n: parameters.n,
    maxTokens: parameters.maxTokens,
    bestOf: parameters.bestOf,
  };
  // 1 is the default, which the published range excludes.
  const counted = { ...given, n: given.n === 1 ? undefined : given.n };
  checkedSampling(countedSchema, counted, { anyway });
  for (const [field, { label, noun = label }] of Object.entries<Parameter>(COUNTED)) {
    const value = given[field];
    if (value === undefined || (value >= 0 && value <= MOST)) continue;
    throw invalidInput(
      `${noun} must be a number from 0 to ${formatNumber(MOST)}, not ${value}. Change it and try again.`,
      { details: { request: 'not sent', field, value } },
    );
  }
}
