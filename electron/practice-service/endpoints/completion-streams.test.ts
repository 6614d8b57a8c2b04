/** Streamed completions: whose turn it is, parts of characters, speed, and clients that go away. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJson, type Service, startService } from '../test-support.ts';
import { complete, COMPLETIONS_PATH, readChunks } from '../testing/language.ts';

const MODEL = 'practice/atelier-8b-instruct';
/** Bans the token that ends a text. */
const ENDLESS = { logit_bias: { 256: -100 } };

let service: Service;

beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0 });
});

afterAll(async () => {
  await service.server.close();
});

function stream(body: object, init: RequestInit = {}): Promise<Response> {
  const usual = { model: MODEL, prompt: 'The light', stream: true };
  return service.post(COMPLETIONS_PATH, { ...usual, ...body }, init);
}

describe('streamed completions', () => {
  it('take the choices in turn, with a chunk for each token', async () => {
    const chunks = await readChunks(await stream({ n: 3, max_tokens: 3, ...ENDLESS }));
    const texts = chunks.filter((chunk) => chunk.choices[0]?.finish_reason === null);
    expect(texts.map((chunk) => chunk.choices[0]?.index)).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2]);
  });

  it('hold a character back until its last byte has come', async () => {
    const body = { prompt: '好的', logprobs: 0 };
    const chunks = await readChunks(await stream({ ...body, max_tokens: 3 }));
    expect(chunks.map((chunk) => chunk.choices[0]?.text)).toEqual(['', '', '好', '']);
    expect(chunks.flatMap((chunk) => chunk.choices[0]?.logprobs?.tokens ?? [])).toEqual(
      [...Buffer.from('好')].map((byte) => `bytes:\\x${byte.toString(16)}`),
    );
    const half = await readChunks(await stream({ ...body, max_tokens: 2 }));
    expect(half.map((chunk) => chunk.choices[0]?.text)).toEqual(['', '', '\u{FFFD}']);
  });

  it('end when the client goes away, and bill what was made', async () => {
    await service.call('/practice/ledger', { method: 'DELETE' });
    await service.post('/practice/speed', { tokensPerSecond: 500 });
    const abort = new AbortController();
    const response = await stream({ max_tokens: 8_000, ...ENDLESS }, { signal: abort.signal });
    await response.body?.getReader().read();
    abort.abort();
    await expect
      .poll(async () => (await service.records()).at(-1)?.['outcome'])
      .toBe('client gone');
    await service.post('/practice/speed', { tokensPerSecond: 'unlimited' });
    const summary = (await service.records()).at(-1)?.['summary'] as Record<string, unknown>;
    expect(summary['completionTokens']).toBeGreaterThan(0);
    expect(summary['completionTokens']).toBeLessThan(8_000);
    await service.post('/practice/ledger', { history: false });
    const bills = await readJson(
      await service.call('/openapi/v1/billing/bill/list?cycleType=Hour&productCategory=llm'),
    );
    expect(bills['bills']).toMatchObject([
      { productName: MODEL, billNum0: '2', billNum1: String(summary['completionTokens']) },
    ]);
  });

  it('are no different from whole answers for a client that does not wait', async () => {
    await service.post('/practice/speed', { tokensPerSecond: 200 });
    const abort = new AbortController();
    const body = { stream: false, max_tokens: 8_000, ...ENDLESS };
    const call = stream(body, { signal: abort.signal });
    await expect
      .poll(async () => (await service.records()).at(-1)?.['summary'])
      .toMatchObject({ maxTokens: 8_000, stream: false });
    abort.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    await expect
      .poll(async () => (await service.records()).at(-1))
      .toMatchObject({ outcome: 'client gone', summary: { finishReasons: [null] } });
    await service.post('/practice/speed', { tokensPerSecond: 0 });
  });

  it('take at least as long as the speed says', async () => {
    const slow = await startService({ tokensPerSecond: 100 });
    try {
      const begin = performance.now();
      await complete(slow, { max_tokens: 11, ...ENDLESS });
      // timers may be a millisecond early
      expect(performance.now() - begin).toBeGreaterThanOrEqual(200 + 100 - 5);
    } finally {
      await slow.server.close();
    }
  });

  it('do not keep other calls waiting', async () => {
    const progress = { isDone: false };
    const chunks = stream({ max_tokens: 8_000, ...ENDLESS })
      .then(readChunks)
      .finally(() => {
        progress.isDone = true;
      });
    let answered = 0;
    while (!progress.isDone && answered < 3) {
      expect((await service.call('/v3/openai/models')).status).toBe(200);
      if (!progress.isDone) answered += 1;
    }
    expect(answered).toBe(3);
    expect(await chunks).toHaveLength(8_001);
  });
});
