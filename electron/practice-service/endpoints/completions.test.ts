/** Completions over HTTP: prompts, seeds, stops, likelihoods and refusals. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJson, type Service, startService } from '../test-support.ts';
import {
  type Choice,
  complete,
  type Completion,
  COMPLETIONS_PATH,
  readTokens,
} from '../testing/language.ts';

const MODEL = 'practice/atelier-8b-instruct';
/** The token that ends a text. */
const END_TOKEN = 256;

let service: Service;

beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0 });
});

afterAll(async () => {
  await service.server.close();
});

async function tokenOf(text: string): Promise<number> {
  const { tokens } = await readTokens(service, { text });
  expect(tokens).toHaveLength(1);
  return tokens[0]?.id ?? -1;
}

function textOf(completion: Completion): string {
  return completion.choices[0]?.text ?? '';
}

function labels(completion: Completion): readonly string[] {
  return completion.choices[0]?.logprobs?.tokens ?? [];
}

describe('POST /v3/openai/completions', () => {
  it('answers in the shape of the specification, with sixteen tokens by default', async () => {
    const { tokens } = await readTokens(service, { text: 'The light of the' });
    const answer = await complete(service, { logit_bias: { [END_TOKEN]: -100 } });
    expect(answer).toEqual({
      id: expect.stringMatching(/^cmpl-/u),
      object: 'text_completion',
      created: expect.any(Number),
      model: MODEL,
      choices: [{ index: 0, text: expect.any(String), logprobs: null, finish_reason: 'length' }],
      usage: {
        prompt_tokens: tokens.length,
        completion_tokens: 16,
        total_tokens: tokens.length + 16,
      },
    });
    expect(Math.abs(answer.created - Date.now() / 1000)).toBeLessThan(60);
  });

  it('gives the same text for the same seed and another one for another', async () => {
    const [first, again, other] = await Promise.all(
      [7, 7, 8].map((seed) => complete(service, { seed, max_tokens: 60 })),
    );
    expect(again?.choices).toEqual(first?.choices);
    expect(other?.choices).not.toEqual(first?.choices);
    const unseeded = await Promise.all(
      [1, 2, 3].map(() => complete(service, { seed: null, max_tokens: 60 })),
    );
    expect(new Set(unseeded.map(textOf)).size).toBeGreaterThan(1);
  });

  it('takes a prompt as text, texts, tokens and lists of tokens', async () => {
    const light = (await readTokens(service, { text: 'The light' })).tokens.map(({ id }) => id);
    const colour = (await readTokens(service, { text: 'A colour' })).tokens.map(({ id }) => id);
    const texts = await complete(service, { prompt: ['The light', 'A colour'], max_tokens: 5 });
    const lists = await complete(service, { prompt: [light, colour], max_tokens: 5 });
    expect(lists.choices).toEqual(texts.choices);
    expect(texts.usage?.prompt_tokens).toBe(light.length + colour.length);
    const text = await complete(service, { prompt: 'The light', max_tokens: 5 });
    const tokens = await complete(service, { prompt: light, max_tokens: 5 });
    expect(tokens.choices).toEqual(text.choices);
    expect(text.choices[0]?.text).toBe(texts.choices[0]?.text);
  });

  it('makes n answers to each prompt and numbers them on', async () => {
    const answer = await complete(service, {
      prompt: ['Once upon a time', 'A good photo'],
      n: 3,
      temperature: 1.5,
      max_tokens: 20,
      logit_bias: { [END_TOKEN]: -100 },
    });
    expect(answer.choices.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(new Set(answer.choices.map(({ text }) => text)).size).toBe(6);
    expect(answer.usage?.completion_tokens).toBe(120);
  });

  it('tells the probability of each token and of those in its place', async () => {
    const answer = await complete(service, { logprobs: 4, max_tokens: 40 });
    const [choice] = answer.choices;
    const logprobs = choice?.logprobs;
    const length = answer.usage?.completion_tokens;
    for (const list of Object.values(logprobs ?? {})) expect(list).toHaveLength(length ?? -1);
    expect(logprobs?.tokens.join('')).toBe(choice?.text);
    for (const [at, token] of (logprobs?.tokens ?? []).entries()) {
      const before = logprobs?.tokens.slice(0, at).join('') ?? '';
      expect(logprobs?.text_offset[at]).toBe(Array.from(before).length);
      const top = logprobs?.top_logprobs[at] ?? {};
      expect(top[token]).toBe(logprobs?.token_logprobs[at]);
      expect([4, 5]).toContain(Object.keys(top).length);
      const sum = Object.values(top).reduce((total, value) => total + Math.exp(value), 0);
      expect(sum).toBeLessThanOrEqual(1.000001);
    }
    const alone = await complete(service, { logprobs: 0, max_tokens: 3 });
    expect(alone.choices[0]?.logprobs?.top_logprobs.map((each) => Object.keys(each))).toEqual(
      labels(alone).map((label) => [label]),
    );
  });

  it('bans tokens at -100, forces them at 100 and leans towards them in between', async () => {
    const sky = await tokenOf(' sky');
    const forced = await complete(service, { logit_bias: { [sky]: 100 }, max_tokens: 3 });
    expect(textOf(forced)).toBe(' sky sky sky');
    const usual = await complete(service, { logprobs: 5, max_tokens: 1 });
    const banned = await tokenOf(labels(usual)[0] ?? '');
    const without = await complete(service, {
      logprobs: 5,
      max_tokens: 1,
      logit_bias: { [banned]: -100 },
    });
    expect(Object.keys(without.choices[0]?.logprobs?.top_logprobs[0] ?? {})).not.toContain(
      labels(usual)[0],
    );
    const leaning = await complete(service, {
      logprobs: 5,
      max_tokens: 1,
      logit_bias: { [banned]: 5 },
    });
    const before = usual.choices[0]?.logprobs?.token_logprobs[0] ?? 0;
    const after = leaning.choices[0]?.logprobs?.top_logprobs[0]?.[labels(usual)[0] ?? ''] ?? -99;
    expect(after).toBeGreaterThan(before);
  });

  it('ends after a stop sequence, which stays in the text', async () => {
    const whole = textOf(
      await complete(service, { max_tokens: 60, logit_bias: { [END_TOKEN]: -100 } }),
    );
    const stop = whole.slice(21, 26);
    const end = whole.indexOf(stop) + stop.length;
    const stopped = await complete(service, {
      max_tokens: 60,
      logit_bias: { [END_TOKEN]: -100 },
      stop: ['never there', stop, '§'],
    });
    expect(stopped.choices[0]).toMatchObject({
      text: whole.slice(0, end),
      finish_reason: 'stop',
    });
    expect(stopped.usage?.completion_tokens).toBeLessThan(60);
  });

  it('ends at the end of a text', async () => {
    const answer = await complete(service, { logit_bias: { [END_TOKEN]: 100 } });
    expect(answer.choices[0]).toMatchObject({ text: '', finish_reason: 'stop' });
    expect(answer.usage?.completion_tokens).toBe(0);
  });

  it.each([{ temperature: 0.001 }, { top_p: 0.000001 }, { min_p: 1 }])(
    'takes the likeliest token when %j leaves no other',
    async (body) => {
      const answer = await complete(service, { ...body, max_tokens: 100, logprobs: 1 });
      const logprobs = answer.choices[0]?.logprobs;
      expect(logprobs?.tokens.length).toBeGreaterThan(5);
      for (const [at, top] of (logprobs?.top_logprobs ?? []).entries()) {
        // a hundredth apart: at a temperature above 0 those that are nearly as likely are left
        expect(logprobs?.token_logprobs[at]).toBeGreaterThan(
          Math.max(...Object.values(top)) - 0.01,
        );
      }
    },
  );

  it('takes unlikelier tokens at a higher temperature', async () => {
    const mean = async (temperature: number): Promise<number> => {
      const answer = await complete(service, {
        temperature,
        max_tokens: 300,
        logprobs: 0,
        logit_bias: { [END_TOKEN]: -100 },
      });
      const values = answer.choices[0]?.logprobs?.token_logprobs ?? [];
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    };
    expect(await mean(0.4)).toBeGreaterThan((await mean(1)) / 2);
    expect(await mean(1.9)).toBeLessThan(2 * (await mean(1)));
  });

  it('stays among the top_k likeliest tokens', async () => {
    const answer = await complete(service, {
      top_k: 2,
      temperature: 1.9,
      logprobs: 2,
      max_tokens: 200,
      logit_bias: { [END_TOKEN]: -100 },
    });
    // a token beyond the two likeliest would be listed as a third
    for (const top of answer.choices[0]?.logprobs?.top_logprobs ?? []) {
      expect(Object.keys(top)).toHaveLength(2);
    }
  });

  it.each([
    ['presence_penalty', 1.9, -1.9],
    ['frequency_penalty', 1.9, -1.9],
    ['repetition_penalty', 1.9, 0.5],
  ])('repeats itself less with more %s', async (name, more, less) => {
    const distinct = async (value: number): Promise<number> => {
      const answer = await complete(service, {
        [name]: value,
        logprobs: 0,
        max_tokens: 120,
        logit_bias: { [END_TOKEN]: -100 },
      });
      return new Set(labels(answer)).size;
    };
    expect(await distinct(more)).toBeGreaterThan(await distinct(less));
  });

  it('gives back the likeliest of best_of answers and bills all of them', async () => {
    const body = { max_tokens: 20, logit_bias: { [END_TOKEN]: -100 } };
    const all = await complete(service, { ...body, n: 6, logprobs: 0 });
    const mean = (choice: Choice): number =>
      (choice.logprobs?.token_logprobs ?? []).reduce((sum, value) => sum + value, 0);
    const ranked = [...all.choices].sort((a, b) => mean(b) - mean(a)).map(({ text }) => text);
    const best = await complete(service, { ...body, best_of: 6, n: 2 });
    expect(best.choices.map(({ text }) => text)).toEqual(ranked.slice(0, 2));
    expect(best.choices.map(({ index }) => index)).toEqual([0, 1]);
    expect(best.usage?.completion_tokens).toBe(120);
  });

  it('refuses what does not fit into the context of the model', async () => {
    const { tokens } = await readTokens(service, { text: 'The light of the' });
    const left = 4_096 - tokens.length;
    const small = { model: 'practice/gouache-1b-free', prompt: 'The light of the' };
    const fitting = await complete(service, {
      ...small,
      max_tokens: left,
      logit_bias: { [END_TOKEN]: 100 },
    });
    expect(fitting.choices).toHaveLength(1);
    const response = await service.post(COMPLETIONS_PATH, { ...small, max_tokens: left + 1 });
    expect(response.status).toBe(400);
    expect(await readJson(response)).toMatchObject({
      reason: 'INVALID_REQUEST_BODY',
      message: expect.stringMatching(/4096 tokens, but 4097 .*max_tokens/u),
      metadata: { field: 'max_tokens' },
    });
  });

  it('does not know other models', async () => {
    const response = await service.post(COMPLETIONS_PATH, { model: 'someone/else', prompt: 'a' });
    expect(response.status).toBe(404);
    expect(await readJson(response)).toMatchObject({ code: 404, reason: 'MODEL_NOT_FOUND' });
  });
});
