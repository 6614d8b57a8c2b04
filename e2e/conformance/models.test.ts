/** `GET /v3/openai/models`: "Model object". */
import { beforeAll, describe, expect, it } from 'vitest';
import { describeFields, expectAccepted } from './support/answers.ts';
import { textAt, valuesAt } from './support/json.ts';
import { get, post, type Reply } from './support/http.ts';
import { serviceOfFile } from './support/service.ts';

const service = serviceOfFile();
let reply: Reply;

beforeAll(async () => {
  reply = await get(service, '/v3/openai/models');
});

describe('Model object', () => {
  describeFields(
    () => reply,
    [
      ['data', 'array of object'],
      ['data[].id', 'string'],
      ['data[].object', 'string'],
      ['data[].created', 'integer'],
      ['data[].title', 'string'],
      ['data[].description', 'string'],
      ['data[].context_size', 'integer'],
      ['data[].input_token_price_per_m', 'integer'],
      ['data[].output_token_price_per_m', 'integer'],
    ],
  );

  it('has different ids, and times in seconds', () => {
    const ids = valuesAt(reply.json, 'data[].id');
    expect(new Set(ids).size).toBe(ids.length);
    for (const created of valuesAt(reply.json, 'data[].created')) {
      expect(new Date(1000 * Number(created)).getFullYear()).toBeGreaterThan(2015);
      expect(1000 * Number(created)).toBeLessThan(Date.now());
    }
  });

  it('has an id that is used as model in completion requests', async () => {
    for (const model of valuesAt(reply.json, 'data[].id')) {
      const body = { model, prompt: 'The light', max_tokens: 2 };
      const answer = await post(service, '/v3/openai/completions', body);
      expectAccepted(answer);
      expect(textAt(answer.json, 'model')).toBe(model);
    }
  });
});
