import { documentTitle } from '../document/document-title.ts';
import type { DocumentEntry } from '../../../../../shared/contract/documents.ts';
import { createUndo } from '../../../../core/backend/undo.ts';
import type { Attempts } from '../../../../core/backend/attempts.ts';
import { finishSave } from '../../../../features/saving/finish-save.ts';
import type { CompletionDeps, OpenedDocument } from './completion-deps.ts';
import type { Generations } from './generations.ts';

export function createLibraryActions(
  deps: CompletionDeps &
    Pick<Attempts, 'attempt'> & {
      readonly entries: ReadonlyMap<string, OpenedDocument>;
      readonly generations: Pick<Generations, 'runningOf'>;
      readonly open: (documentId: string) => Promise<void>;
      /** Resolves when everything is saved. */
      readonly leave: (entry: OpenedDocument) => Promise<void>;
      readonly drop: () => void;
    },
) {
  const { backend, store, say, attempt, entries, generations, open, leave } = deps;
  const undo = createUndo(deps);

  /** Saves the text. A running answer continues. */
  function close(): void {
    deps.drop();
    store.setState({ document: undefined, name: '', length: 0 });
    deps.keepOpen(undefined);
  }

  return {
    close,
    rename: (documentId: string, name: string): Promise<void> =>
      attempt(async () => {
        await backend.documents.rename({ documentId, name });
        const entry = entries.get(documentId);
        if (entry !== undefined) entry.name = name;
        if (store.getState().document?.id === documentId) store.setState({ name });
      }),
    remove: (removed: DocumentEntry): Promise<void> =>
      attempt(async () => {
        const { id } = removed;
        const entry = entries.get(id);
        const running = generations.runningOf(id);
        // a restored document gets its text so far
        if (running !== undefined) await backend.language.stop({ runId: running.runId });
        await entry?.keeper.flush();
        if (entry !== undefined) await leave(entry);
        try {
          await backend.documents.remove({ documentIds: [id] });
        } catch (thrown) {
          // the document was left, so typing in it would not be saved
          if (entry !== undefined && store.getState().document === entry.document) await open(id);
          throw thrown;
        }
        const wasOpen = store.getState().document?.id === id;
        if (wasOpen) close();
        undo.offer(`Deleted “${documentTitle(removed)}”.`, async () => {
          await backend.documents.restore({ documentIds: [id] });
          if (wasOpen && store.getState().document === undefined) await open(id);
        });
      }),
    /** `json` includes everything known about the text. */
    saveAs: (documentId: string, as: 'text' | 'json'): Promise<void> =>
      attempt(async () => {
        await entries.get(documentId)?.keeper.flush();
        finishSave(await backend.documents.saveAs({ documentId, as }), say);
      }),
  };
}
