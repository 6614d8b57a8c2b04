/** The rows of "Limits" on completions. */
import { expect } from 'vitest';
import { expectAccepted, expectRefused } from '../support/answers.ts';
import { listAt } from '../support/json.ts';
import { anyModel } from '../support/endpoints.ts';
import { post, type Reply } from '../support/http.ts';
import type { Check, InputLimit } from '../support/rows.ts';
import type { Service } from '../support/service.ts';

/** Declares the checks of the three rows. */
export function declareCompletionLimits(check: Check<InputLimit>, service: () => Service): void {
  const submit = async (fields: Readonly<Record<string, unknown>>): Promise<Reply> => {
    const model = await anyModel(service());
    const body = { model, prompt: 'The light', max_tokens: 2, ...fields };
    return post(service(), '/v3/openai/completions', body);
  };
  const stops = 'stop sequences | completions | at most 4';
  check(stops, 'accepts', '4', async () => {
    expectAccepted(await submit({ stop: ['q1', 'q2', 'q3', 'q4'] }));
  });
  check(stops, 'refuses', '5', async () => {
    expectRefused(await submit({ stop: ['q1', 'q2', 'q3', 'q4', 'q5'] }));
  });
  const logprobs = 'logprobs | completions | at most 5';
  check(logprobs, 'accepts', '5, and gives 5 tokens for each place', async () => {
    const reply = await submit({ logprobs: 5 });
    expectAccepted(reply);
    for (const likeliest of listAt(reply.json, 'choices[].logprobs.top_logprobs')) {
      const count = Object.keys(Object(likeliest)).length;
      // the sampled token is among them or added to them
      expect([5, 6]).toContain(count);
    }
  });
  check(logprobs, 'refuses', '6', async () => {
    expectRefused(await submit({ logprobs: 6 }));
  });
  const bias = 'logit_bias values | completions | -100 to 100';
  check(bias, 'accepts', '-100 and 100', async () => {
    expectAccepted(await submit({ logit_bias: { '100': -100, '101': 100 } }));
  });
  check(bias, 'refuses', '-101 and 101', async () => {
    expectRefused(await submit({ logit_bias: { '100': -101 } }));
    expectRefused(await submit({ logit_bias: { '100': 101 } }));
  });
}
