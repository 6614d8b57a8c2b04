/** The official client of the OpenAI API against the paths of the specification. */
import OpenAI, {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyModel } from './support/endpoints.ts';
import { type Service, startService, steer } from './support/service.ts';
import { textOfTokens } from './support/tokens.ts';

let service: Service;
let model: string;
/** For `/v3/openai/models` and `/v3/openai/completions`. */
let client: OpenAI;
/** For `/v3/chat/completions`. */
let chatClient: OpenAI;

beforeAll(async () => {
  service = await startService();
  model = await anyModel(service);
  client = clientAt('/v3/openai');
  chatClient = clientAt('/v3');
});

afterAll(() => service.stop());

function clientAt(path: string, options: { apiKey?: string; maxRetries?: number } = {}): OpenAI {
  return new OpenAI({
    apiKey: service.key,
    baseURL: service.url + path,
    maxRetries: 0,
    ...options,
  });
}

const question = { role: 'user', content: 'What is depth of field?' } as const;

describe('models', () => {
  it('are listed', async () => {
    const listed: OpenAI.Model[] = [];
    for await (const each of client.models.list()) listed.push(each);
    expect(listed.map(({ id }) => id)).toContain(model);
    for (const { created } of listed) expect(Number.isInteger(created)).toBe(true);
  });
});

describe('completions', () => {
  const body = () => ({ model, prompt: 'The light', max_tokens: 12, seed: 5 });

  it('come whole', async () => {
    const answer = await client.completions.create({ ...body(), logprobs: 2 });
    expect(answer).toMatchObject({ object: 'text_completion', model });
    const [choice] = answer.choices;
    expect(textOfTokens(choice?.logprobs?.tokens ?? [])).toBe(choice?.text);
    expect(answer.usage?.total_tokens).toBeGreaterThan(0);
  });

  it('come as a stream with the same text and usage', async () => {
    const whole = await client.completions.create(body());
    const stream = await client.completions.create({
      ...body(),
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    const usages: unknown[] = [];
    for await (const chunk of stream) {
      text += chunk.choices[0]?.text ?? '';
      if (chunk.usage) usages.push(chunk.usage);
    }
    expect(text).toBe(whole.choices[0]?.text);
    expect(usages).toEqual([whole.usage]);
  });
});

describe('chat', () => {
  const body = () => ({ model, messages: [question], seed: 5 });

  it('comes whole', async () => {
    const answer = await chatClient.chat.completions.create(body());
    expect(answer.choices[0]?.message).toMatchObject({ role: 'assistant' });
    expect(answer.choices[0]?.message.content).not.toBe('');
    expect(answer.choices[0]?.finish_reason).toBe('stop');
  });

  it('comes as a stream that the client puts together to the same', async () => {
    const whole = await chatClient.chat.completions.create(body());
    const stream = chatClient.chat.completions.stream({
      ...body(),
      stream_options: { include_usage: true },
    });
    const final = await stream.finalChatCompletion();
    expect(final.choices[0]?.message.content).toBe(whole.choices[0]?.message.content);
    expect(final.choices[0]?.message.role).toBe('assistant');
    expect(final.usage).toEqual(whole.usage);
  });

  it('has another path below /v3/openai, too', async () => {
    const answer = await client.chat.completions.create(body());
    expect(answer.choices).toHaveLength(1);
  });
});

describe('leaving', () => {
  it('ends a stream between two chunks', async () => {
    await steer(service, '/practice/state', { tokensPerSecond: 20 });
    const stream = await chatClient.chat.completions.create({
      model,
      messages: [question],
      stream: true,
    });
    const chunks: unknown[] = [];
    for await (const chunk of stream) {
      chunks.push(chunk);
      if (chunks.length === 3) stream.controller.abort();
    }
    expect(chunks.length).toBeLessThan(10);
    await expect.poll(() => outcomeOfLast()).toBe('client gone');
    await steer(service, '/practice/state', { tokensPerSecond: 0 });
  });

  it('ends a call that has no answer yet', async () => {
    await fault({ path: '/v3/openai/completions', kind: 'never' });
    const leaving = new AbortController();
    const call = client.completions.create(
      { model, prompt: 'The light' },
      { signal: leaving.signal },
    );
    await expect.poll(() => outcomeOfLast()).toBe('running');
    leaving.abort();
    await expect(call).rejects.toBeInstanceOf(APIUserAbortError);
  });
});

describe('errors', () => {
  const complete = (using: OpenAI, fields: { model?: string; max_tokens?: number } = {}) =>
    using.completions.create({ model, prompt: 'The light', max_tokens: 2, ...fields });

  it('is an AuthenticationError for a wrong key', async () => {
    const stranger = clientAt('/v3/openai', { apiKey: 'wrong' });
    await expect(stranger.models.list()).rejects.toBeInstanceOf(AuthenticationError);
    await expect(complete(stranger)).rejects.toBeInstanceOf(AuthenticationError);
  });

  it('is a BadRequestError with the sentence of the service for a wrong parameter', async () => {
    const call = complete(client, { max_tokens: -1 });
    await expect(call).rejects.toBeInstanceOf(BadRequestError);
    await expect(call).rejects.toThrow(/max_tokens/u);
  });

  it('is a NotFoundError for an unknown model', async () => {
    await expect(complete(client, { model: 'nobody' })).rejects.toBeInstanceOf(NotFoundError);
  });

  it('is a PermissionDeniedError when the credit is used up', async () => {
    await steer(service, '/practice/state', { balance: 0 });
    await expect(complete(client)).rejects.toBeInstanceOf(PermissionDeniedError);
    await steer(service, '/practice/state', { balance: null });
  });

  it.each([
    ['RateLimitError', { kind: 'rate-limit' }, RateLimitError],
    ['InternalServerError', { kind: 'html', status: 502 }, InternalServerError],
    ['APIConnectionError', { kind: 'hang-up' }, APIConnectionError],
  ])('is a %s on demand', async (_name, action, errorClass) => {
    await fault({ path: '/v3/openai/completions', ...action });
    await expect(complete(client)).rejects.toBeInstanceOf(errorClass);
  });

  it('is an APIConnectionTimeoutError when nothing is answered', async () => {
    await fault({ path: '/v3/openai/completions', kind: 'never' });
    const call = client.completions.create({ model, prompt: 'The light' }, { timeout: 100 });
    await expect(call).rejects.toBeInstanceOf(APIConnectionTimeoutError);
  });

  it('goes away by itself when the client may try again', async () => {
    await fault({ path: '/v3/openai/completions', kind: 'rate-limit', retryAfterSeconds: 0 });
    const answer = await complete(clientAt('/v3/openai', { maxRetries: 1 }));
    expect(answer.choices).toHaveLength(1);
  });
});

function fault(action: Readonly<Record<string, unknown>>): Promise<unknown> {
  return steer(service, '/practice/faults', action);
}

async function outcomeOfLast(): Promise<string | undefined> {
  const { requests } = (await steer(service, '/practice/requests')) as {
    readonly requests: readonly { readonly outcome: string }[];
  };
  return requests.at(-1)?.outcome;
}
