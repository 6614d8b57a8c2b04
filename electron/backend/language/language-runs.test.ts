/** Tests answers of the practice service through the contract, over real HTTP. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  LanguageMessage,
  LanguageRequest,
  LanguageRun,
} from '../../../shared/contract/language.ts';
import { createBackendFixture, type BackendFixture } from '../../testing/backend-fixture.ts';
import { startService, testKey, type Service } from '../../testing/practice-service.ts';

const COMPLETIONS = '/v3/openai/completions';

let service: Service;
let fixture: BackendFixture;
let model: string;

beforeAll(async () => {
  service = await startService({ tokensPerSecond: 0 });
});
afterAll(() => service.server.close());
beforeEach(async () => {
  fixture = await createBackendFixture({ service: { baseUrl: service.url, key: testKey } });
  model = (await fixture.client().language.models())[0]?.id ?? '';
});
afterEach(async () => {
  await service.call('/practice/faults', { method: 'DELETE' });
  await service.post('/practice/state', { tokensPerSecond: 0 });
  await fixture[Symbol.asyncDispose]();
});

type Completion = Extract<LanguageRequest, { kind: 'completion' }>;

function completion(changes: Partial<Completion> = {}): LanguageRequest {
  const prompt = 'The colours of an autumn evening';
  return { kind: 'completion', model, prompt, maxTokens: 30, seed: 7, ...changes };
}

async function fault(what: Readonly<Record<string, unknown>>): Promise<void> {
  const response = await service.post('/practice/faults', { path: COMPLETIONS, ...what });
  expect(response.status, await response.text()).toBe(201);
}

interface Read {
  readonly messages: readonly LanguageMessage[];
  readonly texts: readonly string[];
  readonly end: LanguageRun | undefined;
}

/** Follows an answer, by default from its beginning to its end. */
async function follow(runId: string, after = -1, limit = Infinity): Promise<Read> {
  const messages: LanguageMessage[] = [];
  const texts: string[] = [];
  const stream = await fixture.client().language.follow({ runId, afterSequence: after });
  for await (const message of stream) {
    messages.push(message);
    for (const event of message.events) {
      if (event.is === 'text') texts[event.choice] = (texts[event.choice] ?? '') + event.text;
    }
    if (messages.length >= limit) break;
  }
  return { messages, texts, end: messages.at(-1)?.end };
}

async function answer(request: LanguageRequest): Promise<Read> {
  const { runId } = await fixture.client().language.start(request);
  return await follow(runId);
}

describe('an answer', () => {
  it('is written to its end, with its usage and speed', async () => {
    const { texts, end } = await answer(completion());
    expect(texts[0]?.length).toBeGreaterThan(20);
    expect(end).toMatchObject({ state: 'done', connectionName: 'Practice' });
    expect(end?.usage?.completionTokens).toBeGreaterThan(0);
    expect(end?.pieces).toBeGreaterThan(5);
    expect(end?.firstTextAt).toBeGreaterThanOrEqual(end?.createdAt ?? Infinity);
    expect(end?.endedAt).toBeGreaterThanOrEqual(end?.firstTextAt ?? Infinity);
  });

  it('is identical when it is read later, even after a restart', async () => {
    const { runId } = await fixture.client().language.start(completion());
    const live = await follow(runId);
    const later = await follow(runId);
    expect([later.texts, later.end]).toEqual([live.texts, live.end]);
    await fixture.restart();
    const restarted = await follow(runId);
    expect([restarted.texts, restarted.end]).toEqual([live.texts, live.end]);
    expect(await fixture.client().language.list({ limit: 5 })).toMatchObject([{ id: runId }]);
  });

  it('arrives as several in parallel, and as the best of several at once', async () => {
    const side = await answer(completion({ n: 3, seed: 1 }));
    expect(side.texts).toHaveLength(3);
    const best = await answer(completion({ bestOf: 3 }));
    expect(best).toMatchObject({ end: { state: 'done', pieces: 1 } });
    expect(best.texts).toHaveLength(1);
  });

  it('lists alternatives for tokens, for completions and for chat', async () => {
    const chat: LanguageRequest = {
      kind: 'chat',
      model,
      messages: [{ role: 'user', content: 'Name three warm colours.' }],
      maxTokens: 12,
      logprobs: 2,
    };
    for (const request of [completion({ logprobs: 2, maxTokens: 8 }), chat]) {
      const { messages, texts } = await answer(request);
      const events = messages.flatMap((message) => message.events);
      const tokens = events.flatMap((event) => (event.is === 'text' ? event.logprobs : []));
      expect(tokens.length).toBeGreaterThan(3);
      expect(tokens.map(({ token }) => token).join('')).toBe(texts[0]);
      expect(tokens.some(({ alternatives }) => alternatives.length >= 2)).toBe(true);
    }
  });

  it('continues without a window, and a window that returns gets the missing part', async () => {
    await service.post('/practice/state', { tokensPerSecond: 150 });
    const { runId } = await fixture.client().language.start(completion({ maxTokens: 60 }));
    const first = await follow(runId, -1, 2);
    const seen = first.messages.at(-1)?.sequence ?? 0;
    const rest = await follow(runId, seen);
    const whole = await follow(runId);
    expect(whole.end?.state).toBe('done');
    expect((first.texts[0] ?? '') + (rest.texts[0] ?? '')).toBe(whole.texts[0]);
  });
});

describe('stopping an answer', () => {
  it('closes the connection, keeps the text and is no error', async () => {
    await service.post('/practice/state', { tokensPerSecond: 60 });
    await service.call('/practice/requests', { method: 'DELETE' });
    const { runId } = await fixture.client().language.start(completion({ maxTokens: 3000 }));
    const { texts } = await follow(runId, -1, 3);
    await fixture.client().language.stop({ runId });
    const stopped = await follow(runId);
    expect(stopped.end).toMatchObject({ state: 'stopped', error: undefined });
    expect(stopped.texts[0]?.startsWith(texts[0] ?? '-')).toBe(true);
    await expect
      .poll(async () => (await service.records()).at(-1)?.['outcome'])
      .toBe('client gone');
  });

  it('before its first byte leaves no open call and no text', async () => {
    await service.call('/practice/requests', { method: 'DELETE' });
    await fault({ kind: 'never', times: 9 });
    const { language } = fixture.client();
    const started = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { runId } = await language.start(completion({ maxTokens: 3000 }));
        await language.stop({ runId });
        return runId;
      }),
    );
    for (const runId of started) {
      expect(await follow(runId)).toMatchObject({
        texts: [],
        end: { state: 'stopped', pieces: 0 },
      });
    }
    // one whose request has arrived: the service sees its end, though it has not answered
    const { runId } = await language.start(completion());
    const outcomes = async () =>
      (await service.records())
        .filter(({ path }) => path === COMPLETIONS)
        .map(({ outcome }) => outcome);
    await expect.poll(outcomes).toContain('running');
    await language.stop({ runId });
    await expect.poll(async () => new Set(await outcomes())).toEqual(new Set(['client gone']));
  });
});

describe('a failing answer', () => {
  it('has no text and gives the reason when it fails before the first word', async () => {
    const { end, texts } = await answer(completion({ model: 'nobody/nothing' }));
    expect(end).toMatchObject({ state: 'failed', error: { kind: 'rejected' }, pieces: 0 });
    expect(texts).toEqual([]);
  });

  it('is retried before the first word when nothing can be counted twice', async () => {
    await service.call('/practice/requests', { method: 'DELETE' });
    await fault({ kind: 'rate-limit', retryAfterSeconds: 0 });
    expect(await answer(completion())).toMatchObject({ end: { state: 'done' } });
    const calls = (await service.records()).filter(({ path }) => path === COMPLETIONS);
    expect(calls.map(({ status }) => status)).toEqual([429, 200]);
  });

  it('keeps its text and is never repeated when it fails in the middle', async () => {
    await service.call('/practice/requests', { method: 'DELETE' });
    await fault({ kind: 'stream-cut', afterChunks: 6 });
    const cut = await answer(completion());
    expect(cut).toMatchObject({ end: { state: 'interrupted', error: { kind: 'interrupted' } } });
    expect(cut.texts[0]?.length).toBeGreaterThan(5);
    await fault({ kind: 'error-frame', afterChunks: 6, code: 429, message: 'Too many words' });
    const error = await answer(completion());
    expect(error).toMatchObject({
      end: { state: 'interrupted', error: { kind: 'rate-limited' } },
    });
    const calls = (await service.records()).filter(({ path }) => path === COMPLETIONS);
    expect(calls).toHaveLength(2);
  });

  it('shows a single bad frame and skips it', async () => {
    await fault({ kind: 'broken-frame', afterChunks: 4 });
    const { messages, end } = await answer(completion());
    expect(end?.state).toBe('done');
    const events = messages.flatMap((message) => message.events);
    expect(events.filter(({ is }) => is === 'unreadable')).toHaveLength(1);
  });

  it('keeps the partial answer when Gesso quits', async () => {
    await service.post('/practice/state', { tokensPerSecond: 100 });
    const { runId } = await fixture.client().language.start(completion({ maxTokens: 3000 }));
    const { texts } = await follow(runId, -1, 4);
    await fixture.restart();
    const after = await follow(runId);
    expect(after.end).toMatchObject({ state: 'interrupted' });
    expect(after.texts[0]?.startsWith(texts[0] ?? '-')).toBe(true);
  });

  it('reports an invalid request before sending, with limit, value and field', async () => {
    await service.call('/practice/requests', { method: 'DELETE' });
    const bad: readonly (readonly [Partial<Completion>, RegExp])[] = [
      [{ temperature: 2 }, /temperature.*less than 2.*not 2/iu],
      [{ topK: 1 }, /Top K.*2 to 127/iu],
      [{ n: 128 }, /number of answers.*1 to 127/iu],
      [{ stop: ['a', 'b', 'c', 'd', 'e'] }, /at most 4/iu],
      [{ logprobs: 6 }, /0 to 5/iu],
      [{ logitBias: { 5: 101 } }, /-100 to 100/iu],
      [{ bestOf: 2, n: 2 }, /greater than the number of answers/iu],
      [{ prompt: [] }, /prompt/iu],
    ];
    for (const [changes, sentence] of bad) {
      const started = fixture.client().language.start(completion(changes));
      const error: unknown = await started.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ data: { kind: 'invalid-input' } });
      expect((error as Error).message).toMatch(sentence);
    }
    expect(await fixture.client().language.list({ limit: 5 })).toEqual([]);
    expect(await service.records()).toEqual([]);
  });

  it('says that the path is a setting when the chat path is wrong', async () => {
    await service.post('/practice/faults', {
      path: '/v3/chat/completions',
      kind: 'answer',
      status: 404,
      body: '404 page not found',
    });
    const messages = [{ role: 'user' as const, content: 'Hello' }];
    const { end } = await answer({ kind: 'chat', model, messages });
    expect(end).toMatchObject({ state: 'failed', error: { kind: 'not-the-service' } });
    expect(end?.error?.message).toMatch(/\/v3\/chat\/completions.*chat path/u);
  });
});
