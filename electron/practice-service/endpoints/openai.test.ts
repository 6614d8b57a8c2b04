/**
 * The published client of this API gets along with the service, so Gesso's own is not the only
 * judge.
 */
import OpenAI, { AuthenticationError, NotFoundError } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService, TEST_KEY } from '../test-support.ts';

const MODEL = 'practice/atelier-70b-instruct';

let service: Service;
let client: OpenAI;

beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0 });
  client = new OpenAI({ apiKey: TEST_KEY, baseURL: `${service.url}/v3/openai`, maxRetries: 0 });
});

afterAll(async () => {
  await service.server.close();
});

describe('the official client of the OpenAI API', () => {
  it('lists models', async () => {
    const ids: string[] = [];
    for await (const each of client.models.list()) ids.push(each.id);
    expect(ids).toContain(MODEL);
  });

  it('completes', async () => {
    const answer = await client.completions.create({
      model: MODEL,
      prompt: ['A good photo', 'The light'],
      n: 2,
      logprobs: 2,
      max_tokens: 8,
      seed: 1,
    });
    expect(answer.choices).toHaveLength(4);
    const [choice] = answer.choices;
    expect(choice?.logprobs?.tokens?.join('')).toBe(choice?.text);
    expect(answer.usage?.total_tokens).toBe(
      Number(answer.usage?.prompt_tokens) + Number(answer.usage?.completion_tokens),
    );
  });

  it('completes in a stream', async () => {
    const body = { model: MODEL, prompt: 'A good photo', max_tokens: 12, seed: 1 } as const;
    const whole = await client.completions.create(body);
    const stream = await client.completions.create({
      ...body,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let usage: OpenAI.CompletionUsage | undefined;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.text ?? '';
      usage = chunk.usage ?? usage;
    }
    expect(text).toBe(whole.choices[0]?.text);
    expect(usage).toEqual(whole.usage);
  });

  it('chats', async () => {
    const answer = await client.chat.completions.create({
      model: MODEL,
      messages: [
        { role: 'system', content: 'You are a photographer.' },
        { role: 'user', content: 'What is depth of field?' },
      ],
      logprobs: true,
      top_logprobs: 2,
      seed: 1,
    });
    expect(answer.choices[0]?.message.content).toMatch(/depth of field/iu);
    expect(answer.choices[0]?.logprobs?.content?.length).toBe(answer.usage?.completion_tokens);
  });

  it('chats in a stream', async () => {
    const stream = client.chat.completions.stream({
      model: MODEL,
      messages: [{ role: 'user', content: 'What is depth of field?' }],
      stream_options: { include_usage: true },
      seed: 1,
    });
    const deltas: string[] = [];
    stream.on('content', (delta) => deltas.push(delta));
    const answer = await stream.finalChatCompletion();
    expect(deltas.join('')).toBe(answer.choices[0]?.message.content);
    expect(answer.choices[0]?.message.role).toBe('assistant');
    expect(answer.choices[0]?.finish_reason).toBe('stop');
    expect(answer.usage?.completion_tokens).toBeGreaterThan(20);
  });

  it('gets the reason of an error', async () => {
    const unknown = client.completions.create({ model: 'nobody/knows', prompt: 'a' });
    await expect(unknown).rejects.toBeInstanceOf(NotFoundError);
    const stranger = new OpenAI({ apiKey: 'wrong', baseURL: client.baseURL, maxRetries: 0 });
    await expect(stranger.models.list()).rejects.toBeInstanceOf(AuthenticationError);
  });
});
