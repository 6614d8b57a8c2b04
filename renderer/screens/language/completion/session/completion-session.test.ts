/** Documents of two windows, with the real library. */
import { expect, it, vi } from 'vitest';
import { windowLibrary } from '../../../../../electron/testing/window-library.ts';
import type { DocumentEntry } from '../../../../../shared/contract/documents.ts';
import type { BackendClient } from '../../../../core/backend/client.ts';
import { createCompletionSession } from './completion-session.ts';
import { createCompletionStore, promptEnd } from './completion-store.ts';

const library = windowLibrary();

function openWindow(others: object = {}, ownLanguage?: object) {
  const store = createCompletionStore();
  const said: string[] = [];
  let undoLast = () => undefined as void;
  const { documents, language } = library().client();
  const backend = {
    language: ownLanguage ?? language,
    documents: {
      read: documents.read,
      save: documents.save,
      // the list comes before a copy is made, as it does in a slow moment
      async create(input: Parameters<typeof documents.create>[0]) {
        session.noteList((await documents.list({ limit: 10 })).entries);
        return await documents.create(input);
      },
      ...others,
    },
  } as unknown as BackendClient;
  const session = createCompletionSession({
    backend,
    store,
    answers: { track: () => undefined, follow: () => () => undefined },
    upload: () => Promise.reject(new Error('Nothing is uploaded.')),
    nonce: '',
    say: (message) => said.push(message),
    sayUndo: (_message, undo) => (undoLast = undo),
    keepOpen: () => undefined,
    defaultModel: () => 'm',
    modelObstacle: () => undefined,
    isSeedLocked: () => true,
  });
  const text = () => store.getState().document?.state().doc.toString();
  return {
    session,
    store,
    said,
    undo: () => undoLast(),
    text,
    type: (insert: string) => store.getState().document?.apply({ changes: { from: 0, insert } }),
  };
}

it('keeps the text of the window that saves later in front, as a document of its own', async () => {
  const { documents } = library().client();
  const { id } = await documents.create({ name: 'Ideas' });
  const [first, second] = [openWindow(), openWindow()];
  await first.session.open(id);
  await second.session.open(id);
  first.type('first');
  second.type('second');
  await vi.waitFor(async () => {
    const { entries } = await documents.list({ limit: 10 });
    expect(entries.map(({ name }) => name).toSorted()).toEqual(['Ideas', 'Ideas (2)']);
    expect(first.said.length + second.said.length).toBe(1);
  }, 10_000);
  expect([first.text(), second.text()]).toEqual(['first', 'second']);
  const own = [first, second].map(({ store }) => store.getState().document?.id);
  expect(new Set(own).size).toBe(2);
});

it('keeps one new document until something is written into it', async () => {
  const { session, store, type } = openWindow();
  await session.create();
  const first = store.getState().document?.id;
  await session.create();
  expect(store.getState().document?.id).toBe(first);
  type('text');
  await session.create();
  expect(store.getState().document?.id).not.toBe(first);
});

it('creates one document for two presses of New', async () => {
  const { documents } = library().client();
  const list = async () => (await documents.list({ limit: 100 })).entries.length;
  const { session, store } = openWindow();
  const before = await list();
  await Promise.all([session.create(), session.create()]);
  expect(await list()).toBe(before + 1);
  expect(store.getState().document).toBeDefined();
});

it('stays at a document that was opened while a new one was being created', async () => {
  const { id } = await library().client().documents.create({ name: 'Ideas' });
  const { session, store } = openWindow();
  await session.open(id);
  await session.create();
  expect(store.getState().document?.id).not.toBe(id);
  store.getState().document?.apply({ changes: { from: 0, insert: 'text' } });
  const creating = session.create();
  await session.open(id);
  await creating;
  expect(store.getState().document?.id).toBe(id);
});

it('saves what is typed into a document that could not be deleted', async () => {
  const { documents } = library().client();
  const entry = { ...(await documents.create({ name: 'Kept' })), excerpt: '' };
  const { session, store, type } = openWindow({
    remove: () => Promise.reject(new Error('The library is busy.')),
  });
  await session.open(entry.id);
  await session.remove(entry as unknown as DocumentEntry);
  expect(store.getState().error).toBeDefined();
  type('typed afterwards');
  await vi.waitFor(async () => {
    expect((await documents.read({ documentId: entry.id })).text).toBe('typed afterwards');
  }, 5000);
});

it('stays at the open document when the deletion of another is undone', async () => {
  const { documents } = library().client();
  const created = await documents.create({ name: 'Deleted' });
  const { id: stayed } = await documents.create({ name: 'Stayed' });
  const entry = { ...created, excerpt: '' } as unknown as DocumentEntry;
  const { session, store, undo } = openWindow({
    remove: documents.remove,
    restore: documents.restore,
  });
  const ids = async () => (await documents.list({ limit: 100 })).entries.map(({ id }) => id);
  await session.open(entry.id);
  await session.remove(entry);
  undo();
  await vi.waitFor(() => expect(store.getState().document?.id).toBe(entry.id));
  await session.remove(entry);
  await session.open(stayed);
  undo();
  await vi.waitFor(async () => expect(await ids()).toContain(entry.id));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(store.getState().document?.id).toBe(stayed);
});

it('keeps what is typed while the text of another window is being read', async () => {
  const { documents } = library().client();
  const { id } = await documents.create({ name: 'Ideas' });
  let reads = 0;
  const { session, type, text } = openWindow({
    async read(input: Parameters<typeof documents.read>[0]) {
      const found = await documents.read(input);
      reads += 1;
      if (reads === 2) type('mine');
      return found;
    },
  });
  await session.open(id);
  const theirs = openWindow();
  await theirs.session.open(id);
  theirs.type('theirs');
  const entries = async () => (await documents.list({ limit: 100 })).entries;
  const isListed = ({ id: each, revision }: { id: string; revision: number }) =>
    each === id && revision > 0;
  await vi.waitFor(async () => expect((await entries()).some(isListed)).toBe(true), 5000);
  session.noteList(await entries());
  await vi.waitFor(() => expect(reads).toBe(2), 5000);
  await expect.poll(text).toBe('mine');
  await vi.waitFor(async () => {
    const copy = (await entries()).find(({ excerpt }) => excerpt === 'mine');
    expect(copy?.name).toBe('Ideas (2)');
  }, 5000);
});

it('sends prompts once, however often Run is pressed before they have left', async () => {
  const asked: unknown[] = [];
  const starting = Promise.withResolvers<{ readonly runId: string }>();
  const start = (request: unknown) => {
    asked.push(request);
    return starting.promise;
  };
  const { session } = openWindow({}, { start });
  const request = { kind: 'completion' as const, model: 'm', prompt: ['One', 'Two'] };
  const presses = [session.sendPrompts(request), session.sendPrompts(request)];
  starting.resolve({ runId: 'r' });
  expect(await Promise.all(presses)).toContainEqual({ runId: 'r', answers: 1 });
  expect(asked).toEqual([request]);
});

it('sends no more prompts at once than answers of one request are read', () => {
  const { session } = openWindow();
  expect(session.promptObstacle(1000)).toBeUndefined();
  expect(session.promptObstacle(1001)).toMatch(/at most 1,000 answers, not 1,001/u);
  session.change({ parameters: { n: 3 } });
  expect(session.promptObstacle(333)).toBeUndefined();
  expect(session.promptObstacle(334)).toMatch(/not 1,002/u);
});

it('tells where the prompt ends as the cursor moves and a selection grows', async () => {
  const { session, store, type } = openWindow();
  await session.create();
  type('One two three');
  const end = () => promptEnd(store.getState());
  const select = (anchor: number, head: number) =>
    store.getState().document?.apply({ selection: { anchor, head } });
  expect(end()).toBeUndefined();
  select(13, 8);
  expect(end()).toBe(8);
  select(13, 4);
  expect(end()).toBe(4);
  select(4, 4);
  expect(end()).toBeUndefined();
  session.change({ place: 'cursor' });
  expect(end()).toBe(4);
});
