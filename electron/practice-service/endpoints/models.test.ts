/** The list of models over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJson, type Service, startService } from '../test-support.ts';

let service: Service;

beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0 });
});

afterAll(async () => {
  await service.server.close();
});

describe('GET /v3/openai/models', () => {
  it('has every field of the model object', async () => {
    const { data } = await readJson(await service.call('/v3/openai/models'));
    expect(data).toHaveLength(4);
    for (const each of data as readonly unknown[]) {
      expect(each).toEqual({
        id: expect.stringMatching(/^practice\//u),
        object: 'model',
        created: expect.any(Number),
        title: expect.any(String),
        description: expect.any(String),
        context_size: expect.any(Number),
        input_token_price_per_m: expect.any(Number),
        output_token_price_per_m: expect.any(Number),
      });
    }
  });
});
