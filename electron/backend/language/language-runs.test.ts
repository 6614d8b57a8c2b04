/** Tests answers of the practice service through the contract, over real HTTP. */
import { afterEach, describe, expect, it } from 'vitest';
import type {
  LanguageMessage,
  LanguageRequest,
  LanguageRun,
} from '../../../shared/contract/language.ts';
import { startChatBench } from './testing/chat-bench.ts';

const COMPLETIONS = '/v3/openai/completions';

const bench = await startChatBench();
afterEach(() => bench.calm());

type Completion = Extract<LanguageRequest, { kind: 'completion' }>;

function completion(changes: Partial<Completion> = {}): LanguageRequest {
  const prompt = 'The colours of an autumn evening';
  return { kind: 'completion', model: bench.models[0], prompt, maxTokens: 30, seed: 7, ...changes };
}

const fault = (what: Readonly<Record<string, unknown>>) => bench.fault(COMPLETIONS, what);

/** Statuses and ends of the calls for a completion. */
async function records() {
  return (await bench.service.records()).filter(({ path }) => path === COMPLETIONS);
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
  const stream = await bench.client().language.follow({ runId, afterSequence: after });
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
  const { runId } = await bench.client().language.start(request);
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
    const { runId } = await bench.client().language.start(completion());
    const live = await follow(runId);
    const later = await follow(runId);
    expect([later.texts, later.end]).toEqual([live.texts, live.end]);
    await bench.fixture.restart();
    const restarted = await follow(runId);
    expect([restarted.texts, restarted.end]).toEqual([live.texts, live.end]);
    expect(await bench.client().language.list({ limit: 1 })).toMatchObject([{ id: runId }]);
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
      model: bench.models[0],
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
});

describe('stopping an answer', () => {
  it('closes the connection, keeps the text and is no error', async () => {
    await bench.service.post('/practice/state', { tokensPerSecond: 60 });
    const { runId } = await bench.client().language.start(completion({ maxTokens: 3000 }));
    const { texts } = await follow(runId, -1, 3);
    await bench.client().language.stop({ runId });
    const stopped = await follow(runId);
    expect(stopped.end).toMatchObject({ state: 'stopped', error: undefined });
    expect(stopped.texts[0]?.startsWith(texts[0] ?? '-')).toBe(true);
    await expect.poll(async () => (await records()).at(-1)?.['outcome']).toBe('client gone');
  });

  it('before its first byte leaves no open call and no text', async () => {
    await fault({ kind: 'never', times: 9 });
    const { language } = bench.client();
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
    const outcomes = async () => (await records()).map(({ outcome }) => outcome);
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
    await fault({ kind: 'rate-limit', retryAfterSeconds: 0 });
    expect(await answer(completion())).toMatchObject({ end: { state: 'done' } });
    expect((await records()).map(({ status }) => status)).toEqual([429, 200]);
  });

  it('keeps its text and is never repeated when it fails in the middle', async () => {
    await fault({ kind: 'stream-cut', afterChunks: 6 });
    const cut = await answer(completion());
    expect(cut).toMatchObject({ end: { state: 'interrupted', error: { kind: 'interrupted' } } });
    expect(cut.texts[0]?.length).toBeGreaterThan(5);
    await fault({ kind: 'error-frame', afterChunks: 6, code: 429, message: 'Too many words' });
    const error = await answer(completion());
    expect(error).toMatchObject({
      end: { state: 'interrupted', error: { kind: 'rate-limited' } },
    });
    expect(await records()).toHaveLength(2);
  });

  it('shows a single bad frame and skips it', async () => {
    await fault({ kind: 'broken-frame', afterChunks: 4 });
    const { messages, end } = await answer(completion());
    expect(end?.state).toBe('done');
    const events = messages.flatMap((message) => message.events);
    expect(events.filter(({ is }) => is === 'unreadable')).toHaveLength(1);
  });

  it('reports an invalid request before sending, with limit, value and field', async () => {
    const bad: readonly (readonly [Partial<Completion>, RegExp])[] = [
      [{ temperature: 2 }, /temperature.*less than 2.*not 2/iu],
      [{ topK: 1 }, /Top K.*2 to 127/iu],
      [{ n: 128 }, /number of answers.*1 to 127/iu],
      [{ n: 1001, anyway: ['n'] }, /at most 1,000 answers, not 1,001/u],
      [{ n: 101, prompt: Array<string>(10).fill('a') }, /at most 1,000 answers, not 1,010/u],
      [{ stop: ['a', 'b', 'c', 'd', 'e'] }, /at most 4/iu],
      [{ logprobs: 6 }, /0 to 5/iu],
      [{ logitBias: { 5: 101 } }, /-100 to 100/iu],
      [{ bestOf: 2, n: 2 }, /greater than the number of answers/iu],
      [{ prompt: [] }, /prompt/iu],
    ];
    for (const [changes, sentence] of bad) {
      const started = bench.client().language.start(completion(changes));
      const error: unknown = await started.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ data: { kind: 'invalid-input' } });
      expect((error as Error).message).toMatch(sentence);
    }
    expect(await records()).toEqual([]);
  });
});
