/** Each parameter of a completion is taken inside its published range and refused outside. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJson, type Service, startService } from '../test-support.ts';
import { COMPLETIONS_PATH } from '../testing/language.ts';

const MODEL = 'practice/atelier-8b-instruct';

let service: Service;

beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0 });
});

afterAll(async () => {
  await service.server.close();
});

type Case = readonly [field: string, good: object, ...bad: object[]];

const MANY = Array.from({ length: 129 }, () => 'a');

/** Field, a value that is taken, and one that is refused. */
const CASES: readonly Case[] = [
  ['model', {}, { model: undefined }, { model: 7 }, { model: '' }],
  ['prompt', {}, { prompt: undefined }, { prompt: null }, { prompt: [] }, { prompt: 7 }],
  ['prompt', { prompt: '' }, { prompt: [[]] }, { prompt: ['a', 1] }, { prompt: [[1], 'a'] }],
  ['prompt', { prompt: [0] }, { prompt: [-1] }, { prompt: [1.5] }, { prompt: [9_999_999] }],
  ['prompt', { prompt: ['a'] }, { prompt: MANY }],
  ['max_tokens', { max_tokens: 1 }, { max_tokens: 0 }, { max_tokens: 1.5 }, { max_tokens: '9' }],
  ['stream', { stream: null }, { stream: 'true' }, { stream: 1 }],
  ['stream_options', { stream_options: null }, { stream_options: { include_usage: true } }],
  ['stream_options', {}, { stream: true, stream_options: { include_usage: 1 } }],
  ['n', { n: null }, { n: 1 }, { n: 128 }, { n: 2.5 }, { n: 0 }],
  ['n', { n: 127 }, { n: '2' }],
  ['seed', { seed: -3 }, { seed: 1.5 }, { seed: 'x' }],
  ['frequency_penalty', { frequency_penalty: 1.99 }, { frequency_penalty: 2 }],
  ['frequency_penalty', { frequency_penalty: -1.99 }, { frequency_penalty: -2 }],
  ['presence_penalty', { presence_penalty: 1.99 }, { presence_penalty: 2 }],
  ['presence_penalty', { presence_penalty: null }, { presence_penalty: -2 }],
  ['repetition_penalty', { repetition_penalty: 0.01 }, { repetition_penalty: 0 }],
  ['repetition_penalty', { repetition_penalty: 1.99 }, { repetition_penalty: 2 }],
  ['stop', { stop: ['a', 'b', 'c', 'd'] }, { stop: ['a', 'b', 'c', 'd', 'e'] }, { stop: 3 }],
  ['stop', { stop: null }, { stop: [''] }, { stop: [1] }],
  ['temperature', { temperature: 0.01 }, { temperature: 0 }, { temperature: -1 }],
  ['temperature', { temperature: 1.99 }, { temperature: 2 }, { temperature: 'hot' }],
  ['top_p', { top_p: 1 }, { top_p: 0 }, { top_p: 1.01 }],
  ['top_k', { top_k: 2 }, { top_k: 1 }, { top_k: 128 }, { top_k: 2.5 }],
  ['top_k', { top_k: 127 }, { top_k: -1 }],
  ['min_p', { min_p: 0 }, { min_p: -0.01 }, { min_p: 1.01 }],
  ['logit_bias', { logit_bias: { 5: 100 } }, { logit_bias: { 5: 101 } }, { logit_bias: [1] }],
  ['logit_bias', { logit_bias: { 5: -100 } }, { logit_bias: { 5: -101 } }],
  ['logit_bias', { logit_bias: null }, { logit_bias: { 5: 0.5 } }, { logit_bias: { 9999999: 1 } }],
  ['logprobs', { logprobs: 5 }, { logprobs: 6 }, { logprobs: -1 }, { logprobs: true }],
  ['best_of', { n: 2, best_of: 3 }, { n: 2, best_of: 2 }, { best_of: 1 }, { best_of: null }],
  ['best_of', { best_of: 2 }, { best_of: 2, stream: true }, { best_of: 129 }],
];

describe('ranges of POST /v3/openai/completions', () => {
  const rows = CASES.map(([field, good, ...bad]) => ({ field, good, bad }));
  it.each(rows)('$field: takes $good', async ({ field, good, bad }) => {
    const usual = { model: MODEL, prompt: 'The', max_tokens: 2 };
    expect((await service.post(COMPLETIONS_PATH, { ...usual, ...good })).status).toBe(200);
    for (const wrong of bad) {
      const response = await service.post(COMPLETIONS_PATH, { ...usual, ...wrong });
      expect([wrong, response.status]).toEqual([wrong, 400]);
      const refusal = await readJson(response);
      expect(refusal).toMatchObject({
        code: 400,
        reason: 'INVALID_REQUEST_BODY',
        message: expect.stringContaining(field),
        metadata: { field, range: expect.any(String) },
      });
    }
  });

  it.each([
    ['{"model": ', 'application/json', 400],
    ['[]', 'application/json', 400],
    ['{}', 'text/plain', 415],
    [`{"prompt": "${'a'.repeat(5 * 1024 * 1024)}"}`, 'application/json', 413],
  ])('refuses a body that is no JSON object of a bearable size', async (body, type, status) => {
    const response = await service.post(COMPLETIONS_PATH, null, {
      body,
      headers: { 'content-type': type },
    });
    expect(response.status).toBe(status);
    expect((await readJson(response))['reason']).toBe('INVALID_REQUEST_BODY');
  });
});
