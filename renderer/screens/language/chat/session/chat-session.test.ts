/** Tests the chat session with answers that arrive late. */
import { beforeEach, describe, expect, it } from 'vitest';
import type {
  Answering,
  Conversation,
  Message,
} from '../../../../../shared/contract/conversations.ts';
import { createChatSession, type ChatSession } from './chat-session.ts';
import type { ChatDeps } from './chat-deps.ts';
import { besideModelsOf, createChatStore, type ChatStore } from './chat-store.ts';
import { createLateCalls, type Call, type LateCalls } from './testing/late-calls.ts';

let offer: ReturnType<ChatDeps['models']>;
let calls: readonly Call[];
let call: LateCalls['call'];
let said: string[];
let store: ChatStore;
let session: ChatSession;
let importing: ChatDeps['importPicture'];

beforeEach(() => {
  const late = createLateCalls();
  ({ calls, call } = late);
  said = [];
  offer = undefined;
  store = createChatStore();
  session = createChatSession({
    backend: { conversations: late.procedures, language: {} } as unknown as ChatDeps['backend'],
    store,
    answers: { track: () => undefined },
    importPicture: (file) => importing(file),
    models: () => offer,
    say: (message) => void said.push(message),
    sayUndo: () => undefined,
  });
});

const EMPTY = { text: '', pictures: [] };

/** A message with the fields that the session reads. */
function message(id: string, parentId?: string): Message {
  return { id, parentId, siblings: [], beside: [] } as unknown as Message;
}

function conversation(revision: number): Conversation {
  return { id: 'one', revision, runIds: [] } as unknown as Conversation;
}

/** Types and sends a message. @returns the call that sends it */
async function sendDraft(draft: string): Promise<Call> {
  session.drafts.change({ draft });
  void session.send();
  return await call('send');
}

/** An answer of the backend about the conversation `one`. */
function answering(...messages: readonly Message[]): Answering {
  return { conversation: conversation(2), answers: [], messages };
}

describe('the first message of a conversation', () => {
  it('stays when the empty earlier draft is read after it was typed and saved', async () => {
    void session.drafts.load();
    const reading = await call('draft');
    session.drafts.change({ draft: 'A warm colour' });
    void session.drafts.flush();
    await (await call('saveDraft')).answer(undefined);
    await reading.answer(EMPTY);
    expect(store.getState().draft).toBe('A warm colour');
  });

  it('is sent unchanged while the next one is being typed', async () => {
    const sending = await sendDraft('A warm colour');
    expect(sending.input).toEqual({
      text: 'A warm colour',
      begin: { folder: '', parameters: {}, system: '' },
    });
    session.drafts.change({ draft: 'And a cold' });
    await sending.answer(answering(message('question')));
    expect((await call('saveDraft')).input).toEqual(EMPTY); // the draft of the next new conversation
    expect((await call('saveDraft')).input).toEqual({
      conversationId: 'one',
      text: 'And a cold',
      pictures: [],
    });
    expect(store.getState()).toMatchObject({ conversationId: 'one', draft: 'And a cold' });
  });

  it('takes one call, and no more until the library has news', async () => {
    const sending = await sendDraft('A warm colour');
    await sending.answer(answering(message('question'), message('answer', 'question')));
    await expect.poll(() => store.getState().isSending).toBe(false);
    expect(store.getState()).toMatchObject({
      conversationId: 'one',
      conversation: { revision: 2 },
      draft: '',
      messages: [{ id: 'question' }, { id: 'answer' }],
    });
    expect(calls).toEqual([]);
  });

  it('is sent once, and never empty', async () => {
    void session.send();
    const sending = await sendDraft('A warm colour');
    expect(sending.input).toMatchObject({ text: 'A warm colour' });
    void session.send();
    await new Promise(setImmediate);
    expect(calls).toEqual([]);
  });

  it('stays the draft when it is refused, and starts no conversation', async () => {
    await (await sendDraft('A warm colour')).refuse(new Error('Select a model first.'));
    const { input, answer } = await call('saveDraft');
    expect(input).toEqual({ text: 'A warm colour', pictures: [] });
    await answer(undefined);
    await expect.poll(() => store.getState().error).toBeDefined();
    expect(store.getState()).toMatchObject({ conversationId: undefined, draft: 'A warm colour' });
  });

  it('does not replace a conversation that was opened meanwhile', async () => {
    const sending = await sendDraft('A warm colour');
    void session.open('two');
    await sending.answer(answering(message('question')));
    expect(store.getState()).toMatchObject({ conversationId: 'two', messages: [] });
  });

  it('leaves the next new conversation in front, whose draft it does not become', async () => {
    const sending = await sendDraft('A warm colour');
    void session.open(undefined);
    await (await call('draft')).answer({ text: 'A warm colour', pictures: [] });
    await sending.answer(answering(message('question')));
    await (await call('draft')).answer(EMPTY);
    expect(store.getState()).toMatchObject({ conversationId: undefined, draft: '', messages: [] });
  });
});

describe('the settings of a new conversation', () => {
  const read = async () => await (await call('draft')).answer(EMPTY);

  async function visitAndReturn(): Promise<void> {
    void session.open('two');
    await read();
    void session.open(undefined, 'Work');
    await read();
  }

  it('stay while another conversation is visited', async () => {
    await session.change({ system: 'Be kind', model: 'm' });
    await visitAndReturn();
    expect(store.getState().fresh).toMatchObject({ system: 'Be kind', model: 'm', folder: 'Work' });
  });

  it.each([true, false])('are those of one conversation, sent in front: %s', async (isInFront) => {
    await session.change({ system: 'Be kind' });
    const sending = await sendDraft('Hello');
    if (isInFront) await sending.answer(answering(message('question')));
    await visitAndReturn();
    expect(store.getState().fresh).toMatchObject({ system: '', folder: 'Work' });
  });

  it('changed while the first message is sent are those of its conversation', async () => {
    const sending = await sendDraft('Hello');
    void session.change({ system: 'Be kind' });
    await sending.answer(answering(message('question')));
    const changing = await call('change');
    expect(changing.input).toEqual({ conversationId: 'one', system: 'Be kind' });
    await visitAndReturn();
    expect(store.getState().fresh.system).toBe('');
  });

  it('stay when the first message is refused', async () => {
    await session.change({ system: 'Be kind' });
    await (await sendDraft('Hello')).refuse(new Error('The service refused it.'));
    await (await call('saveDraft')).answer(undefined);
    await visitAndReturn();
    expect(store.getState().fresh.system).toBe('Be kind');
  });
});

it('asks a model once that was also selected for comparing', async () => {
  void session.change({ model: 'a' });
  session.compare(['b', 'a']);
  expect((await sendDraft('Hello')).input['models']).toEqual(['a', 'b']);
});

describe('models chosen for comparing', () => {
  const open = async (id: string | undefined) => {
    void session.open(id);
    await (await call('draft')).answer(EMPTY);
  };

  it('stay with their conversation while another one is visited', async () => {
    await open('one');
    session.compare(['b']);
    await open('two');
    expect(besideModelsOf(store.getState())).toEqual([]);
    await open('one');
    expect(besideModelsOf(store.getState())).toEqual(['b']);
  });

  it.each([true, false])('stay with a new one that gets its id in front: %s', async (isInFront) => {
    session.compare(['b']);
    const sending = await sendDraft('Hello');
    if (!isInFront) await open(undefined);
    await sending.answer(answering(message('question')));
    await open(isInFront ? undefined : 'two');
    expect(besideModelsOf({ ...store.getState(), conversationId: undefined })).toEqual([]);
    await open('one');
    expect(besideModelsOf(store.getState())).toEqual(['b']);
  });
});

describe('a refused message whose conversation was left', () => {
  async function leaveAndRefuse(typed: string): Promise<void> {
    store.setState({ conversationId: 'one', conversation: conversation(1) });
    const sending = await sendDraft('A warm colour');
    if (typed !== '') session.drafts.change({ draft: typed });
    void session.open('two');
    if (typed !== '') await (await call('saveDraft')).answer(undefined);
    await expect.poll(() => store.getState().conversationId).toBe('two');
    await sending.refuse(new Error('The service refused it.'));
  }

  it('becomes its draft', async () => {
    await leaveAndRefuse('');
    const { input } = await call('saveDraft');
    expect(input).toMatchObject({ conversationId: 'one', text: 'A warm colour' });
  });

  it('keeps what was typed after it', async () => {
    await leaveAndRefuse('A warm colour, and a cold one');
    await expect.poll(() => store.getState().error).toBeDefined();
    expect(calls.map(({ name }) => name)).not.toContain('saveDraft');
  });
});

describe('pictures that are still being read', () => {
  const files = ['a', 'broken', 'b'].map((name) => new File(['1'], name));

  beforeEach(() => {
    importing = async ({ name }) => {
      if (name === 'broken') throw new Error('This is not a picture.');
      return { id: name };
    };
  });

  it('are added although one of them is refused, which is shown', async () => {
    await session.addPictures(files);
    expect(store.getState().pictures.map(({ photoId }) => photoId)).toEqual(['a', 'b']);
    expect(store.getState().error).toBeDefined();
  });

  it('are left out when there are more than a message takes, which is said', async () => {
    await session.addPictures([new File(['1'], 'first')]);
    const more = Array.from({ length: 12 }, (_each, index) => new File(['1'], `${index}`));
    await session.addPictures(more);
    expect(store.getState().pictures).toHaveLength(10);
    expect(said).toEqual(['A message takes up to 10 pictures. 3 pictures left out.']);
  });

  it('stay with their conversation when another one is opened', async () => {
    store.setState({ conversationId: 'one' });
    const imported = Promise.withResolvers<{ id: string }>();
    importing = () => imported.promise;
    void session.addPictures(files.slice(0, 1));
    void session.open('two');
    await expect.poll(() => store.getState().conversationId).toBe('two');
    await (await call('draft')).answer(EMPTY);
    imported.resolve({ id: 'a' });
    const { input, answer: read } = await call('draft');
    expect(input).toEqual({ conversationId: 'one' });
    await read({ text: 'Typed', pictures: [] });
    expect((await call('saveDraft')).input).toEqual({
      conversationId: 'one',
      text: 'Typed',
      pictures: [{ photoId: 'a', longestSide: 1024 }],
    });
    expect(store.getState().pictures).toEqual([]);
  });
});

describe('opening another conversation while the draft is being saved', () => {
  it('opens the one that was chosen last', async () => {
    session.drafts.change({ draft: 'A warm colour' });
    void session.open('one');
    const saving = await call('saveDraft');
    void session.open('two');
    await saving.answer(undefined);
    expect(store.getState().conversationId).toBe('two');
  });

  it('stays where the user went back to', async () => {
    store.setState({ conversationId: 'one' });
    session.drafts.change({ draft: 'A warm colour' });
    void session.open('two');
    const saving = await call('saveDraft');
    void session.open('one');
    await saving.answer(undefined);
    expect(store.getState()).toMatchObject({ conversationId: 'one', draft: 'A warm colour' });
  });

  it('also opens it if a search result was chosen before', async () => {
    void session.openMessage('one', 'm');
    const showing = await call('show');
    void session.open('two');
    await showing.answer(undefined);
    expect(store.getState().conversationId).toBe('two');
  });

  it('saves what is typed until it opens', async () => {
    store.setState({ conversationId: 'one' });
    session.drafts.change({ draft: 'A warm' });
    void session.open('two');
    const saving = await call('saveDraft');
    session.drafts.change({ draft: 'A warm colour' });
    await saving.answer(undefined);
    expect((await call('saveDraft')).input).toMatchObject({
      conversationId: 'one',
      text: 'A warm colour',
    });
  });
});

describe('a message to a conversation that is still loading', () => {
  let reading: readonly Call[];

  beforeEach(async () => {
    void session.open('one');
    reading = [await call('read'), await call('path'), await call('draft')];
    session.drafts.change({ draft: 'And then?' });
    void session.send();
  });

  async function read(): Promise<void> {
    const page = { messages: [message('last')], hasMore: false };
    const values = [conversation(1), page, EMPTY];
    for (const [index, each] of reading.entries()) await each.answer(values[index]);
  }

  it('follows its last message', async () => {
    expect(calls).toEqual([]);
    await read();
    expect((await call('send')).input).toMatchObject({ text: 'And then?', parentId: 'last' });
  });

  it('stays a draft when another conversation is opened meanwhile', async () => {
    void session.open(undefined);
    const { input, answer } = await call('saveDraft');
    expect(input).toMatchObject({ conversationId: 'one', text: 'And then?' });
    await answer(undefined);
    await read();
    await expect.poll(() => store.getState().isSending).toBe(false);
    expect(calls.map(({ name }) => name)).not.toContain('send');
  });
});

it('shows the request of the first message before a conversation exists', async () => {
  const parameters = { maxTokens: 5 };
  void session.change({ system: 'Be kind', parameters });
  session.drafts.change({ draft: 'Hello' });
  expect(await session.nextRequest('m')).toEqual({
    kind: 'chat',
    model: 'm',
    maxTokens: 5,
    messages: [
      { role: 'system', content: 'Be kind' },
      { role: 'user', content: 'Hello' },
    ],
  });
  expect(await session.nextRequest(undefined)).toBeUndefined();
});

it('a repeated click requests one answer, however often it comes before that answer has started', async () => {
  store.setState({ conversationId: 'one' });
  void session.regenerate('a');
  void session.regenerate('a');
  const asked = await call('regenerate');
  expect(calls).toEqual([]);
  void session.continueAnswer('a');
  await asked.answer(answering());
  expect(calls).toEqual([]);
  void session.continueAnswer('a');
  await call('continue');
});

it('the text of a message that is being edited is kept while another conversation is shown, until it is saved', async () => {
  store.setState({ conversationId: 'one' });
  session.beginEdit({ id: 'a', text: 'Warm' });
  session.changeEdit('a', 'Warmer');
  void session.open(undefined);
  await (await call('draft')).answer(EMPTY);
  session.beginEdit({ id: 'a', text: 'Warm' });
  expect(store.getState().edits).toEqual({ a: 'Warmer' });
  session.endEdit('a');
  expect(store.getState().edits).toEqual({});
});

describe('a message draft', () => {
  beforeEach(async () => {
    store.setState({ conversationId: 'one' });
    void session.drafts.load();
    await (await call('draft')).answer({ text: 'Typed elsewhere', pictures: [] });
  });

  it('is cleared when another window has sent it', async () => {
    session.changed(['one']);
    await (await call('draft')).answer(EMPTY);
    expect(store.getState().draft).toBe('');
  });

  it('stays when part of it was typed here', () => {
    session.drafts.change({ draft: 'Typed elsewhere, and here' });
    session.changed(['one']);
    expect(calls.map(({ name }) => name)).not.toContain('draft');
  });
});

describe('the model of a conversation', () => {
  const account = (...ids: readonly string[]): typeof offer => ({
    models: ids.map((id) => ({ id, isOffered: true })) as never,
    defaultModel: ids[0],
    refreshedAt: 1,
    isRefreshing: false,
  });

  it('of another account is not used for a new one, which gets this account’s default', async () => {
    store.setState({ fresh: { ...store.getState().fresh, model: 'old' }, draft: 'Hello' });
    offer = account('new', 'other');
    void session.send();
    const { input } = await call('send');
    expect(input['begin']).toMatchObject({ model: 'new' });
  });

  it('of another account is not that of the next new one', async () => {
    offer = account('new');
    store.setState({ conversation: { ...conversation(1), model: 'old' }, conversationId: 'one' });
    void session.open(undefined);
    await expect.poll(() => store.getState().conversationId).toBeUndefined();
    expect(store.getState().fresh.model).toBeUndefined();
  });

  it('is not used for sending when this account lacks it, and the message stays', async () => {
    offer = account('new');
    store.setState({
      conversationId: 'one',
      conversation: { ...conversation(1), model: 'old' },
      draft: 'Hello',
    });
    await session.send();
    expect(store.getState().error?.message).toBe(
      'This connection does not offer “old”. Select another model.',
    );
    expect(store.getState().draft).toBe('Hello');
    expect(calls.map(({ name }) => name)).not.toContain('send');
  });
});
