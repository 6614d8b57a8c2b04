/** Streamed completions: the order of their frames, usage, speed, and clients that go away. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJson, type Service, startService } from '../test-support.ts';
import { complete, COMPLETIONS_PATH, readChunks } from '../testing/language.ts';

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

function stream(body: object): Promise<Response> {
  return service.post(COMPLETIONS_PATH, {
    model: MODEL,
    prompt: 'The light',
    stream: true,
    ...body,
  });
}

describe('streamed completions', () => {
  it('send a chunk for each token and then [DONE]', async () => {
    const body = { prompt: 'A good photo', seed: 5, max_tokens: 30, logprobs: 1 };
    const whole = await complete(service, { ...body, model: MODEL });
    const response = await stream(body);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const chunks = await readChunks(response);
    expect(chunks).toHaveLength((whole.usage?.completion_tokens ?? 0) + 1);
    expect(chunks.map((chunk) => chunk.choices[0]?.text).join('')).toBe(whole.choices[0]?.text);
    expect(chunks.map((chunk) => chunk.choices[0]?.finish_reason)).toEqual([
      ...chunks.slice(1).map(() => null),
      whole.choices[0]?.finish_reason,
    ]);
    expect(chunks.flatMap((chunk) => chunk.choices[0]?.logprobs?.tokens ?? [])).toEqual(
      whole.choices[0]?.logprobs?.tokens,
    );
    expect(new Set(chunks.map(({ id, object }) => `${id} ${object}`)).size).toBe(1);
    for (const chunk of chunks) expect(chunk).not.toHaveProperty('usage');
  });

  it('have usage in the very last chunk, if it is asked for', async () => {
    const chunks = await readChunks(
      await stream({
        n: 2,
        max_tokens: 4,
        stream_options: { include_usage: true },
        logit_bias: { [END_TOKEN]: -100 },
      }),
    );
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 2, completion_tokens: 8, total_tokens: 10 },
    });
    for (const chunk of chunks.slice(0, -1)) expect(chunk.usage).toBeNull();
  });

  it('take the choices in turn', async () => {
    const chunks = await readChunks(
      await stream({ n: 3, max_tokens: 3, logit_bias: { [END_TOKEN]: -100 } }),
    );
    const texts = chunks.filter((chunk) => chunk.choices[0]?.finish_reason === null);
    expect(texts.map((chunk) => chunk.choices[0]?.index)).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2]);
  });

  it('hold a character back until its last byte has come', async () => {
    const bytes = [...Buffer.from('够')];
    const body = {
      prompt: '三种颜色就',
      model: 'practice/atelier-70b-instruct',
      max_tokens: 3,
      temperature: 0.01,
    };
    const chunks = await readChunks(await stream({ ...body, logprobs: 0 }));
    expect(chunks.map((chunk) => chunk.choices[0]?.text)).toEqual(['', '', '够', '']);
    expect(chunks.flatMap((chunk) => chunk.choices[0]?.logprobs?.tokens ?? [])).toEqual(
      bytes.map((byte) => `bytes:\\x${byte.toString(16)}`),
    );
    const half = await readChunks(await stream({ ...body, max_tokens: 2 }));
    expect(half.map((chunk) => chunk.choices[0]?.text)).toEqual(['', '', '\u{FFFD}']);
  });

  it('end when the client goes away, and bill what was made', async () => {
    await service.call('/practice/ledger', { method: 'DELETE' });
    await service.post('/practice/speed', { tokensPerSecond: 500 });
    const abort = new AbortController();
    const response = await service.post(
      COMPLETIONS_PATH,
      {
        model: MODEL,
        prompt: 'The light',
        stream: true,
        max_tokens: 8_000,
        logit_bias: { [END_TOKEN]: -100 },
      },
      { signal: abort.signal },
    );
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

  it('end after a stop sequence, which stays in the text', async () => {
    const body = { prompt: 'A good photo', max_tokens: 40, logit_bias: { [END_TOKEN]: -100 } };
    const text = (await complete(service, body)).choices[0]?.text ?? '';
    const stop = text.slice(19, 24);
    const chunks = await readChunks(await stream({ ...body, seed: 1, stop }));
    const streamed = chunks.map((chunk) => chunk.choices[0]?.text).join('');
    expect(streamed).toBe(text.slice(0, text.indexOf(stop) + stop.length));
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
  });

  it('are no different from whole answers for a client that does not wait', async () => {
    await service.post('/practice/speed', { tokensPerSecond: 200 });
    const abort = new AbortController();
    const body = { model: MODEL, prompt: 'The light', max_tokens: 8_000 };
    const call = service.post(
      COMPLETIONS_PATH,
      { ...body, logit_bias: { [END_TOKEN]: -100 } },
      { signal: abort.signal },
    );
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
      expect(await readJson(await slow.call('/practice/speed'))).toEqual({
        tokensPerSecond: 100,
        firstTokenMilliseconds: 200,
      });
      const begin = performance.now();
      await complete(slow, { max_tokens: 11, logit_bias: { [END_TOKEN]: -100 } });
      // timers may be a millisecond early
      expect(performance.now() - begin).toBeGreaterThanOrEqual(200 + 100 - 5);
    } finally {
      await slow.server.close();
    }
  });

  it('do not keep other calls waiting', async () => {
    const long = stream({ max_tokens: 8_000, logit_bias: { [END_TOKEN]: -100 } }).then(readChunks);
    const progress = { isDone: false };
    const watching = long.finally(() => {
      progress.isDone = true;
    });
    let answered = 0;
    while (!progress.isDone && answered < 3) {
      expect((await service.call('/v3/openai/models')).status).toBe(200);
      if (!progress.isDone) answered += 1;
    }
    expect(answered).toBe(3);
    expect(await watching).toHaveLength(8_001);
  });
});
