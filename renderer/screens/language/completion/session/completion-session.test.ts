/** Documents of two windows, with the real library. */
import { expect, it, vi } from 'vitest';
import { windowLibrary } from '../../../../../electron/testing/window-library.ts';
import type { BackendClient } from '../../../../core/backend/client.ts';
import { createCompletionSession } from './completion-session.ts';
import { createCompletionStore } from './completion-store.ts';

const library = windowLibrary();

function openWindow() {
  const store = createCompletionStore();
  const said: string[] = [];
  const { documents, language } = library().client();
  const backend = {
    language,
    documents: {
      read: documents.read,
      save: documents.save,
      // the list comes before a copy is made, as it does in a slow moment
      async create(input: Parameters<typeof documents.create>[0]) {
        session.noteList((await documents.list({ limit: 10 })).entries);
        return await documents.create(input);
      },
    },
  } as unknown as BackendClient;
  const session = createCompletionSession({
    backend,
    store,
    answers: { track: () => undefined, follow: () => () => undefined },
    upload: () => Promise.reject(new Error('Nothing is uploaded.')),
    nonce: '',
    say: (message) => said.push(message),
    sayUndo: () => undefined,
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
