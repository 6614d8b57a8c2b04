import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startScriptedBackend } from '../../../testing/scripted-backend.ts';
import { importFile } from '../../../testing/import-file.ts';

const { fixture } = await startScriptedBackend();

/** A ChatGPT file: each entry is a message with its parent and its text. */
function mappingFile(
  id: string,
  nodes: Readonly<Record<string, readonly [parent: string | null, role: string, text: string]>>,
  current: string,
): Blob {
  const mapping = Object.fromEntries(
    Object.entries(nodes).map(([source, [parent, role, text]], index) => [
      source,
      {
        id: source,
        parent,
        message: {
          author: { role },
          create_time: 1_700_000_000 + index + 0.5,
          content: { content_type: 'text', parts: [text] },
        },
      },
    ]),
  );
  const title = `Title ${id}`;
  return new Blob([JSON.stringify([{ id, title, mapping, current_node: current }])]);
}

async function find(text: string, order: 'newest' | 'best' = 'newest'): Promise<readonly string[]> {
  const { hits } = await fixture.client().conversations.search({ text, order, limit: 50 });
  return hits.map(({ excerpt, marks }) =>
    marks.map(([start, end]) => excerpt.slice(start, end)).join('|'),
  );
}

describe('the search', () => {
  beforeAll(async () => {
    const nodes = {
      a: [null, 'user', 'How do I keep 数据库 safe? I don’t know, a-b'],
      b: ['a', 'assistant', 'A naïve answer with itgc悬空 inside'],
      c: ['a', 'assistant', 'The other branch speaks of zebras'],
    } as const;
    const file = mappingFile('search', nodes, 'b');
    await importFile(fixture.client().conversations, { file });
  });

  it('finds words in every script, for any input', async () => {
    for (const text of ['数据', '库', '悬空', 'itgc', 'don’t', 'a-b'])
      expect(await find(text)).toEqual([text]);
    expect(await find('NAIVE answ', 'best')).toEqual(['naïve|answ']);
    for (const text of ['*', 'NEAR(', 'foo"bar', '""', '{x}:', '^a', 'a AND']) {
      expect(await find(text), text).toBeInstanceOf(Array);
    }
  });

  it('finds words of other branches, says so, and opens them', async () => {
    const { conversations } = fixture.client();
    const search = { text: 'zebra', order: 'newest', limit: 5 } as const;
    const { hits } = await conversations.search(search);
    expect(hits).toMatchObject([{ isOnPath: false, role: 'assistant' }]);
    await conversations.show({ messageId: hits[0]?.messageId ?? '' });
    expect((await conversations.search(search)).hits).toMatchObject([{ isOnPath: true }]);
  });

  it('drops changed or removed text, and returns pages', async () => {
    const { conversations } = fixture.client();
    const nodes = {
      a: [null, 'user', 'lighthouse one'],
      b: ['a', 'user', 'lighthouse two'],
      c: ['b', 'user', 'lighthouse three'],
    } as const;
    const file = mappingFile('more', nodes, 'c');
    await importFile(conversations, { file });
    const search = { text: 'lighthouse', order: 'newest', limit: 2 } as const;
    const first = await conversations.search(search);
    const [three, two] = [{ excerpt: 'lighthouse three' }, { excerpt: 'lighthouse two' }];
    expect(first.hits).toMatchObject([three, two]);
    const second = await conversations.search({ ...search, after: first.after });
    expect(second.hits).toMatchObject([{ excerpt: 'lighthouse one' }]);
    const [top] = first.hits;
    const messageId = top?.messageId ?? '';
    await conversations.edit({ messageId, text: 'beacon', how: 'save' });
    expect(await find('three')).toEqual([]);
    expect(await find('beacon')).toEqual(['beacon']);
    await conversations.removeBranch({ messageId });
    expect(await find('beacon')).toEqual([]);
    await conversations.remove({ conversationIds: [top?.conversationId ?? ''] });
    expect(await find('lighthouse')).toEqual([]);
  });
});

describe('an import', () => {
  const nodes = {
    root: [null, 'system', ''],
    a: ['root', 'user', 'Question'],
    tool: ['a', 'tool', 'some output'],
    b: ['tool', 'assistant', 'Answer below a tool'],
    c: ['a', 'assistant', 'Second answer'],
    lost: ['nowhere', 'user', 'Its parent is gone'],
  } as const;

  it('imports the tree, joins the parts around a skipped message, and adds it once', async () => {
    const { conversations } = fixture.client();
    const report = await importFile(conversations, { file: mappingFile('import', nodes, 'b') });
    expect(report).toMatchObject({ conversations: 1, messages: 4, known: 0 });
    expect(report.skipped).toEqual([{ reason: 'The output of a tool was left out.', count: 1 }]);
    const [conversationId = ''] = report.conversationIds;
    const { messages } = await conversations.path({ conversationId, limit: 10 });
    expect(messages.map(({ text }) => text)).toEqual(['Question', 'Answer below a tool']);
    expect(messages[1]?.siblings).toHaveLength(2);
    expect(messages[0]?.siblings).toHaveLength(2);
    const again = await importFile(conversations, { file: mappingFile('import', nodes, 'b') });
    expect(again).toMatchObject({ conversations: 0, messages: 0, known: 1 });
    const longer = { ...nodes, d: ['b', 'user', 'A new one'] } as const;
    const rest = await importFile(conversations, { file: mappingFile('import', longer, 'd') });
    expect(rest).toMatchObject({ conversations: 1, messages: 1 });
  });

  it('reads messages in OpenAI’s format, and lines of them', async () => {
    const { conversations } = fixture.client();
    const messages = [
      { role: 'system', content: 'Be kind' },
      { role: 'user', content: [{ type: 'text', text: 'Hello' }, { type: 'image_url' }] },
      { role: 'assistant', content: 'Hi' },
    ];
    const lines = `${JSON.stringify({ messages })}\nnot JSON\n`;
    const report = await importFile(conversations, { file: new Blob([lines]) });
    expect(report).toMatchObject({ conversations: 1, messages: 2 });
    expect(report.skipped).toHaveLength(2);
    const [conversationId = ''] = report.conversationIds;
    expect(await conversations.read({ conversationId })).toMatchObject({
      title: 'Hello',
      system: 'Be kind',
    });
  });

  it('survives cycles and invalid data, and refuses a file without conversations', async () => {
    const { conversations } = fixture.client();
    const circle = { a: ['b', 'user', 'one'], b: ['a', 'assistant', 'two'] } as const;
    const report = await importFile(conversations, { file: mappingFile('circle', circle, 'b') });
    const [conversationId = ''] = report.conversationIds;
    const { messages } = await conversations.path({ conversationId, limit: 10 });
    expect(messages.length).toBeGreaterThan(0);
    for (const text of ['', '{}', '[1,null,"a"]', '\u0000']) {
      const importing = importFile(conversations, { file: new Blob([text]) });
      await expect(importing, text).rejects.toMatchObject({ data: { kind: 'invalid-input' } });
    }
  });

  it('reads Gesso’s own export, which adds nothing to its own library', async () => {
    const { conversations } = fixture.client();
    const { hits } = await conversations.search({ text: 'tool', order: 'newest', limit: 1 });
    const conversationId = hits[0]?.conversationId ?? '';
    expect(await conversations.save({ conversationId, as: 'json' })).toMatchObject({
      kind: 'saved',
    });
    const request = fixture.saved.at(-1);
    expect(request?.suggestedName).toBe('Title import.json');
    const place = join(fixture.folder, 'tree.json');
    await request?.write(place);
    const file = new Blob([await readFile(place)]);
    expect(await importFile(conversations, { file })).toMatchObject({ conversations: 0, known: 1 });
    const { text } = await conversations.text({ conversationId, as: 'markdown' });
    expect(text.startsWith('# Title import\n\n## You\n\nQuestion')).toBe(true);
  });
});
