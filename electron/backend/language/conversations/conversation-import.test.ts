import { expect, it } from 'vitest';
import { createBackendFixture } from '../../../testing/backend-fixture.ts';
import { problemsIn } from '../../../testing/integrity.ts';
import { importFile } from '../../../testing/import-file.ts';

/** Messages of a file whose import takes many steps. */
const MANY = 4000;

const fixture = await createBackendFixture();

/** As ChatGPT exports it: a line of messages. */
function exported(id: string, length: number): Blob {
  const nodes = Array.from({ length }, (_node, index) => {
    const author = { role: index % 2 === 0 ? 'user' : 'assistant' };
    const content = { parts: [`${id} message ${index}`] };
    const message = { author, create_time: 1_700_000_000 + index, content };
    return [`n${index}`, { parent: index === 0 ? null : `n${index - 1}`, message }] as const;
  });
  const mapping = Object.fromEntries(nodes);
  return new Blob([JSON.stringify([{ id, current_node: `n${length - 1}`, mapping }])]);
}

/** As another program sees it. */
function rowsOnDisk(table: string): number {
  return fixture.sql((database) =>
    Number(database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count']),
  );
}

async function hits(text: string): Promise<number> {
  return (await fixture.client().conversations.search({ text, order: 'newest', limit: 5 })).hits
    .length;
}

for (const [which, id, before, tags] of [
  ['is new', 'fresh', 0, []],
  ['has begun', 'known', 2, ['second']],
] as const) {
  const title = `shows a conversation that ${which} once complete, and nothing of an aborted one`;
  it(title, { tags: [...tags] }, async () => {
    if (before > 0)
      await importFile(fixture.client().conversations, { file: exported(id, before) });
    const messages = rowsOnDisk('messages');
    const { entries } = await fixture.client().conversations.list({ limit: 10 });
    const importing = importFile(fixture.client().conversations, { file: exported(id, MANY) });
    const ended = expect(importing).rejects.toThrow();
    await expect
      .poll(() => rowsOnDisk('messages'), { interval: 1 })
      .toBeGreaterThan(messages + 100);
    expect(await hits(`${id} message 99`)).toBe(0);
    expect((await fixture.client().conversations.list({ limit: 10 })).entries).toEqual(entries);
    await fixture.restart();
    await ended;
    expect(await hits(`${id} message 99`)).toBe(0);
    await expect.poll(() => rowsOnDisk('messages')).toBe(messages);
    await expect.poll(() => rowsOnDisk('message_removals')).toBe(0);

    const { conversations } = fixture.client();
    const report = await importFile(conversations, { file: exported(id, MANY) });
    expect(report).toMatchObject({ conversations: 1, messages: MANY - before });
    const [conversationId = ''] = report.conversationIds;
    const path = await conversations.path({ conversationId, limit: 2 });
    expect(path.messages.map(({ text }) => text)).toEqual([
      `${id} message ${MANY - 2}`,
      `${id} message ${MANY - 1}`,
    ]);
    expect(await hits(`${id} message 99`)).toBeGreaterThan(0);
    expect(await importFile(conversations, { file: exported(id, MANY) })).toMatchObject({
      known: 1,
    });
    expect(problemsIn(fixture.dataFolder)).toEqual([]);
  });
}

it('deletes a removed conversation with its words for good, and keeps its neighbour', async () => {
  const { conversations } = fixture.client();
  await importFile(conversations, { file: exported('staying', 20) });
  const { conversationIds } = await importFile(conversations, { file: exported('zanzibar', 60) });
  await conversations.remove({ conversationIds: [...conversationIds] });
  const words = () =>
    fixture
      .sql((database) => database.prepare('SELECT block FROM message_search_data').all())
      .map(({ block }) => Buffer.from(block as Uint8Array).toString('latin1'))
      .join('');
  expect(words()).toMatch(/anzibar/u);
  fixture.sql((database) =>
    database.exec('UPDATE conversations SET removed_at = 1 WHERE removed_at IS NOT NULL'),
  );
  await fixture.restart();
  await expect.poll(words).not.toMatch(/anzibar/u);
  expect(words()).toMatch(/taying/u);
  await expect.poll(() => rowsOnDisk('conversations WHERE removed_at IS NOT NULL')).toBe(0);
  expect(await hits('staying message')).toBe(5);
  expect(problemsIn(fixture.dataFolder)).toEqual([]);
});

it('waits for the earlier import, so that a file imported twice at once exists once', async () => {
  const { conversations } = fixture.client();
  const reports = await Promise.all(
    [1, 2].map(() => importFile(conversations, { file: exported('twice', 50) })),
  );
  expect(reports.map(({ messages }) => messages)).toEqual([50, 0]);
});

it('imports settings and parallel answers from Gesso’s own file', async () => {
  const { conversations } = fixture.client();
  const settings = { system: 'Be kind', folder: 'Clients', model: 'm/one' };
  const answer = { role: 'assistant', parentId: 'q', orderId: 'order', createdAt: 2 };
  const file = {
    format: 'gesso-conversation',
    version: 1,
    conversation: { id: 'elsewhere', title: 'Own', parameters: { maxTokens: 5 }, ...settings },
    messages: [
      { id: 'q', role: 'user', text: 'Which?', pictures: [{ photoId: 'p' }], createdAt: 1 },
      { id: 'a', text: 'This', model: 'm/one', ...answer },
      { id: 'b', text: 'That', model: 'm/two', ...answer },
      { id: 'b', text: 'Twice', ...answer },
      { id: 'c', role: 'nobody' },
    ],
  };
  const report = await importFile(conversations, { file: new Blob([JSON.stringify(file)]) });
  expect(report).toMatchObject({ conversations: 1, messages: 3 });
  expect(report.skipped.map(({ reason }) => reason)).toEqual([
    'A picture or another part that is not text was left out.',
    'A message was unreadable.',
  ]);
  const [conversationId = ''] = report.conversationIds;
  expect(await conversations.read({ conversationId })).toMatchObject({
    ...settings,
    parameters: { maxTokens: 5 },
  });
  const [, shown] = (await conversations.path({ conversationId, limit: 5 })).messages;
  expect(shown).toMatchObject({ text: 'That', beside: [{ text: 'This', model: 'm/one' }] });
});
