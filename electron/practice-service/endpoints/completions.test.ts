/** Completions over HTTP, beyond what the specification shows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJson, type Service, startService } from '../test-support.ts';
import {
  type Choice,
  complete,
  type Completion,
  COMPLETIONS_PATH,
  readTokens,
} from '../testing/language.ts';

/** The token that ends a text. */
const END_TOKEN = 256;
const ENDLESS = { logit_bias: { [END_TOKEN]: -100 } };
/** The example of the program's empty document. */
const FIGS =
  'Five ways to photograph a bowl of figs so that they look ripe and freshly cut:\n\n1. ';

let service: Service;

beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0 });
});

afterAll(async () => {
  await service.server.close();
});

function textOf(completion: Completion): string {
  return completion.choices[0]?.text ?? '';
}

async function idsOf(text: string): Promise<readonly number[]> {
  return (await readTokens(service, { text })).tokens.map(({ id }) => id);
}

describe('POST /v3/openai/completions', () => {
  it('continues a text in the way it ends', async () => {
    for (const seed of [1, 2, 3]) {
      const body = { seed, max_tokens: 400 };
      expect(textOf(await complete(service, { ...body, prompt: FIGS }))).toMatch(
        /^\p{Lu}[^\n]+\n2\. [^\n]+\n3\. [^\n]+\n4\. [^\n]+\n5\. [^\n]+\n$/u,
      );
      const poster = { ...body, prompt: 'The poster should feel like' };
      expect(textOf(await complete(service, poster))).toMatch(/^ (?:a|an|the) /u);
      const request = { ...body, prompt: 'Describe red' };
      expect(textOf(await complete(service, request))).toMatch(/^\n\n.*\bred\b/iu);
      const cell = { ...body, prompt: 'Product: tea\nMood:' };
      expect(textOf(await complete(service, cell))).toMatch(/^ (?:calm|warm|still)$/u);
      const names = { ...body, prompt: 'Write two names for a café' };
      expect(textOf(await complete(service, names))).toMatch(/\n1\. .+\n2\. .+$/u);
    }
  });

  it('has sixteen tokens by default, and goes on as long as the end is banned', async () => {
    const usage = { prompt_tokens: 4, completion_tokens: 16, total_tokens: 20 };
    expect(await complete(service, {})).toMatchObject({
      id: expect.stringMatching(/^cmpl-/u),
      choices: [{ logprobs: null, finish_reason: 'length' }],
      usage,
    });
    const long = await complete(service, { ...ENDLESS, max_tokens: 700 });
    expect(long.usage?.completion_tokens).toBe(700);
    const ended = await complete(service, { logit_bias: { [END_TOKEN]: 100 } });
    expect(ended.choices[0]).toMatchObject({ text: '', finish_reason: 'stop' });
  });

  it('takes texts and lists of tokens as the same prompts', async () => {
    const [light, colour] = [await idsOf('The light'), await idsOf('A colour')];
    const texts = await complete(service, { prompt: ['The light', 'A colour'], n: 2 });
    const lists = await complete(service, { prompt: [light, colour], n: 2 });
    expect(lists.choices).toEqual(texts.choices);
    expect(texts.choices.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(texts.usage?.prompt_tokens).toBe(light.length + colour.length);
  });

  it('counts offsets in code points and lists the token that was taken', async () => {
    const answer = await complete(service, { prompt: '好的照片', logprobs: 4, max_tokens: 60 });
    const logprobs = answer.choices[0]?.logprobs;
    // the answer ends in the middle of a character
    const whole = textOf(answer).replace('\u{FFFD}', '');
    expect(logprobs?.text_offset.at(-1)).toBe(Array.from(whole).length);
    for (const [at, token] of (logprobs?.tokens ?? []).entries()) {
      const top = logprobs?.top_logprobs[at] ?? {};
      expect(top[token]).toBe(logprobs?.token_logprobs[at]);
      const sum = Object.values(top).reduce((total, value) => total + Math.exp(value), 0);
      expect(sum).toBeLessThanOrEqual(1.000001);
    }
  });

  it('forces a token at 100', async () => {
    const [light = -1] = await idsOf(' light');
    const forced = await complete(service, { logit_bias: { [light]: 100 }, max_tokens: 3 });
    expect(textOf(forced)).toBe(' light light light');
  });

  it('gives back the likeliest of best_of answers and bills all of them', async () => {
    const body = { max_tokens: 20, ...ENDLESS };
    const all = await complete(service, { ...body, n: 6, logprobs: 0 });
    const mean = (choice: Choice): number =>
      (choice.logprobs?.token_logprobs ?? []).reduce((sum, value) => sum + value, 0);
    const ranked = [...all.choices].sort((a, b) => mean(b) - mean(a)).map(({ text }) => text);
    const best = await complete(service, { ...body, best_of: 6, n: 2 });
    expect(best.choices.map(({ text }) => text)).toEqual(ranked.slice(0, 2));
    expect(best.usage?.completion_tokens).toBe(120);
  });

  it('says by which number a call does not fit into the context', async () => {
    const body = { model: 'practice/gouache-1b-free', prompt: 'The light', max_tokens: 4_095 };
    expect(await readJson(await service.post(COMPLETIONS_PATH, body))).toMatchObject({
      message: expect.stringMatching(/4096 tokens, but 4097 .*max_tokens/u),
      metadata: { field: 'max_tokens' },
    });
  });

  it.each([
    ['prompt', { prompt: [9_999_999] }],
    ['prompt', { prompt: Array.from({ length: 129 }, () => 'a') }],
    ['logit_bias', { logit_bias: { 9999999: 1 } }],
    ['stop', { stop: [''] }],
    ['best_of', { best_of: 129 }],
  ])('names the field %s, its range and its value in a refusal', async (field, body) => {
    const usual = { model: 'practice/vellum-24b', prompt: 'a' };
    const response = await service.post(COMPLETIONS_PATH, { ...usual, ...body });
    expect(response.status).toBe(400);
    expect(await readJson(response)).toMatchObject({
      reason: 'INVALID_REQUEST_BODY',
      message: expect.stringContaining(field),
      metadata: { field, range: expect.any(String), value: expect.any(String) },
    });
  });

  it.each([
    ['{"model": ', 'application/json', 400],
    ['{}', 'text/plain', 415],
    [`{"prompt": "${'a'.repeat(17 * 1024 * 1024)}"}`, 'application/json', 413],
  ])('refuses a body that is no JSON object of a bearable size', async (body, type, status) => {
    const headers = { 'content-type': type };
    const response = await service.post(COMPLETIONS_PATH, null, { body, headers });
    expect(response.status).toBe(status);
    expect((await readJson(response))['reason']).toBe('INVALID_REQUEST_BODY');
  });
});
