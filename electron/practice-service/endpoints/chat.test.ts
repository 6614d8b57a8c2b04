/** Chat over HTTP, whole and streamed, at both of its paths. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJson, type Service, startService } from '../test-support.ts';
import { chat, type ChatCompletion, CHAT_PATH, readChunks } from '../testing/language.ts';

const MODEL = 'practice/atelier-70b-instruct';
const OTHER_PATH = '/v3/openai/chat/completions';

let service: Service;

beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0 });
});

afterAll(async () => {
  await service.server.close();
});

function contentOf(answer: ChatCompletion): string {
  return answer.choices[0]?.message?.content ?? '';
}

function stream(body: object): Promise<Response> {
  return service.post(CHAT_PATH, {
    model: MODEL,
    messages: [{ role: 'user', content: 'What is white space?' }],
    stream: true,
    seed: 3,
    ...body,
  });
}

describe('POST /v3/chat/completions', () => {
  it('answers in the shape that is usual for chats', async () => {
    const answer = await chat(service, 'What is white space?');
    expect(answer).toEqual({
      id: expect.stringMatching(/^chatcmpl-/u),
      object: 'chat.completion',
      created: expect.any(Number),
      model: MODEL,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: expect.any(String) },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: {
        prompt_tokens: expect.any(Number),
        completion_tokens: expect.any(Number),
        total_tokens: expect.any(Number),
      },
    });
    expect(answer.usage?.total_tokens).toBe(
      Number(answer.usage?.prompt_tokens) + Number(answer.usage?.completion_tokens),
    );
  });

  it.each([
    ['How do I remove a lamp post from a street photo?', [/lamp post/u, /^## /mu, /^\d\. /mu]],
    ['What is white space?', [/white space/iu, /^- /mu]],
    ['Give me five names for a coffee museum', [/coffee/u, /museum/u, /^1\. \*\*/mu]],
    ['Write a short letter about the sea', [/\bsea\b/u, /lighthouse|coast|Ida|water/u]],
    ['CSS for a colour palette with an accent', [/```css\n[^`]*\{[^`]*\}\n```/u]],
    ['Python to rename photos', [/```python\n/u]],
    ['Hello!', [/^Hello!/u]],
    ['Как сделать хорошую фотографию?', [/\p{Script=Cyrillic}{4}/u]],
    ['写真の撮り方を教えてください', [/\p{Script=Hiragana}/u]],
  ])('answers %s to the point', async (question, patterns) => {
    const answers = await Promise.all(
      [1, 2, 3].map((seed) => chat(service, question, { seed, temperature: 0.5 })),
    );
    for (const answer of answers) {
      for (const pattern of patterns) expect(contentOf(answer)).toMatch(pattern);
      expect(answer.choices[0]?.finish_reason).toBe('stop');
    }
  });

  it('gives the same answer for the same seed, and other ones when asked again', async () => {
    const question = 'How do I photograph a product?';
    const [first, again] = await Promise.all(
      [5, 5].map((seed) => chat(service, question, { seed })),
    );
    expect(again?.choices).toEqual(first?.choices);
    const answer = await chat(service, question, { n: 8 });
    expect(answer.choices.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const contents = answer.choices.map((choice) => choice.message?.content);
    expect(new Set(contents).size).toBeGreaterThan(3);
  });

  it('is as short or as long as it is asked to be', async () => {
    const question = 'What is white space?';
    const length = async (system: string): Promise<number> => {
      const messages = [
        { role: 'system', content: system },
        { role: 'user', content: question },
      ];
      const answer = await chat(service, question, { messages, temperature: 0.3 });
      return answer.usage?.completion_tokens ?? 0;
    };
    const usual = await length('You are a designer.');
    expect(2 * (await length('Be brief.'))).toBeLessThan(usual);
    expect(await length('Answer in detail.')).toBeGreaterThan(1.5 * usual);
  });

  it('goes on where the last message of the assistant ends', async () => {
    const question = 'How do I photograph a product?';
    const whole = contentOf(await chat(service, question, { temperature: 0.01 }));
    const begun = whole.slice(0, whole.indexOf(' ', whole.length / 2));
    const messages = [
      { role: 'user', content: question },
      { role: 'assistant', content: begun },
    ];
    const answer = await chat(service, question, { messages, temperature: 0.01 });
    expect(begun + contentOf(answer)).toBe(whole);
  });

  it('takes max_tokens, stop and logit_bias as completions do', async () => {
    const short = await chat(service, 'What is white space?', { max_tokens: 5 });
    expect(short.choices[0]?.finish_reason).toBe('length');
    expect(short.usage?.completion_tokens).toBe(5);
    const stopped = await chat(service, 'What is white space?', { stop: '.' });
    expect(contentOf(stopped)).toMatch(/^[^.]+\.$/u);
    const ended = await chat(service, 'What is white space?', { logit_bias: { 256: 100 } });
    expect(contentOf(ended)).toBe('');
  });

  it('tells probabilities with bytes', async () => {
    const answer = await chat(service, '好的照片', { logprobs: true, top_logprobs: 3 });
    const content = answer.choices[0]?.logprobs?.content ?? [];
    expect(content).toHaveLength(answer.usage?.completion_tokens ?? -1);
    const bytes = content.flatMap((entry) => entry.bytes);
    expect(Buffer.from(bytes).toString('utf8')).toBe(contentOf(answer));
    for (const entry of content) {
      expect(entry.top_logprobs).toHaveLength(3);
      expect(entry.logprob).toBeLessThanOrEqual(1e-9);
      expect(entry.top_logprobs[0]?.logprob).toBeGreaterThanOrEqual(entry.logprob);
    }
  });

  it.each([
    ['messages', { messages: undefined }],
    ['messages', { messages: [] }],
    ['messages', { messages: 'Hello' }],
    ['messages[0].role', { messages: [{ role: 'tool', content: 'a' }] }],
    ['messages[0].role', { messages: ['Hello'] }],
    ['messages[1].content', { messages: [{ role: 'user', content: '' }, { role: 'user' }] }],
    ['model', { model: null }],
    ['temperature', { temperature: 2 }],
    ['n', { n: 1 }],
    ['max_tokens', { max_tokens: 0 }],
    ['stop', { stop: ['1', '2', '3', '4', '5'] }],
    ['stream_options', { stream_options: { include_usage: true } }],
    ['logprobs', { logprobs: 3 }],
    ['top_logprobs', { logprobs: true, top_logprobs: 21 }],
    ['top_logprobs', { top_logprobs: 2 }],
  ])('refuses %s in %j', async (field, body) => {
    const messages = [{ role: 'user', content: 'Hello' }];
    const response = await service.post(CHAT_PATH, { model: MODEL, messages, ...body });
    expect(response.status).toBe(400);
    expect(await readJson(response)).toMatchObject({
      reason: 'INVALID_REQUEST_BODY',
      message: expect.stringContaining(field),
      metadata: { field },
    });
  });

  it('refuses what does not fit into the context, and models that it does not know', async () => {
    const messages = [{ role: 'user', content: 'light '.repeat(5_000) }];
    const long = await service.post(CHAT_PATH, { model: 'practice/gouache-1b-free', messages });
    expect(long.status).toBe(400);
    expect((await readJson(long))['message']).toMatch(/4096 tokens/u);
    const unknown = await service.post(CHAT_PATH, { model: 'gpt', messages });
    expect((await readJson(unknown))['reason']).toBe('MODEL_NOT_FOUND');
  });
});

describe('streamed chats', () => {
  it('begin with the role, go on with deltas, end with the reason, usage and [DONE]', async () => {
    const whole = await chat(service, 'What is white space?', { seed: 3 });
    const chunks = await readChunks<ChatCompletion>(
      await stream({ stream_options: { include_usage: true } }),
    );
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
    const deltas = chunks.slice(1, -2).map((chunk) => chunk.choices[0]?.delta?.content);
    expect(deltas).toHaveLength(whole.usage?.completion_tokens ?? -1);
    expect(deltas.join('')).toBe(contentOf(whole));
    expect(chunks.at(-2)?.choices[0]).toMatchObject({ delta: {}, finish_reason: 'stop' });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: whole.usage });
    expect(new Set(chunks.map((chunk) => chunk.object))).toEqual(
      new Set(['chat.completion.chunk']),
    );
  });

  it('send several answers side by side', async () => {
    const chunks = await readChunks<ChatCompletion>(await stream({ n: 2, max_tokens: 3 }));
    const indexes = chunks.map((chunk) => chunk.choices[0]?.index);
    expect(indexes.slice(0, 6)).toEqual([0, 1, 0, 1, 0, 1]);
    expect(chunks.filter((chunk) => chunk.choices[0]?.finish_reason === 'length')).toHaveLength(2);
  });
});

describe('POST /practice/chat-paths', () => {
  it('decides at which path the chat is; the other one answers a plain 404', async () => {
    const body = { model: MODEL, messages: [{ role: 'user', content: 'Hello' }] };
    expect((await service.post(CHAT_PATH, body)).status).toBe(200);
    expect((await service.post(OTHER_PATH, body)).status).toBe(200);
    await service.post('/practice/chat-paths', { paths: [OTHER_PATH] });
    const missing = await service.post(CHAT_PATH, body);
    expect(missing.status).toBe(404);
    expect(missing.headers.get('content-type')).toMatch(/^text\/plain/u);
    expect(await missing.text()).toBe('404 page not found\n');
    expect((await service.post(OTHER_PATH, body)).status).toBe(200);
    const wrong = await service.post('/practice/chat-paths', { paths: ['/elsewhere'] });
    expect(wrong.status).toBe(400);
    await service.post('/practice/chat-paths', { paths: [CHAT_PATH, OTHER_PATH] });
    expect((await service.post(CHAT_PATH, body)).status).toBe(200);
  });
});
