/** Kills a real process while an answer is written. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import type { BackendFixture } from '../../testing/backend-fixture.ts';
import { createCrashBench, type CrashBench } from '../../testing/crashing-backend.ts';
import { byDepth } from '../../testing/depth.ts';
import { startService, testKey } from '../../testing/practice-service.ts';
import type { LanguageEvent } from '../service/client/index.ts';

/** Bans the token that ends a text of the practice model. */
const ENDLESS = { 256: -100 };

let bench: CrashBench;

const practice = await startService({ tokensPerSecond: 100 });
const models = (await (await practice.call('/v3/openai/models')).json()) as {
  data: readonly { id: string }[];
};
const model = models.data[0]?.id ?? '';
beforeEach(async () => {
  bench = newBench();
  await practice.call('/practice/requests', { method: 'DELETE' });
});

const newBench = () => createCrashBench({ baseUrl: practice.url, key: testKey });

/** Texts that have been written down, as another program sees them, piece by piece. */
function piecesOnDisk(): readonly string[] {
  const database = new DatabaseSync(join(bench.dataFolder, 'library.db'), { readOnly: true });
  try {
    const rows = database.prepare('SELECT events FROM language_pieces ORDER BY sequence').all();
    return rows
      .flatMap(({ events }) => JSON.parse(String(events)) as LanguageEvent[])
      .flatMap((event) => (event.is === 'text' ? [event.text] : []));
  } finally {
    database.close();
  }
}

/** An answer's text as a window gets it that opens now. */
async function textOf(fixture: BackendFixture, runId: string): Promise<string> {
  let text = '';
  const { language } = fixture.client();
  for await (const { events } of await language.follow({ runId, afterSequence: -1 })) {
    for (const event of events) if (event.is === 'text') text += event.text;
  }
  return text;
}

/** Paid requests. */
async function calls(): Promise<number> {
  return (await practice.records()).filter(({ path }) => path.endsWith('/completions')).length;
}

it('keeps the text of a completion, which is stored while it arrives', async () => {
  await using process = await bench.start();
  const sampling = { maxTokens: 2000, logitBias: ENDLESS };
  const request = { kind: 'completion', model, prompt: 'Light', ...sampling } as const;
  const { runId = '' } = await process.ask({ kind: 'write', request });
  await expect.poll(() => piecesOnDisk().join('').length).toBeGreaterThan(60);
  const onDisk = piecesOnDisk().join('');
  await process.kill();
  await using fixture = await bench.reopen();
  const [run] = await fixture.client().language.list({ limit: 5 });
  expect(run).toMatchObject({ id: runId, state: 'interrupted' });
  expect((await textOf(fixture, runId)).startsWith(onDisk)).toBe(true);
  expect(await calls()).toBe(1);
}, 60_000);

it('keeps every character that a window has received, whenever the process is killed', async () => {
  await practice.post('/practice/state', { tokensPerSecond: 300 });
  const request = {
    kind: 'completion',
    model,
    prompt: 'Light',
    maxTokens: 4000,
    logitBias: ENDLESS,
  } as const;
  for (let kill = 0; kill < byDepth(3, 20); kill++) {
    bench = newBench();
    await using process = await bench.start();
    const { runId = '' } = await process.ask({ kind: 'write', request });
    await process.ask({ kind: 'show', runId });
    // anywhere between two flushes
    const characters = 40 + 137 * kill;
    await expect.poll(() => process.shown().length, { interval: 3 }).toBeGreaterThan(characters);
    await process.kill();
    const shown = process.shown();
    await using fixture = await bench.reopen();
    const kept = await textOf(fixture, runId);
    expect(kept.slice(0, shown.length)).toBe(shown);
  }
}, 240_000);

it('keeps the answer of a conversation, its tree and its draft, and the answer can continue', async () => {
  await practice.post('/practice/state', { tokensPerSecond: 0 });
  await using process = await bench.start();
  const draft = 'And a cold one?';
  const { conversationId = '', messageId = '' } = await process.ask({
    kind: 'converse',
    model,
    draft,
  });
  // the second answer stalls: its few words are written down without another one after them
  await practice.post('/practice/faults', {
    path: '/v3/chat/completions',
    kind: 'stream-stall',
    afterChunks: 8,
  });
  const { runId = '' } = await process.ask({ kind: 'regenerate', messageId });
  await expect.poll(() => piecesOnDisk().join('')).not.toBe('');
  const onDisk = piecesOnDisk().join('');
  await process.kill();
  bench.expectSound();

  await using fixture = await bench.reopen();
  const { conversations, language } = fixture.client();
  const { messages } = await conversations.path({ conversationId, limit: 10 });
  expect(messages).toHaveLength(2);
  const broken = messages[1];
  expect(broken?.text.startsWith(onDisk)).toBe(true);
  expect(broken).toMatchObject({
    run: { id: runId, state: 'interrupted', error: { kind: 'interrupted' } },
    siblings: [{ id: messageId }, { id: broken?.id }],
  });
  expect(await conversations.draft({ conversationId })).toMatchObject({ text: draft });
  expect(await calls(), 'nothing is asked again by itself').toBe(2);

  const more = await conversations.continue({ messageId: broken?.id ?? '' });
  const next = more.answers[0]?.runId ?? '';
  for await (const { end } of await language.follow({ runId: next, afterSequence: -1 })) {
    if (end !== undefined) expect(end.state).toBe('done');
  }
  const { messages: after } = await conversations.path({ conversationId, limit: 10 });
  expect(after[1]?.text.startsWith(broken?.text ?? '-')).toBe(true);
  expect(after[1]?.text.length).toBeGreaterThan(broken?.text.length ?? Infinity);
  expect(after[1]?.siblings.map(({ id }) => id)).toEqual([messageId, broken?.id, after[1]?.id]);
}, 60_000);
