/** Sends a table of prompts: the document is the template, each row fills its variables. */
import type {
  PromptTable,
  PromptTableDraft,
} from '../../../../../shared/contract/prompt-tables.ts';
import { firstCharacters } from '../../../../../shared/first-characters.ts';
import { finishSave } from '../../../../features/saving/finish-save.ts';
import { requestFields } from '../../parameters/parameters.ts';
import type { CompletionDeps, OpenedDocument } from './completion-deps.ts';
import type { Attempts } from '../../../../core/backend/attempts.ts';
import { createUndo } from '../../../../core/backend/undo.ts';

/** Characters, as the library takes; names of files can be longer. */
const LONGEST_NAME = 200;

export function createTableActions(
  deps: CompletionDeps &
    Pick<Attempts, 'attempt'> & { readonly front: () => OpenedDocument | undefined },
) {
  const { backend, store, attempt } = deps;
  const { promptTables } = backend;
  const undo = createUndo(deps);
  /** A second press meanwhile pays for no second table. */
  let beginning: Promise<void> | undefined;
  /** Counts what was chosen to be shown, so that a late answer replaces nothing newer. */
  let chosen = 0;

  /** `undefined` if incomplete. */
  function draft(): PromptTableDraft | undefined {
    const { tableDraft, settings } = store.getState();
    const model = settings.model ?? deps.defaultModel();
    const template = deps.front()?.document.state().doc.toString();
    if (tableDraft === undefined || model === undefined || template === undefined) return undefined;
    const { columns, rows } = tableDraft;
    return {
      template,
      model,
      parameters: requestFields(settings.parameters),
      table: { columns, rows },
    };
  }

  return {
    draft,
    /** @param source a file or pasted text */
    read: (source: File | string): Promise<void> =>
      attempt(async () => {
        const order = (chosen += 1);
        const file = typeof source === 'string' ? source : await deps.upload(source);
        const read = await promptTables.readText({ file });
        const name = typeof source === 'string' ? 'Pasted rows' : source.name;
        if (order === chosen) store.setState({ tableDraft: { ...read, name }, tableId: undefined });
      }),
    discard(): void {
      chosen += 1;
      store.setState({ tableDraft: undefined });
    },
    /** Saves a draft and sends its first row, or all. @param shown its document may have changed */
    begin: (rows: 'first' | 'all', shown: PromptTableDraft): Promise<void> =>
      (beginning ??= attempt(async () => {
        const order = chosen;
        const { name = '' } = store.getState().tableDraft ?? {};
        const { id } = await promptTables.create({
          ...shown,
          name: firstCharacters(name, LONGEST_NAME),
        });
        if (order === chosen) store.setState({ tableId: id, tableDraft: undefined });
        await promptTables.start({ tableId: id, rows });
      }).finally(() => (beginning = undefined))),
    start: (tableId: string, rows: 'first' | 'all'): Promise<void> =>
      attempt(() => promptTables.start({ tableId, rows })),
    stop: (tableId: string): Promise<void> => attempt(() => promptTables.stop({ tableId })),
    retry: (tableId: string): Promise<void> => attempt(() => promptTables.retry({ tableId })),
    save: (tableId: string, isGuarded: boolean): Promise<void> =>
      attempt(async () => finishSave(await promptTables.save({ tableId, isGuarded }), deps.say)),
    remove: ({ id, name }: PromptTable): Promise<void> =>
      attempt(async () => {
        await promptTables.remove({ tableId: id });
        if (store.getState().tableId === id) store.setState({ tableId: undefined });
        undo.offer(`Deleted “${name}”.`, async () => {
          await promptTables.restore({ tableId: id });
          const { tableId, tableDraft } = store.getState();
          if (tableId === undefined && tableDraft === undefined) store.setState({ tableId: id });
        });
      }),
    /** @param tableId `undefined` begins a new table */
    show(tableId: string | undefined): void {
      chosen += 1;
      store.setState({ tableId, tableDraft: undefined });
    },
  };
}
