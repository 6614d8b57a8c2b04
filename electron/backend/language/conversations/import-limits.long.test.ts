/** Tests files beyond the limits, truncated files, and stopped imports. */
import { expect, it } from 'vitest';
import { CONVERSATION_LIMITS } from '../../../../shared/contract/conversations.ts';
import { createBackendFixture } from '../../../testing/backend-fixture.ts';
import { problemsIn } from '../../../testing/integrity.ts';
import { importFile } from '../../../testing/import-file.ts';

const fixture = await createBackendFixture();

function conversation(id: string, texts: readonly string[], fields: object = {}): string {
  const nodes = texts.map((text, index) => {
    const author = { role: index % 2 === 0 ? 'user' : 'assistant' };
    const message = { author, create_time: 1_700_000_000 + index, content: { parts: [text] } };
    return [`${id}-${index}`, { parent: index === 0 ? null : `${id}-${index - 1}`, message }];
  });
  return JSON.stringify({ id, title: id, mapping: Object.fromEntries(nodes), ...fields });
}

const importText = (text: string, signal?: AbortSignal) =>
  importFile(fixture.client().conversations, { file: new Blob([text]) }, { signal });

function onDisk(sql: string): number {
  return fixture.sql((database) =>
    Number(database.prepare(`SELECT count(*) AS count ${sql}`).get()?.['count']),
  );
}

it('truncates values above a limit of the contract, and says so', async () => {
  const most = CONVERSATION_LIMITS.textCharacters;
  const long = `${'x'.repeat(most - 1)}👩${'y'.repeat(100)}`;
  const file = {
    format: 'gesso-conversation',
    version: 1,
    conversation: {
      id: 'i'.repeat(5000),
      title: 't'.repeat(500),
      system: 's'.repeat(most + 1),
      model: 'm'.repeat(5000),
      folder: 'f'.repeat(5000),
      createdAt: -0.5,
      currentMessage: 'c'.repeat(5000),
      parameters: { stop: Array.from({ length: 5 }, () => 'x'.repeat(10_000)) },
    },
    messages: [
      { id: 'q', role: 'user', text: long, createdAt: 1e300 },
      { id: 'c'.repeat(5000), parentId: 'q', role: 'assistant', text: 'Yes', model: long },
    ],
  };
  const report = await importText(JSON.stringify(file));
  expect(report).toMatchObject({ conversations: 1, messages: 2 });
  expect(report.skipped.map(({ reason }) => reason)).toEqual([
    'A message has more than 4,000,000 characters. The rest was left out.',
    'A title has more than 200 characters. The rest was left out.',
    'A system message has more than 4,000,000 characters. The rest was left out.',
    'Parameters of a conversation were too long and were left out.',
  ]);
  const { conversations } = fixture.client();
  const [conversationId = ''] = report.conversationIds;
  const read = await conversations.read({ conversationId });
  expect([read.title.length, read.system.length]).toEqual([200, most]);
  expect(read).toMatchObject({ folder: '', parameters: {} });
  expect(read.model).toBeUndefined();
  const { messages } = await conversations.path({ conversationId, limit: 5 });
  expect(messages.map(({ text }) => text.length)).toEqual([most - 1, 3]); // no half of a character
  expect(await importText(JSON.stringify(file))).toMatchObject({ conversations: 0, known: 1 });
});

it('keeps complete conversations when it is aborted, and says so', async () => {
  const before = onDisk('FROM conversations');
  const many = Array.from({ length: 20_000 }, (_, index) => `Stopped message ${index}`);
  const file = `[${conversation('first', ['Hello'])},${conversation('long', many)}]`;
  const stop = new AbortController();
  const ended = expect(importText(file, stop.signal)).rejects.toMatchObject({
    data: {
      kind: 'cancelled',
      message:
        'The import was stopped. One conversation was imported as a whole. Select the file again to import the rest.',
    },
  });
  const stopped = "FROM messages WHERE text LIKE 'Stopped message%'";
  await expect.poll(() => onDisk(stopped), { interval: 1 }).toBeGreaterThan(100);
  stop.abort();
  await ended;
  await expect.poll(() => onDisk('FROM conversations')).toBe(before + 1);
  expect(onDisk(stopped)).toBe(0);
  expect(onDisk('FROM message_removals')).toBe(0);
  await expect(importText(file, AbortSignal.abort())).rejects.toThrow();
  expect(problemsIn(fixture.dataFolder)).toEqual([]);
});

it('finishes publishing an import after a kill', async () => {
  await importText(`[${conversation('growing', ['One'])}]`);
  const grown = Array.from({ length: 100 }, (_, index) => (index === 0 ? 'One' : `More ${index}`));
  await importText(`[${conversation('growing', grown)}]`);
  const { conversations } = fixture.client();
  const { entries } = await conversations.list({ search: 'growing', limit: 1 });
  const conversationId = entries[0]?.id ?? '';
  await fixture.restart({
    // as a kill in the middle leaves it
    async whileClosed() {
      fixture.sql((database) => {
        database
          .prepare("INSERT INTO message_removals VALUES ('coming', ?, NULL, -1)")
          .run(conversationId);
        database.exec(
          "UPDATE messages SET removal_id = 'coming' WHERE text LIKE 'More%' AND number % 2 = 0",
        );
      });
    },
  });
  await expect.poll(() => onDisk('FROM message_removals')).toBe(0);
  expect(onDisk("FROM messages WHERE text LIKE 'More%' AND removal_id IS NULL")).toBe(99);
});
