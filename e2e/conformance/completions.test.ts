/** `POST /v3/openai/completions`: "Completion response", prompts, and what parameters do. */
import { beforeAll, describe, expect, it } from 'vitest';
import { describeFields, expectAccepted, expectRefused } from './support/answers.ts';
import { listAt, numberAt, textAt, valueAt, valuesAt } from './support/json.ts';
import { get, post, type Reply } from './support/http.ts';
import type { Body } from './support/request-fields.ts';
import { serviceOfFile, steer } from './support/service.ts';
import { textOfTokens } from './support/tokens.ts';

const PATH = '/v3/openai/completions';

const service = serviceOfFile();
let model: string;
let contextSize: number;
let reply: Reply;

beforeAll(async () => {
  // the one with the smallest context, which is filled below
  const models = listAt((await get(service, '/v3/openai/models')).json, 'data');
  const sizes = models.map((each) => numberAt(each, 'context_size'));
  contextSize = Math.min(...sizes);
  model = textAt(models[sizes.indexOf(contextSize)], 'id');
  reply = await complete({ logprobs: 3 });
});

function complete(fields: Body = {}): Promise<Reply> {
  return post(service, PATH, { model, prompt: 'The light', max_tokens: 8, seed: 1, ...fields });
}

async function textOf(fields: Body): Promise<string> {
  return textAt((await complete(fields)).json, 'choices[].text');
}

describe('Completion response', () => {
  describeFields(
    () => reply,
    [
      ['id', 'string'],
      ['object', 'string'],
      ['created', 'integer'],
      ['model', 'string'],
      ['choices', 'array of object'],
      ['choices[].finish_reason', 'string'],
      ['choices[].index', 'integer'],
      ['choices[].text', 'string'],
      ['choices[].logprobs', 'object'],
      ['choices[].logprobs.text_offset', 'array'],
      ['choices[].logprobs.text_offset[]', 'integer'],
      ['choices[].logprobs.token_logprobs', 'array'],
      ['choices[].logprobs.token_logprobs[]', 'number'],
      ['choices[].logprobs.tokens', 'array of string'],
      ['choices[].logprobs.top_logprobs', 'array of object'],
      ['usage', 'object'],
      ['usage.completion_tokens', 'integer'],
      ['usage.prompt_tokens', 'integer'],
      ['usage.total_tokens', 'integer'],
    ],
  );

  it('has the object text_completion, the model that was used, and a time in seconds', () => {
    expect(textAt(reply.json, 'object')).toBe('text_completion');
    expect(textAt(reply.json, 'model')).toBe(model);
    const created = 1000 * numberAt(reply.json, 'created');
    expect(Math.abs(Date.now() - created)).toBeLessThan(3_600_000);
  });

  it('has an id of its own', async () => {
    expect(textAt((await complete()).json, 'id')).not.toBe(textAt(reply.json, 'id'));
  });

  it('has top_logprobs that are maps from token string to number', () => {
    for (const map of listAt(reply.json, 'choices[].logprobs.top_logprobs')) {
      for (const value of Object.values(Object(map))) expect(value).toBeTypeOf('number');
    }
  });

  it('has one entry of each logprobs array for each token of the text', () => {
    const tokens = listAt(reply.json, 'choices[].logprobs.tokens');
    expect(textOfTokens(tokens)).toBe(textAt(reply.json, 'choices[].text'));
    for (const name of ['text_offset', 'token_logprobs', 'top_logprobs']) {
      expect(listAt(reply.json, `choices[].logprobs.${name}`)).toHaveLength(tokens.length);
    }
    expect(numberAt(reply.json, 'usage.completion_tokens')).toBe(tokens.length);
  });

  it('counts total_tokens as the sum of the others', () => {
    const [prompt, completion, total] = ['prompt', 'completion', 'total'].map((name) =>
      numberAt(reply.json, `usage.${name}_tokens`),
    );
    expect(total).toBe(Number(prompt) + Number(completion));
    expect(prompt).toBeGreaterThan(0);
  });
});

describe('prompt', () => {
  it.each<readonly [string, unknown, number]>([
    ['a string', 'The light', 1],
    ['an array of strings', ['The light', 'A photo'], 2],
    ['an array of tokens', [65, 66, 67], 1],
    ['an array of token arrays', [[65, 66], [67], [68, 69, 70]], 3],
  ])('is %s', async (_what, prompt, choices) => {
    const answer = await complete({ prompt });
    expectAccepted(answer);
    expect(listAt(answer.json, 'choices')).toHaveLength(choices);
    expect(valuesAt(answer.json, 'choices[].index')).toEqual(
      Array.from({ length: choices }, (_none, index) => index),
    );
  });

  it.each([7, true, null, {}, [], [true], ['a', 1], [1.5], [-1], undefined])(
    'is not %j',
    async (prompt) => {
      expectRefused(await complete({ prompt }));
    },
  );
});

describe('parameters of a completion', () => {
  it('max_tokens: prompt and answer may fill the context of the model, and no more', async () => {
    const used = numberAt(reply.json, 'usage.prompt_tokens');
    // the answer may end anywhere; only the sum is checked
    expectAccepted(await complete({ max_tokens: contextSize - used }));
    expectRefused(await complete({ max_tokens: contextSize - used + 1 }));
  });

  it('max_tokens: limits the tokens of the answer', async () => {
    const { json } = await complete({ max_tokens: 3 });
    expect(numberAt(json, 'usage.completion_tokens')).toBeLessThanOrEqual(3);
  });

  it('n: sets the number of answers, 1 by default', async () => {
    const { json } = await complete({ n: 3 });
    expect(valuesAt(json, 'choices[].index')).toEqual([0, 1, 2]);
    expect(valuesAt(reply.json, 'choices[].index')).toEqual([0]);
  });

  it('seed: repeats the text', async () => {
    expect(await textOf({ seed: 11 })).toBe(await textOf({ seed: 11 }));
    const others = await Promise.all([12, 13, 14, 15].map((seed) => textOf({ seed })));
    expect(new Set(others).size).toBeGreaterThan(1);
  });

  it('stop: ends the returned text with the stop sequence', async () => {
    const whole = await textOf({ max_tokens: 24 });
    const stop = whole.slice(6, 10);
    const text = await textOf({ max_tokens: 24, stop });
    expect(text).toBe(whole.slice(0, whole.indexOf(stop) + stop.length));
    expect(await textOf({ max_tokens: 24, stop: ['§§', stop] })).toBe(text);
  });

  it('logprobs: returns the likeliest tokens, including the chosen one', async () => {
    for (const count of [1, 5]) {
      const { json } = await complete({ logprobs: count });
      const tokens = listAt(json, 'choices[].logprobs.tokens');
      const maps = listAt(json, 'choices[].logprobs.top_logprobs');
      for (const [index, map] of maps.entries()) {
        const names = Object.keys(Object(map));
        expect([count, count + 1]).toContain(names.length);
        expect(names).toContain(tokens[index]);
      }
    }
  });

  it('logprobs: returns none when it is not asked for', async () => {
    expect(valueAt((await complete()).json, 'choices[].logprobs') ?? null).toBeNull();
  });

  it('best_of: returns the best n of several', async () => {
    const { json } = await complete({ best_of: 4, n: 2 });
    expect(valuesAt(json, 'choices[].index')).toEqual([0, 1]);
  });

  it('temperature: makes the answer independent of the seed when close to 0', async () => {
    const texts = await Promise.all(
      [1, 2, 3].map((seed) => textOf({ seed, temperature: 1e-6, max_tokens: 6 })),
    );
    expect(new Set(texts).size).toBe(1);
  });

  it('logit_bias: excludes a token at -100', async () => {
    // the ids are specific to the practice service, so it is asked for them
    const words = await steer(service, '/practice/tokens', {
      text: await textOf({ max_tokens: 4 }),
    });
    const bias = Object.fromEntries(valuesAt(words, 'tokens[].id').map((id) => [String(id), -100]));
    const labels = valuesAt(words, 'tokens[].label');
    const { json } = await complete({ max_tokens: 12, logit_bias: bias, logprobs: 0 });
    for (const token of listAt(json, 'choices[].logprobs.tokens')) {
      expect(labels).not.toContain(token);
    }
  });

  it('model: refuses an unlisted one', async () => {
    expectRefused(await complete({ model: 'practice/nobody' }));
  });
});
