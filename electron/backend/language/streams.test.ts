/** Tests answers with faults, reloads, stops, and many at once. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import type { LanguageRequest } from '../../../shared/contract/language.ts';
import { createBackendFixture } from '../../testing/backend-fixture.ts';
import { startChatBench } from './testing/chat-bench.ts';

const COMPLETIONS = '/v3/openai/completions';
const CHAT = '/v3/chat/completions';

const bench = await startChatBench({ isAccount: true });
afterEach(() => bench.calm());

type Completion = Extract<LanguageRequest, { kind: 'completion' }>;

function request(changes: Partial<Completion> = {}): Completion {
  const [model] = bench.models;
  return { kind: 'completion', model, prompt: 'Colours', maxTokens: 300, seed: 3, ...changes };
}

async function start(changes: Partial<Completion> = {}): Promise<string> {
  const { runId } = await bench.client().language.start(request(changes));
  return runId;
}

async function textOf(runId: string): Promise<string> {
  let text = '';
  const stream = await bench.client().language.follow({ runId, afterSequence: -1 });
  for await (const { events } of stream) {
    for (const event of events) if (event.is === 'text') text += event.text;
  }
  return text;
}

describe('an answer', () => {
  it('has an unknown cost without usage, and the model’s price with usage', async () => {
    const priced = await bench.end(await start({ maxTokens: 10 }));
    const { usage, priceIn = 0, priceOut = 0 } = priced;
    const exact =
      ((usage?.promptTokens ?? 0) * priceIn + (usage?.completionTokens ?? 0) * priceOut) / 1e6;
    expect(priced.cost).toBeCloseTo(exact, 9);
    expect(priced.cost).toBeGreaterThan(0);
    const without = await bench.end(await start({ maxTokens: 10, usageInStream: false }));
    expect(without).toMatchObject({ state: 'done', usage: undefined, cost: undefined });
    expect(without.estimatedCost).toBeGreaterThan((priced.cost ?? 0) / 3);
    expect(without.estimatedCost).toBeLessThan((priced.cost ?? 0) * 3);
    const { connectionId = '' } = await bench.client().models.list();
    const day = Math.floor(priced.createdAt / 86_400_000);
    const spent = await bench.client().language.spent({ connectionId, day });
    expect(spent.unknown).toBeGreaterThanOrEqual(1);
    expect(spent.cost).toBeGreaterThanOrEqual(priced.cost ?? Infinity);
  });

  it('arrives complete when streaming is off, with the same text and end reason', async () => {
    const streamed = await start({ maxTokens: 20 });
    const whole = await start({ maxTokens: 20, stream: false });
    const run = await bench.end(whole);
    expect(run).toMatchObject({ state: 'done', pieces: 1, finishReasons: ['length'] });
    expect(run.serviceId).toBeDefined();
    expect(await textOf(whole)).toBe(await textOf(streamed));
    const sent = (await bench.service.records()).filter(({ path }) => path === COMPLETIONS);
    expect(sent).toHaveLength(2);
  });

  it('is listed for Tasks, newest first, in pages, with its title', async () => {
    await bench.end(await start({ prompt: 'A  title\nof two lines', maxTokens: 2 }));
    const { language } = bench.client();
    const first = await language.answers({ show: 'all', limit: 1 });
    expect(first).toMatchObject({
      running: 0,
      answers: [{ kind: 'completion', title: 'A title of two lines', state: 'done' }],
    });
    const next = await language.answers({ show: 'all', limit: 1, after: first.after });
    expect(next.answers[0]?.id).not.toBe(first.answers[0]?.id);
  });

  it('is found by its title, its conversation and its model, in any case', async () => {
    await bench.end(await start({ prompt: 'Über ALLE „Farben“ 🌿', maxTokens: 2 }));
    const { conversations, language } = bench.client();
    const { id } = await conversations.create({});
    await conversations.change({ conversationId: id, title: 'Étude' });
    await bench.ended(conversations.send({ conversationId: id, text: 'Hello 100%' }));
    const found = async (text: string, show: 'all' | 'failed' = 'all') =>
      (await language.answers({ show, text, limit: 9 })).answers.map(({ title }) => title);
    expect(await found(' über alle ')).toEqual(['Über ALLE „Farben“ 🌿']);
    expect(await found('éTUDE')).toEqual(['Hello 100%']);
    expect(await found('0%'), 'signs of patterns are letters').toEqual(['Hello 100%']);
    expect(await found('🌿', 'failed')).toEqual([]);
    const [newest] = (await language.answers({ show: 'all', limit: 1 })).answers;
    expect(await found(newest?.model.toUpperCase() ?? 'none')).toContain('Hello 100%');
  });
});

describe('an answer in a conversation', () => {
  it('is estimated from its text and earlier messages when a crash cut it off', async () => {
    const { conversations } = bench.client();
    const { id } = await conversations.create({});
    await bench.fault(CHAT, { kind: 'stream-stall', afterChunks: 6 });
    const [answer] = (await conversations.send({ conversationId: id, text: 'Hello' })).answers;
    const { runId = '' } = answer ?? {};
    const crashed = join(bench.fixture.folder, 'crashed');
    // what the disk has in the middle of the answer: some text of it, and no end
    await expect
      .poll(async () => {
        await cp(bench.fixture.dataFolder, crashed, { recursive: true });
        const library = new DatabaseSync(join(crashed, 'library.db'));
        const row = library.prepare('SELECT count(*) AS pieces FROM language_pieces').get();
        library.close();
        return row?.['pieces'];
      })
      .toBeGreaterThan(0);
    await using next = await createBackendFixture({ dataFolder: crashed });
    const { messages } = await next.client().conversations.path({ conversationId: id, limit: 10 });
    const { run } = messages[1] ?? {};
    expect(run).toMatchObject({ id: runId, state: 'interrupted', usage: undefined });
    const { priceIn = 0, priceOut = 0, pieces = 0 } = run ?? {};
    expect(pieces).toBeGreaterThan(0);
    expect(run?.estimatedCost).toBeGreaterThan((pieces * priceOut) / 1e6 / 4);
    expect(run?.estimatedCost).toBeLessThan(((pieces * priceOut + 60 * priceIn) / 1e6) * 4);
    await bench.client().language.stop({ runId });
  });

  it('names the setting to change when the chat path differs', async () => {
    const { connections, conversations } = bench.client();
    const { connectionId = '' } = await bench.client().models.list();
    await connections.update({ connectionId, chatPath: '/v9/none' });
    const { id } = await conversations.create({});
    await bench.ended(conversations.send({ conversationId: id, text: 'Hello' }));
    const [, message] = (await bench.path(id)).messages;
    expect(message?.run).toMatchObject({
      state: 'failed',
      error: { kind: 'not-the-service', action: 'open-settings' },
    });
    expect(message?.run?.error?.message).toMatch(/chat path/u);
    await connections.update({ connectionId, chatPath: CHAT });
    await bench.ended(conversations.regenerate({ messageId: message?.id ?? '' }));
    expect((await bench.path(id)).messages[1]?.run?.state).toBe('done');
  });

  it('stays in the ledger when its conversation is deleted', async () => {
    const { conversations, language } = bench.client();
    const { connectionId = '' } = await bench.client().models.list();
    const { id } = await conversations.create({ parameters: { maxTokens: 5 } });
    await bench.ended(conversations.send({ conversationId: id, text: 'Hello' }));
    const [, message] = (await bench.path(id)).messages;
    const day = Math.floor((message?.run?.createdAt ?? 0) / 86_400_000);
    const before = await language.spent({ connectionId, day });
    await conversations.remove({ conversationIds: [id] });
    expect(await language.spent({ connectionId, day })).toEqual(before);
  });
});
