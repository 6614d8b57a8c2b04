import type { TrainingSelection, TrainingView } from '../../../../shared/contract/training.ts';
import type { SaveOutcome } from '../../../../shared/contract/export.ts';
import { createAttempts } from '../../../core/backend/attempts.ts';
import { createUndo } from '../../../core/backend/undo.ts';
import type { BackendClient } from '../../../core/backend/client.ts';
import { count } from '../../../core/ui/format.ts';
import { NOTHING_SELECTED, type Selection } from '../../../features/rows/selection.ts';
import type { RunDeps } from '../../../features/runs/run-actions.ts';
import { copiedWords, removedWords } from '../../../features/runs/run-words.ts';
import { finishSave } from '../../../features/saving/finish-save.ts';
import { createAdding, type AddFile } from './add-files.ts';
import type { TrainingListStore } from './training-store.ts';

interface TrainingDeps extends Omit<RunDeps, 'backend'> {
  readonly backend: Pick<BackendClient, 'training'>;
  readonly store: TrainingListStore;
  readonly addFile: AddFile;
  readonly copy: (text: string) => Promise<void>;
}

/** Methods never reject: errors are in the state. */
export type TrainingSession = ReturnType<typeof createTrainingSession>;

export function createTrainingSession(deps: TrainingDeps) {
  const { store, say, sayUndo, copy } = deps;
  const { training } = deps.backend;
  const { fail, attempt } = createAttempts(store);
  const undo = createUndo({ attempt, sayUndo });

  return {
    fail,
    adding: createAdding({ ...deps, fail }),
    /** Clears the selection, as the rows change. */
    setView: (change: Partial<TrainingView>): void =>
      store.setState(({ view }) => ({
        view: { ...view, ...change },
        selection: NOTHING_SELECTED,
      })),
    select: (selection: Selection<number>): void => store.setState({ selection }),
    selected(): TrainingSelection | undefined {
      const { keys } = store.getState().selection;
      return keys.size === 0 ? undefined : { ids: [...keys] };
    },
    dismissError: (): void => store.setState({ error: undefined }),
    upload: (selection: TrainingSelection): Promise<void> =>
      attempt(async () => {
        const { changed } = await training.upload({ selection });
        if (changed === 0) say('Nothing here can be uploaded.');
      }),
    /** A failed upload sent nothing, so it needs no new order. */
    retryFailed: (selection: TrainingSelection): Promise<void> =>
      attempt(async () => {
        const { changed } = await training.retryFailed({ selection });
        say(changed === 0 ? 'Nothing has failed.' : `Retrying ${count(changed, 'file')}.`);
      }),
    pause: (): Promise<void> => attempt(() => training.pause()),
    resume: (): Promise<void> => attempt(() => training.resume()),
    cancel: (selection: TrainingSelection): Promise<void> =>
      attempt(async () => {
        const { changed } = await training.cancel({ selection });
        say(
          changed === 0
            ? 'Nothing here is waiting or uploading.'
            : `Cancelled ${count(changed, 'upload')}.`,
        );
      }),
    keepAsset: (selection: TrainingSelection): Promise<void> =>
      attempt(() => training.keepAsset({ selection })),
    convert: (selections: readonly TrainingSelection[], isFlattened: boolean): Promise<void> =>
      attempt(async () => {
        let converted = 0;
        for (const selection of selections) {
          converted += (await training.convert({ selection, isFlattened })).changed;
        }
        say(
          converted === 0
            ? 'Nothing here can be converted.'
            : `Converting ${count(converted, 'file')}.`,
        );
      }),
    remove: (selection: TrainingSelection): Promise<void> =>
      attempt(async () => {
        const { removalId, removed } = await training.remove({ selection });
        if (removed === 0) {
          say('Uploading files stay in the list. Cancel them first.');
          return;
        }
        store.setState({ selection: NOTHING_SELECTED });
        undo.offer(removedWords(removed, 'file'), () => training.restore({ removalId }));
      }),
    canUndoRemove: undo.canUndo,
    undoRemove: undo.undoLast,
    restore: (selection: TrainingSelection): Promise<void> =>
      attempt(() => training.restoreRows({ selection })),
    /** One id a line. */
    copyIds: (selection: TrainingSelection): Promise<void> =>
      attempt(async () => {
        const { text, count: ids } = await training.assetIds({ selection });
        if (ids === 0) {
          say('None of these is uploaded yet.');
          return;
        }
        await copy(text);
        say(copiedWords(ids, 'asset ID'));
      }),
    save: (
      what: 'assets-csv' | 'assets-json' | 'skipped-csv',
      selection?: TrainingSelection,
    ): Promise<void> =>
      attempt(async () => {
        const outcome: SaveOutcome = await training.save({
          what,
          ...(selection === undefined ? {} : { selection }),
        });
        finishSave(outcome, say);
      }),
    choose: (what: 'files' | 'folder'): Promise<void> =>
      attempt(async () => {
        const { added, known } = await training.choose({ what });
        if (added + known === 0) return;
        const there = known === 0 ? '' : ` ${count(known, 'file')} already in the list.`;
        say(`${count(added, 'file')} added.${there}`);
      }),
  };
}
