/** "Events" 2: streamed completions and chats, byte by byte. */
import { beforeAll, describe, expect, it } from 'vitest';
import { listAt, textAt, valueAt, valuesAt } from './support/json.ts';
import { anyModel } from './support/endpoints.ts';
import { type EventStream, readEvents } from './support/events.ts';
import { post } from './support/http.ts';
import type { Body } from './support/request-fields.ts';
import { serviceOfFile, steer } from './support/service.ts';
import { textOfTokens } from './support/tokens.ts';

const service = serviceOfFile();
let model: string;

beforeAll(async () => {
  model = await anyModel(service);
});

const ENDPOINTS: readonly {
  readonly path: string;
  readonly body: Body;
  /** Paths to the text of a chunk and of a whole answer. */
  readonly delta: string;
  readonly text: string;
}[] = [
  {
    path: '/v3/openai/completions',
    body: { prompt: 'The light', max_tokens: 20, seed: 3 },
    delta: 'choices[].text',
    text: 'choices[].text',
  },
  {
    path: '/v3/chat/completions',
    body: { messages: [{ role: 'user', content: 'What is depth of field?' }], seed: 3 },
    delta: 'choices[].delta.content',
    text: 'choices[].message.content',
  },
];

describe.each(ENDPOINTS)('POST $path with stream', ({ path, body, delta, text }) => {
  const stream = (fields: Body = {}): Promise<EventStream> =>
    readEvents(service, path, { model, ...body, stream: true, ...fields });

  it('is sent as data-only server-sent events, and ends with data: [DONE], once', async () => {
    const { status, contentType, text: sent, data } = await stream();
    expect(status).toBe(200);
    expect(contentType).toMatch(/^text\/event-stream/u);
    const lines = sent.split('\n').filter((line) => line !== '');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => !line.startsWith('data: '))).toEqual([]);
    expect(sent.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(data.filter((each) => each === '[DONE]')).toHaveLength(1);
  });

  it('carries partial text that adds up to the whole', async () => {
    const { chunks } = await stream();
    const whole = await post(service, path, { model, ...body });
    const parts = chunks.flatMap((chunk) => valuesAt(chunk, delta));
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.join('')).toBe(textAt(whole.json, text));
  });

  it('has one id, one model and one finish_reason for each choice', async () => {
    const { chunks } = await stream({ n: 2 });
    for (const name of ['id', 'model', 'object', 'created']) {
      expect(new Set(chunks.map((chunk) => valueAt(chunk, name))).size, name).toBe(1);
    }
    expect(valueAt(chunks[0], 'model')).toBe(model);
    const reasons = chunks
      .flatMap((chunk) => valuesAt(chunk, 'choices[]'))
      .filter((choice) => typeof valueAt(choice, 'finish_reason') === 'string');
    expect(reasons).toHaveLength(2);
    expect(new Set(reasons.map((choice) => valueAt(choice, 'index')))).toEqual(new Set([0, 1]));
  });

  it('carries usage in the very last chunk and in no other, when include_usage is set', async () => {
    const { chunks } = await stream({ stream_options: { include_usage: true } });
    const whole = await post(service, path, { model, ...body });
    const last = chunks.at(-1);
    expect(valueAt(last, 'usage')).toEqual(valueAt(whole.json, 'usage'));
    for (const chunk of chunks.slice(0, -1)) expect(valueAt(chunk, 'usage') ?? null).toBeNull();
  });

  it('carries no usage before the last chunk when it is not asked for', async () => {
    for (const options of [{}, { stream_options: { include_usage: false } }]) {
      const { chunks } = await stream(options);
      for (const chunk of chunks.slice(0, -1)) expect(valueAt(chunk, 'usage') ?? null).toBeNull();
    }
  });

  it('is sent while it is generated', async () => {
    await steer(service, '/practice/state', { tokensPerSecond: 5 });
    const leaving = new AbortController();
    const response = await fetch(service.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, ...body, stream: true }),
      signal: leaving.signal,
    });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toMatch(/^data: \{/u);
    const log = listAt(await steer(service, '/practice/requests'), 'requests');
    expect(log.map((each) => valueAt(each, 'outcome'))).toContain('running');
    leaving.abort();
    await steer(service, '/practice/state', { tokensPerSecond: 0 });
  });
});

describe('a chunk of a completion', () => {
  it('has the object text_completion, an index and, when asked for, logprobs', async () => {
    const body = { model, prompt: 'The light', max_tokens: 6, seed: 3, logprobs: 2, stream: true };
    const { chunks } = await readEvents(service, '/v3/openai/completions', body);
    const tokens = chunks.flatMap((chunk) => valuesAt(chunk, 'choices[].logprobs.tokens[]'));
    const text = chunks.flatMap((chunk) => valuesAt(chunk, 'choices[].text'));
    expect(textOfTokens(tokens)).toBe(text.join(''));
    for (const chunk of chunks) {
      expect(valueAt(chunk, 'object')).toBe('text_completion');
      expect(valuesAt(chunk, 'choices[].index')).toEqual([0]);
    }
  });
});
