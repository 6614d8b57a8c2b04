/** Chat over HTTP, beyond what the specification shows: answers that fit, and their probabilities. */
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

/** The lines of a list, and no more of them. */
const list = (length: number) => new RegExp(`^[^\\d]*(?:\\n\\d\\. [^\\n]+){${length}}$`, 'u');

describe('POST /v3/chat/completions', () => {
  it.each([
    ['Write three captions for a photo of a fig in a bowl.', [list(3), /\bfig\b|purple|bowl/u]],
    ['Find a title for a series of dandelions at sunset.', [list(4), /1\. \*\*.+\*\* — /u]],
    ['Plan a shot list for a bridge at dawn.', [list(6), /deck|bank/u]],
    ['Give me five names for a coffee museum', [list(5), /a coffee museum/u]],
    ['Name three colours for a kitchen.', [list(3), /`#[\dA-F]{6}`/u]],
    ['How do I remove a lamp post from a street photo?', [/lamp post/u, /^\d\. /mu]],
    ['What is white space?', [/white space/iu, /^- /mu]],
    ['Describe a red chair in one sentence.', [/^[^.]*red chair[^.]*\.$/iu]],
    ['Which mood? Answer with one word.', [/^\p{Lu}\p{L}+$/u]],
    ['Is it warm? Answer yes or no.', [/^(?:yes|no)$/u]],
    ['CSS for a colour palette with an accent', [/```css\n[^`]*\{[^`]*\}\n```/u]],
    ['Hello!', [/^Hello!/u]],
    ['Wie mache ich ein gutes Foto?', [/\bBild\b/u]],
    ['写真の撮り方を教えてください', [/\p{Script=Hiragana}/u]],
  ])('answers %j to the point', async (question, patterns) => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((seed) => chat(service, question, { seed })),
    );
    for (const answer of answers) {
      for (const pattern of patterns) expect(contentOf(answer)).toMatch(pattern);
      expect(answer.choices[0]?.finish_reason).toBe('stop');
    }
  });

  it('answers with JSON that has the fields that are asked for', async () => {
    const answer = await chat(service, 'Reply in JSON with the fields title, alt and keywords.');
    const fields = { title: expect.any(String), alt: expect.any(String) };
    expect(JSON.parse(contentOf(answer))).toEqual({ ...fields, keywords: expect.any(Array) });
  });

  it('takes a picture, and says that it does not look at it', async () => {
    const url = `data:image/jpeg;base64,${'A'.repeat(5_000_000)}`;
    const content = [
      { type: 'image_url', image_url: { url } },
      { type: 'text', text: 'Describe this picture in one sentence.' },
    ];
    const answer = await chat(service, '', { messages: [{ role: 'user', content }] });
    expect(contentOf(answer)).toMatch(/^[^.]+\. .*does not look at your picture/u);
  });

  it('gives the same answer for the same seed, and different ones side by side', async () => {
    const question = 'Write three captions for a photo of a fig in a bowl.';
    const [first, again] = await Promise.all(
      [5, 5].map((seed) => chat(service, question, { seed })),
    );
    expect(again?.choices).toEqual(first?.choices);
    const { choices } = await chat(service, question, { n: 3 });
    expect(new Set(choices.map(({ message }) => message?.content)).size).toBe(3);
  });

  it('is short when the system message asks for it', async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What is white space?' },
    ];
    const usual = await chat(service, 'What is white space?');
    const brief = await chat(service, '', { messages });
    expect(2 * contentOf(brief).length).toBeLessThan(contentOf(usual).length);
  });

  it('goes on where the last message of the assistant ends', async () => {
    const content = 'How do I photograph a product?';
    const whole = contentOf(await chat(service, content, { temperature: 0.01 }));
    const begun = whole.slice(0, whole.indexOf(' ', whole.length / 2));
    const messages = [
      { role: 'user', content },
      { role: 'assistant', content: begun },
    ];
    const answer = await chat(service, '', { messages, temperature: 0.01 });
    expect(begun + contentOf(answer)).toBe(whole);
  });

  it('tells probabilities with bytes', async () => {
    const answer = await chat(service, '好的照片', { logprobs: true, top_logprobs: 3 });
    const content = answer.choices[0]?.logprobs?.content ?? [];
    expect(content).toHaveLength(answer.usage?.completion_tokens ?? -1);
    const bytes = content.flatMap((entry) => entry.bytes);
    expect(Buffer.from(bytes).toString('utf8')).toBe(contentOf(answer));
    for (const entry of content) expect(entry.top_logprobs).toHaveLength(3);
  });

  it('begins a stream with the role and ends it with an empty delta', async () => {
    const messages = [{ role: 'user', content: 'Hello' }];
    const body = { model: MODEL, messages, stream: true, max_tokens: 3 };
    const chunks = await readChunks<ChatCompletion>(await service.post(CHAT_PATH, body));
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
    expect(chunks.at(-1)?.choices[0]).toMatchObject({ delta: {}, finish_reason: 'length' });
    expect(chunks).toHaveLength(5);
  });

  it.each([
    ['messages[0].role', { messages: [{ role: 'tool', content: 'a' }] }],
    ['messages[1].content', { messages: [{ role: 'user', content: '' }, { role: 'user' }] }],
    ['messages[0].content', { messages: [{ role: 'user', content: [{ type: 'audio' }] }] }],
    ['logprobs', { logprobs: 3 }],
    ['top_logprobs', { logprobs: true, top_logprobs: 21 }],
    ['top_logprobs', { top_logprobs: 2 }],
  ])('refuses %s in %j', async (field, body) => {
    const messages = [{ role: 'user', content: 'Hello' }];
    const response = await service.post(CHAT_PATH, { model: MODEL, messages, ...body });
    expect(response.status).toBe(400);
    const message = expect.stringContaining(field);
    expect(await readJson(response)).toMatchObject({ message, metadata: { field } });
  });
});

describe('POST /practice/chat-paths', () => {
  it('decides at which path the chat is; the other one answers a plain 404', async () => {
    const body = { model: MODEL, messages: [{ role: 'user', content: 'Hello' }] };
    expect((await service.post(OTHER_PATH, body)).status).toBe(200);
    await service.post('/practice/chat-paths', { paths: [OTHER_PATH] });
    const missing = await service.post(CHAT_PATH, body);
    expect(missing.status).toBe(404);
    expect(missing.headers.get('content-type')).toMatch(/^text\/plain/u);
    expect(await missing.text()).toBe('404 page not found\n');
    const wrong = await service.post('/practice/chat-paths', { paths: ['/elsewhere'] });
    expect(wrong.status).toBe(400);
    await service.post('/practice/chat-paths', { paths: [CHAT_PATH, OTHER_PATH] });
    expect((await service.post(CHAT_PATH, body)).status).toBe(200);
  });
});
