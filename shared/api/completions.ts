import { z } from 'zod';
import { type AppError, invalidInput } from '../errors/app-error.ts';
import { COMPLETION_PARAMETERS, tooManyAnswers } from '../parameters/chat-parameters.ts';
import { checkedShape } from '../parameters/parameter-schemas.ts';
import { wireFields } from '../parameters/parameter-table.ts';
import { MOST_CHOICES } from './language-answer.ts';
import { checkedSampling, type BodyOptions } from './sampling-check.ts';
import { samplingBody, samplingShape } from './sampling.ts';

export const COMPLETIONS_PATH = '/v3/openai/completions';

const tokensSchema = z.array(z.int().nonnegative()).min(1);

const promptSchema = z.union(
  [z.string(), z.array(z.string()).min(1), tokensSchema, z.array(tokensSchema).min(1)],
  {
    error:
      'The prompt must be text, a list of texts, a list of token numbers, or a list of such lists. Change it and try again.',
  },
);

const completionRequestSchema = z.strictObject({
  ...samplingShape,
  ...checkedShape(COMPLETION_PARAMETERS),
  prompt: promptSchema,
});

export type CompletionRequest = z.output<typeof completionRequestSchema>;

/** @param isStreamed adds the usage to the last chunk @throws AppError `invalid-input` */
export function completionBody(
  request: CompletionRequest,
  isStreamed: boolean,
  options: BodyOptions = {},
): Readonly<Record<string, unknown>> {
  const checked = checkedSampling(completionRequestSchema, request, options);
  const { bestOf, n = 1, prompt } = checked;
  const isOne = typeof prompt === 'string' || typeof prompt[0] === 'number';
  const answers = isOne ? n : n * prompt.length;
  if (answers > MOST_CHOICES) {
    throw invalidInput(tooManyAnswers(answers, MOST_CHOICES), {
      details: { request: 'not sent', field: 'n', limit: `at most ${MOST_CHOICES}`, value: n },
    });
  }
  const isFree = options.anyway?.includes('bestOf') === true;
  if (bestOf !== undefined && bestOf <= n && !isFree) {
    throw badBestOf(
      `Best of must be greater than the number of answers (${n}), not ${bestOf}. Change one of them.`,
      bestOf,
    );
  }
  if (bestOf !== undefined && isStreamed) {
    throw badBestOf(
      '“Best of” can’t be streamed, because the best answer is known only at the end. Turn one of them off.',
      bestOf,
    );
  }
  return {
    ...samplingBody(wireFields(COMPLETION_PARAMETERS, checked), checked),
    prompt,
    ...streamFields(isStreamed, options),
  };
}

export function streamFields(
  isStreamed: boolean,
  { usageInStream = true }: BodyOptions,
): Readonly<Record<string, unknown>> {
  if (!isStreamed) return {};
  return { stream: true, ...(usageInStream ? { stream_options: { include_usage: true } } : {}) };
}

function badBestOf(message: string, value: number): AppError {
  return invalidInput(message, {
    details: { request: 'not sent', field: 'bestOf', limit: 'greater than n, not streamed', value },
  });
}
