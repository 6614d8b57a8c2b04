import { expect, it } from 'vitest';
import type { OpenedDocument } from './completion-deps.ts';
import { createCompletionStore } from './completion-store.ts';
import { createTableActions } from './table-actions.ts';

it('sends a new table once, however often its button is pressed while it is saved', async () => {
  const store = createCompletionStore();
  const created: string[] = [];
  const started: string[] = [];
  const saving = Promise.withResolvers<void>();
  const promptTables = {
    async create() {
      created.push(`table ${created.length + 1}`);
      await saving.promise;
      return { id: created.at(-1) };
    },
    start: async ({ tableId }: { readonly tableId: string }) => void started.push(tableId),
  };
  const tables = createTableActions({
    backend: { promptTables },
    store,
    defaultModel: () => 'm',
    front: () =>
      ({ document: { state: () => ({ doc: 'About {{a}}' }) } }) as unknown as OpenedDocument,
    attempt: async (action: () => Promise<unknown>) => void (await action()),
  } as unknown as Parameters<typeof createTableActions>[0]);
  store.setState({
    tableDraft: { name: 'rows', columns: ['a'], rows: [['1']], problems: [], delimiter: ',' },
  });
  const presses = [tables.begin('all'), tables.begin('all'), tables.begin('first')];
  saving.resolve();
  await Promise.all(presses);
  expect([created, started]).toEqual([['table 1'], ['table 1']]);
});
