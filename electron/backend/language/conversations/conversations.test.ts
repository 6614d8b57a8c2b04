import { describe, expect, it } from 'vitest';
import { problemsIn } from '../../../testing/integrity.ts';
import { startChatBench } from '../testing/chat-bench.ts';

const bench = await startChatBench();

const conversations = () => bench.client().conversations;

async function conversation(): Promise<string> {
  // without a seed, an answer may end by itself before its twelfth token
  const parameters = { maxTokens: 12, seed: 1 };
  const { id } = await conversations().create({ parameters });
  return id;
}

async function send(conversationId: string, text: string, parentId?: string) {
  const sent = await bench.ended(conversations().send({ conversationId, parentId, text }));
  return { userId: sent.userMessageId ?? '', answerId: sent.answers[0]?.messageId ?? '' };
}

describe('a conversation', () => {
  it('does not stay on top because its time is in the future', async () => {
    const wrong = await conversation();
    const older = await conversation();
    const newer = await conversation();
    const setTime = (id: string, at: number) =>
      bench.fixture.sql((database) =>
        database.prepare('UPDATE conversations SET changed_at = ? WHERE id = ?').run(at, id),
      );
    const far = Date.now() + 400 * 86_400_000;
    setTime(wrong, far);
    setTime(older, Date.now() - 2000);
    setTime(newer, Date.now() - 1000);
    const listed = async () =>
      (await conversations().list({ limit: 3 })).entries.map(({ id }) => id);
    expect(await listed()).toEqual([wrong, newer, older]);
    await bench.fixture.backend().tend();
    expect((await listed()).at(-1)).toBe(older);
    setTime(wrong, far);
    await send(wrong, 'Hello');
    const { entries } = await conversations().list({ limit: 1 });
    expect(entries).toMatchObject([{ id: wrong }]);
    expect(entries[0]?.changedAt).toBeLessThanOrEqual(Date.now());
  });

  it('stores the message and its answer, with final ids, before the first byte', async () => {
    const id = await conversation();
    await bench.service.post('/practice/state', { tokensPerSecond: 10 });
    const sent = await conversations().send({ conversationId: id, text: 'Hello' });
    const [answer] = sent.answers;
    const before = await bench.path(id);
    const ids = [sent.userMessageId, answer?.messageId];
    expect(before.messages.map((message) => message.id)).toEqual(ids);
    expect(before.messages[1]?.run).toMatchObject({ id: answer?.runId, state: 'running' });
    // the window shows them without asking again
    expect(sent).toMatchObject({
      messages: before.messages,
      conversation: await conversations().read({ conversationId: id }),
    });
    expect((await conversations().read({ conversationId: id })).runIds).toEqual([answer?.runId]);
    await bench.service.post('/practice/state', { tokensPerSecond: 0 });
    await bench.ended(Promise.resolve(sent));
    const after = await bench.path(id);
    expect(after.messages.map((message) => message.id)).toEqual(ids);
    expect(after.messages[1]?.text.length).toBeGreaterThan(3);
    expect(after.messages[1]?.run?.usage?.completionTokens).toBe(12);
  });

  it('begins with its first message, in one transaction that clears the next draft', async () => {
    await conversations().saveDraft({ text: 'Hello there', pictures: [] });
    const begin = { system: 'Be brief', folder: 'Clients', model: 'practice/wordsmith' };
    const hot = { text: 'Hello there', begin, parameters: { temperature: 9 } };
    const refused = { data: { kind: 'invalid-input' } };
    await expect(conversations().send(hot)).rejects.toMatchObject(refused);
    const list = async () => (await conversations().list({ limit: 50 })).entries;
    expect((await list()).filter(({ folder }) => folder === 'Clients')).toEqual([]);
    expect(await conversations().draft({})).toMatchObject({ text: 'Hello there' });

    const sent = await bench.ended(conversations().send({ text: 'Hello there', begin }));
    expect(sent.conversation).toMatchObject({ ...begin, title: 'Hello there' });
    expect(await conversations().draft({})).toMatchObject({ text: '' });
    const path = await conversations().path({ conversationId: sent.conversation.id, limit: 5 });
    expect(path.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(path.leafId).toBe(sent.answers[0]?.messageId);
  });

  it('is named after its first words until the user names it', async () => {
    const id = await conversation();
    await send(id, 'Name three warm colours,\nplease');
    const title = async () => (await conversations().read({ conversationId: id })).title;
    expect(await title()).toBe('Name three warm colours, please');
    await conversations().change({ conversationId: id, title: ' Colours ' });
    expect(await title()).toBe('Colours');
    await conversations().change({ conversationId: id, title: '' });
    expect(await title()).toBe('Name three warm colours, please');
  });

  it('is read from its end in pages', async () => {
    const id = await conversation();
    let parent: string | undefined;
    for (const text of ['one', 'two', 'three']) parent = (await send(id, text, parent)).answerId;
    const last = await conversations().path({ conversationId: id, limit: 4 });
    expect(last).toMatchObject({ hasMore: true, leafId: parent });
    expect(last.messages[0]?.text).toBe('two');
    const before = last.messages[0]?.id;
    const first = await conversations().path({ conversationId: id, before, limit: 4 });
    expect(first).toMatchObject({ hasMore: false });
    expect(first.messages.map(({ text }) => text)[0]).toBe('one');
    expect(first.messages).toHaveLength(2);
  });
});

describe('branches', () => {
  it('keep later messages when a message is sent again, and are switched without loss', async () => {
    const id = await conversation();
    const first = await send(id, 'one');
    const second = await send(id, 'two', first.answerId);
    const better = { messageId: first.userId, text: 'one, but better', how: 'send' } as const;
    const edited = await bench.ended(conversations().edit(better));
    const after = await bench.path(id);
    expect(after.messages).toHaveLength(2);
    expect(after.messages[0]).toMatchObject({
      id: edited.userMessageId,
      siblings: [{ id: first.userId, below: 3 }, { id: edited.userMessageId }],
    });
    const shown = await conversations().show({ messageId: first.userId });
    expect(shown).toMatchObject({ leafId: second.answerId });
    expect((await bench.texts(id)).filter((_, index) => index % 2 === 0)).toEqual(['one', 'two']);
  });

  it('are the parallel answers of two models, each of which can be continued', async () => {
    const id = await conversation();
    const compare = { conversationId: id, text: 'Compare', models: [...bench.models] };
    const sent = await bench.ended(conversations().send(compare));
    expect(sent.answers).toHaveLength(2);
    const [first, second] = sent.answers;
    const { messages } = await bench.path(id);
    expect(messages[1]).toMatchObject({ id: first?.messageId, model: bench.models[0] });
    expect(messages[1]?.beside).toMatchObject([
      { id: second?.messageId, model: bench.models[1], run: { state: 'done' } },
    ]);
    await send(id, 'Go on', second?.messageId);
    const { messages: path } = await bench.path(id);
    expect(path[1]?.id).toBe(second?.messageId);
    expect(path[1]?.beside).toMatchObject([{ id: first?.messageId }]);
  });

  it('are removed with everything below, hidden ones counted, and restored', async () => {
    const id = await conversation();
    const first = await send(id, 'one');
    await send(id, 'two', first.answerId);
    await bench.ended(conversations().regenerate({ messageId: first.answerId }));
    const size = await conversations().branchSize({ messageId: first.answerId });
    expect(size).toEqual({ messages: 3, hidden: 3 });
    const whole = await bench.path(id);
    const { removalId } = await conversations().removeBranch({ messageId: first.userId });
    expect((await bench.path(id)).messages).toEqual([]);
    await conversations().restoreBranch({ removalId });
    const back = await bench.path(id);
    expect({ ...back, revision: 0 }).toEqual({ ...whole, revision: 0 });
  });

  it('bring back the messages above them that were removed later', async () => {
    const id = await conversation();
    const first = await send(id, 'one');
    const second = await send(id, 'two', first.answerId);
    const whole = await bench.path(id);
    const below = await conversations().removeBranch({ messageId: second.userId });
    const above = await conversations().removeBranch({ messageId: first.userId });
    await conversations().restoreBranch({ removalId: below.removalId });
    expect((await bench.path(id)).messages).toEqual(whole.messages);
    await conversations().restoreBranch({ removalId: above.removalId });
    expect((await bench.path(id)).messages).toEqual(whole.messages);
  });

  it('are not made by a saved edit: the earlier text and request stay readable', async () => {
    const { language } = bench.client();
    const id = await conversation();
    const { userId } = await send(id, 'A typpo');
    const runId = (await bench.path(id)).messages[1]?.run?.id ?? '';
    const edited = { text: 'A typo', pictures: [{ photoId: 'a', longestSide: 512 }] };
    await conversations().edit({ messageId: userId, ...edited, how: 'save' });
    const { messages } = await bench.path(id);
    expect(messages[0]).toMatchObject({ id: userId, text: 'A typo', earlierTexts: 1 });
    expect(messages).toHaveLength(2);
    const earlier = await conversations().earlierTexts({ messageId: userId });
    expect(earlier).toMatchObject([{ text: 'A typpo' }]);
    const { messages: sent } = (await language.request({ runId })) as { messages: unknown };
    expect(sent).toEqual([{ role: 'user', content: 'A typpo' }]);
  });

  it('begin with the text of an answer that is continued', async () => {
    const { language } = bench.client();
    const id = await conversation();
    const { answerId } = await send(id, 'Tell me a long story');
    const [, before] = await bench.texts(id);
    const more = await bench.ended(conversations().continue({ messageId: answerId }));
    const { messages } = await bench.path(id);
    expect(messages[1]).toMatchObject({ continues: answerId, siblings: [{ id: answerId }, {}] });
    expect(messages[1]?.text.startsWith(before ?? '-')).toBe(true);
    expect(messages[1]?.text.length).toBeGreaterThan(before?.length ?? Infinity);
    const request = await language.request({ runId: more.answers[0]?.runId ?? '' });
    expect(request).toMatchObject({ messages: [{ role: 'user' }, { content: before }] });
  });
});

describe('the token count of a path', () => {
  it('is exact after an answer, estimated after a change, and shows the request before it is sent', async () => {
    const id = await conversation();
    const { userId, answerId } = await send(id, 'Name three warm colours');
    const measure = async (changes: { readonly model?: string } = {}) =>
      await conversations().measure({ conversationId: id, parentId: answerId, ...changes });
    const usage = (await bench.path(id)).messages[1]?.run?.usage;
    expect(await measure()).toMatchObject({ tokens: usage?.totalTokens, isEstimate: false });
    expect(await measure({ model: bench.models[1] })).toMatchObject({ isEstimate: true });
    expect((await measure()).messages.map((message) => message.id)).toEqual([userId, answerId]);
    await conversations().change({ conversationId: id, system: 'Be brief' });
    expect(await measure()).toMatchObject({ isEstimate: true });
    const next = { conversationId: id, parentId: answerId, text: 'And cold ones?' };
    const preview = await conversations().preview({ ...next, leaveOut: [userId, answerId] });
    expect(preview).toMatchObject({
      kind: 'chat',
      messages: [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: 'And cold ones?' },
      ],
    });
    expect((await bench.path(id)).messages).toHaveLength(2);
  });
});

describe('concurrent changes of a conversation', () => {
  it('a message under a running answer has its text so far, and no orphan', async () => {
    const { language } = bench.client();
    const id = await conversation();
    const parameters = { maxTokens: 2000 };
    await bench.service.post('/practice/state', { tokensPerSecond: 200 });
    const first = await conversations().send({ conversationId: id, text: 'one', parameters });
    const [answer] = first.answers;
    const { runId = '', messageId: parentId } = answer ?? {};
    for await (const { events } of await language.follow({ runId, afterSequence: -1 })) {
      if (events.some(({ is }) => is === 'text')) break;
    }
    const second = await conversations().send({ conversationId: id, parentId, text: 'two' });
    await language.stop({ runId });
    await bench.service.post('/practice/state', { tokensPerSecond: 0 });
    await bench.ended(Promise.resolve(second));
    expect((await bench.end(runId)).state).toBe('stopped');
    const { messages } = await bench.path(id);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(messages[1]?.text).not.toBe('');
    const sent = await language.request({ runId: second.answers[0]?.runId ?? '' });
    expect(sent).toMatchObject({ messages: [{}, { role: 'assistant' }, { content: 'two' }] });
  });

  it('two windows that send at once each use the branch that they saw', async () => {
    const id = await conversation();
    const { answerId } = await send(id, 'one');
    const next = { conversationId: id, parentId: answerId };
    const sendNext = (text: string) => conversations().send({ ...next, text });
    const both = await Promise.all(['left', 'right'].map(sendNext));
    for (const begun of both) await bench.ended(Promise.resolve(begun));
    const { messages } = await bench.path(id);
    expect(messages[2]?.siblings).toHaveLength(2);
    expect(messages[2]?.text).toBe('right');
  });

  it('a refusal leaves no message, and keeps the draft', async () => {
    const id = await conversation();
    await conversations().saveDraft({ conversationId: id, text: 'too hot', pictures: [] });
    const parameters = { temperature: 5 };
    const hot = { conversationId: id, text: 'too hot', parameters };
    const refused = (field: string) => ({ data: { kind: 'invalid-input', details: { field } } });
    await expect(conversations().send(hot)).rejects.toMatchObject(refused('temperature'));
    const many = { ...hot, parameters: { n: 129, anyway: ['n' as const] } };
    await expect(conversations().send(many)).rejects.toMatchObject(refused('n'));
    const blank = { conversationId: id, text: ' ' };
    await expect(conversations().send(blank)).rejects.toThrow(/message/u);
    expect((await bench.path(id)).messages).toEqual([]);
    expect(await conversations().draft({ conversationId: id })).toMatchObject({ text: 'too hot' });
    const anyway = { ...parameters, maxTokens: 3, anyway: ['temperature' as const] };
    await bench.ended(conversations().send({ ...hot, parameters: anyway }));
    expect(await conversations().draft({ conversationId: id })).toMatchObject({ text: '' });
  });

  it('a draft of the next conversation keeps its words and pictures over a restart', async () => {
    const draft = { text: 'Which of “these”?', pictures: [{ photoId: 'a', longestSide: 512 }] };
    await conversations().saveDraft(draft);
    await bench.fixture.restart();
    expect(await conversations().draft({})).toEqual(draft);
    await conversations().saveDraft({ text: '', pictures: [] });
    expect(await conversations().draft({})).toEqual({ text: '', pictures: [] });
  });

  it('the tree survives a restart, and a removal that is undone', async () => {
    const id = await conversation();
    await send(id, 'one');
    const before = await bench.path(id);
    await conversations().remove({ conversationIds: [id] });
    const listed = async () =>
      (await conversations().list({ limit: 200 })).entries.some((entry) => entry.id === id);
    expect(await listed()).toBe(false);
    await bench.fixture.restart();
    await conversations().restore({ conversationIds: [id] });
    expect(await listed()).toBe(true);
    expect((await bench.path(id)).messages).toEqual(before.messages);
    expect(problemsIn(bench.fixture.dataFolder)).toEqual([]);
  });
});
