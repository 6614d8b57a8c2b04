import { expect, it } from 'vitest';
import type { PromptTable } from '../../../../../shared/contract/prompt-tables.ts';
import type { OpenedDocument } from './completion-deps.ts';
import { createCompletionStore } from './completion-store.ts';
import { createTableActions } from './table-actions.ts';

function openTable() {
  const store = createCompletionStore();
  const created: string[] = [];
  const names: string[] = [];
  const started: string[] = [];
  const saving = Promise.withResolvers<void>();
  const text = { now: 'About {{a}}' };
  const undos: (() => void)[] = [];
  /** Pasted texts that are read once these are resolved. */
  const texts: Record<string, PromiseWithResolvers<void>> = {};
  const promptTables = {
    async create({ template, name }: { readonly template: string; readonly name: string }) {
      names.push(name);
      created.push(`${created.length + 1}: ${template}`);
      await saving.promise;
      return { id: created.at(-1) };
    },
    remove: () => Promise.resolve(),
    readText: async ({ file }: { readonly file: string }) => {
      await texts[file]?.promise;
      return { columns: [file], rows: [], problems: [], delimiter: ',' };
    },
    restore: () => Promise.resolve(),
    start: async ({ tableId }: { readonly tableId: string }) => void started.push(tableId),
  };
  const tables = createTableActions({
    backend: { promptTables },
    store,
    defaultModel: () => 'm',
    front: () => ({ document: { state: () => ({ doc: text.now }) } }) as unknown as OpenedDocument,
    sayUndo: (_message: string, undo: () => void) => undos.push(undo),
    attempt: async (action: () => Promise<unknown>) => void (await action()),
  } as unknown as Parameters<typeof createTableActions>[0]);
  store.setState({
    tableDraft: { name: 'rows', columns: ['a'], rows: [['1']], problems: [], delimiter: ',' },
  });
  const shown = tables.draft();
  if (shown === undefined) throw new Error('There is no draft.');
  return { store, tables, shown, text, saving, created, names, started, undos, texts };
}

it('sends a new table once, however often its button is pressed while it is saved', async () => {
  const { tables, shown, saving, created, started } = openTable();
  const presses = [
    tables.begin('all', shown),
    tables.begin('all', shown),
    tables.begin('first', shown),
  ];
  saving.resolve();
  await Promise.all(presses);
  expect([created, started]).toEqual([['1: About {{a}}'], ['1: About {{a}}']]);
});

it('sends a table as it is shown although an answer is being written into the document', async () => {
  const { tables, shown, text, saving, created } = openTable();
  text.now += ' and a half answ';
  saving.resolve();
  await tables.begin('first', shown);
  expect(created).toEqual(['1: About {{a}}']);
});

it('sends the rows of a file whose name is longer than that of a table', async () => {
  const { store, tables, shown, saving, names } = openTable();
  const { tableDraft } = store.getState();
  store.setState({
    tableDraft: tableDraft && { ...tableDraft, name: `${'export '.repeat(35)}.csv` },
  });
  saving.resolve();
  await tables.begin('first', shown);
  expect(names.map((name) => name.length)).toEqual([200]);
});

it('shows a restored table again, unless other rows were read meanwhile', async () => {
  const { store, tables, undos } = openTable();
  const { tableDraft } = store.getState();
  const removed = { id: 't', name: 'rows' } as PromptTable;
  for (const rows of [undefined, tableDraft]) {
    tables.show('t');
    await tables.remove(removed);
    store.setState({ tableDraft: rows });
    undos.at(-1)?.();
    await new Promise((resolve) => setTimeout(resolve));
    expect(store.getState().tableId).toBe(rows === undefined ? 't' : undefined);
  }
});

it('shows the rows that were asked for last, whichever are read first', async () => {
  const { store, tables, texts } = openTable();
  const slow = (texts['slow'] = Promise.withResolvers<void>());
  const reading = tables.read('slow');
  await tables.read('new');
  slow.resolve();
  await reading;
  expect(store.getState().tableDraft?.columns).toEqual(['new']);
});

it.each(['read', 'begin', 'remove'] as const)(
  'stays at the table that is opened while %s waits',
  async (name) => {
    const { store, tables, shown, saving, texts } = openTable();
    const slow = (texts['slow'] = Promise.withResolvers<void>());
    if (name === 'remove') tables.show('t');
    const acting = {
      read: () => tables.read('slow'),
      begin: () => tables.begin('all', shown),
      remove: () => tables.remove({ id: 't', name: 'rows' } as PromptTable),
    }[name]();
    tables.show('other');
    slow.resolve();
    saving.resolve();
    await acting;
    expect(store.getState()).toMatchObject({ tableId: 'other', tableDraft: undefined });
  },
);
