/** Two windows on one document, with the real library. */
import { expect, it } from 'vitest';
import { windowLibrary } from '../../../../../electron/testing/window-library.ts';
import type { LanguageDocument } from '../../../../../shared/contract/documents.ts';
import { createOpenDocument } from '../document/open-document.ts';
import { createDocumentKeeper } from './document-keeper.ts';
import { DEFAULT_DOCUMENT_SETTINGS } from './document-settings.ts';
import { NO_ACTIONS } from '../document/document-actions.ts';

const library = windowLibrary();

function openWindow(found: LanguageDocument) {
  const conflicts: LanguageDocument[] = [];
  const errors: unknown[] = [];
  const { id, text, revision } = found;
  const document = createOpenDocument({
    id,
    text,
    marks: undefined,
    nonce: '',
    actions: NO_ACTIONS,
  });
  const keeper = createDocumentKeeper({
    backend: library().client(),
    document,
    revision,
    settings: () => DEFAULT_DOCUMENT_SETTINGS,
    onConflict: (theirs) => conflicts.push(theirs),
    onError: (thrown) => errors.push(thrown),
  });
  return {
    conflicts,
    errors,
    keeper,
    type: (insert: string) => document.apply({ changes: { from: 0, insert } }),
  };
}

it('never overwrites text that another window has saved', async () => {
  const { documents } = library().client();
  const made = await documents.create({ text: 'text' });
  const [first, second] = [openWindow(made), openWindow(made)];
  first.type('first ');
  second.type('second ');
  await first.keeper.flush();
  await second.keeper.flush();
  expect((await documents.read({ documentId: made.id })).text).toBe('first text');
  expect(first.conflicts).toEqual([]);
  // typed while its text becomes a document of its own: the conflict is reported once
  second.type('more ');
  await second.keeper.flush();
  expect(second.conflicts).toMatchObject([{ text: 'first text' }]);
  first.type('again ');
  await first.keeper.flush();
  expect((await documents.read({ documentId: made.id })).text).toBe('again first text');
  expect([...first.errors, ...second.errors]).toEqual([]);
  await first.keeper.close();
  await second.keeper.close();
});

it('reports no conflict when both windows have the same text', async () => {
  const { documents } = library().client();
  const made = await documents.create({ text: 'text' });
  const [first, second] = [openWindow(made), openWindow(made)];
  for (const { type, keeper } of [first, second]) {
    type('same ');
    await keeper.flush();
  }
  second.type('more ');
  await second.keeper.flush();
  expect([...first.conflicts, ...second.conflicts]).toEqual([]);
  expect((await documents.read({ documentId: made.id })).text).toBe('more same text');
  await first.keeper.close();
  await second.keeper.close();
});

it('saves when the window closes', async () => {
  const { documents } = library().client();
  const made = await documents.create({ text: 'text' });
  const only = openWindow(made);
  only.type('new ');
  expect(only.keeper.isDirty()).toBe(true);
  window.dispatchEvent(new Event('pagehide'));
  await expect
    .poll(async () => (await documents.read({ documentId: made.id })).text)
    .toBe('new text');
  await only.keeper.close();
});
