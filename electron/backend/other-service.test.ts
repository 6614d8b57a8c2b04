/** Answers of other services, and a library that an earlier version filled from them. */
import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { faultsOfOtherService } from '../testing/other-service.ts';
import { startChatBench } from './language/testing/chat-bench.ts';

const bench = await startChatBench({ isAccount: true });
beforeEach(() => bench.calm());

async function becomeOther(): Promise<void> {
  for (const { path, ...what } of await faultsOfOtherService(bench.service.url, bench.key)) {
    await bench.fault(String(path), what);
  }
}

async function conversation(): Promise<{ readonly id: string; readonly runId: string }> {
  const { client } = bench;
  const { id } = await client().conversations.create({ parameters: { maxTokens: 4 } });
  const { answers } = await bench.ended(
    client().conversations.send({ conversationId: id, text: 'A' }),
  );
  return { id, runId: answers[0]?.runId ?? '' };
}

describe('a service with unusual answers', () => {
  it('lists chat models: without a price when none is given, ids digit by digit, withdrawn ones last', async () => {
    await becomeOther();
    const { connectionId = '' } = await bench.client().models.list();
    const { models } = await bench.client().models.refresh({ connectionId });
    const auto = models.find(({ id }) => id === 'practice/auto');
    const prices = [auto?.inputPricePerMillion, auto?.outputPricePerMillion];
    expect([auto?.title, ...prices]).toEqual(['practice/auto', undefined, undefined]);
    const ids = models.map(({ id }) => id);
    expect(ids).toContain('9007199254740993');
    expect(ids).not.toContain('practice/embedding');
    expect(ids).not.toContain('practice/image');
    expect(ids.at(-1)).toBe('practice/withdrawn');
  });
});

/** What a version that took every number of a service has written down. */
function fillAsBefore(database: DatabaseSync, runId: string): void {
  const usage = { promptTokens: 1.5, completionTokens: -3, totalTokens: 1e300 };
  database
    .prepare(
      'UPDATE language_runs SET price_in = -1, price_out = -1, cost = -7, usage = ? WHERE id = ?',
    )
    .run(JSON.stringify(usage), runId);
  const copy = database.prepare(
    `INSERT INTO language_runs (id, state, request, connection_id, connection_name, created_at,
       conversation_id, message_id, context, price_in, price_out, cost, usage, error, origin, finish_reasons)
     SELECT ?1, ?2, request, connection_id, connection_name, created_at + 1, conversation_id, NULL,
       context, ?3, ?3, ?4, ?5, ?6, ?7, ?8 FROM language_runs WHERE id = ?9`,
  );
  const fields = (cost: number | null) =>
    [5, cost, JSON.stringify(usage), '{"kind":"odd"}', '{"id":5}', '[5]', runId] as const;
  copy.run('odd-1', 'done', ...fields(1e17));
  copy.run('odd-2', 'running', ...fields(null));
  copy.run('odd-3', 'running', ...fields(null));
  const event = (value: object) => JSON.stringify([value]);
  const piece = database.prepare('INSERT INTO language_pieces VALUES (?, ?, ?)');
  piece.run('odd-2', 0, event({ is: 'text', choice: 0, text: 'half', pieces: 1, logprobs: [] }));
  piece.run('odd-2', 1, event({ is: 'usage', usage: { ...usage, completionTokens: 37.25 } }));
  piece.run('odd-3', 0, event({ is: 'text', choice: -1, text: 5 }));
  database.prepare(`UPDATE language_runs SET request = '{}' WHERE id = 'odd-3'`).run();
  database
    .prepare(
      `INSERT INTO answer_ledger (run_id, connection_id, is_practice, model, began_at, ended_at,
         prompt_tokens, completion_tokens, cost) SELECT 'odd-' || value, connection_id, 0, 'm', created_at,
         created_at, 9007199254740991, 9007199254740991, 9e18
       FROM language_runs, json_each('[5,6,7]') WHERE language_runs.id = ?`,
    )
    .run(runId);
}

describe('a library with figures that no answer can have', () => {
  it('opens, shows everything else, and reports the omission in the window', async () => {
    const { id, runId } = await conversation();
    const other = await conversation();
    const before = await bench.path(other.id);
    await bench.fixture.restart({
      whileClosed: async () => bench.fixture.sql((database) => fillAsBefore(database, runId)),
    });
    const client = bench.client();
    const { messages } = await bench.path(id);
    expect(messages).toHaveLength(2);
    const run = messages[1]?.run;
    expect([run?.state, run?.cost, run?.priceIn]).toEqual(['done', undefined, undefined]);
    expect(await bench.path(other.id)).toEqual(before);
    const { answers, running } = await client.language.answers({ show: 'all', limit: 100 });
    expect(running).toBe(0);
    expect(answers.map((answer) => answer.id)).toEqual(
      expect.arrayContaining([runId, other.runId, 'odd-1', 'odd-2', 'odd-3']),
    );
    const listed = (await client.language.list({ limit: 100 })).map((run) => run.id);
    expect(listed).toEqual(expect.arrayContaining([runId, other.runId, 'odd-1', 'odd-2']));
    const odd = answers.find((answer) => answer.id === 'odd-2');
    expect(odd).toMatchObject({ state: 'interrupted', usage: { completionTokens: 37 } });
    const { connectionId = '' } = await client.models.list();
    const day = Math.floor(Date.now() / 86_400_000);
    const spent = await client.language.spent({ connectionId, day });
    expect(spent.promptTokens).toBe(Number.MAX_SAFE_INTEGER);
    const words = 'that it can’t read. Everything else is there.';
    const message = expect.stringContaining(words) as string;
    for await (const request of await client.desktop.requests()) {
      expect(request).toMatchObject({ kind: 'problem', error: { message } });
      break;
    }
    const next = client.conversations.send({ conversationId: id, text: 'B' });
    expect(await bench.ended(next)).toBeDefined();
  });
});
