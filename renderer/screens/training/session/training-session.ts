import type {
  TrainingSelection,
  TrainingSummary,
  TrainingView,
} from '../../../../shared/contract/training.ts';
import type { SaveOutcome } from '../../../../shared/contract/export.ts';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import { createAttempts, type Attempts } from '../../../base/backend/attempts.ts';
import type { BackendClient } from '../../../base/backend/client.ts';
import { count } from '../../../base/ui/format.ts';
import { NOTHING_SELECTED, type Selection } from '../../../work/rows/selection.ts';
import type { RunParts } from '../../../work/runs/run-actions.ts';
import { copiedWords, removedWords } from '../../../work/runs/run-words.ts';
import { finishSave } from '../../../work/saving/finish-save.ts';
import { createAdding, type AddFile, type AddingActions } from './add-files.ts';
import type { TrainingStore } from './training-store.ts';

export interface TrainingParts extends Omit<RunParts, 'backend'> {
  readonly backend: Pick<BackendClient, 'training'>;
  readonly store: TrainingStore;
  readonly addFile: AddFile;
  readonly copy: (text: string) => Promise<void>;
}

/** Methods never reject: errors are in the state. */
export interface TrainingSession extends Pick<Attempts, 'fail'> {
  readonly adding: AddingActions;
  /** `undefined` once the stream works again. */
  takeNews(news: TrainingSummary | AppError | undefined): void;
  /** Clears the selection, as the rows change. */
  setView(change: Partial<TrainingView>): void;
  select(selection: Selection<number>): void;
  selected(): TrainingSelection | undefined;
  dismissError(): void;
  upload(selection: TrainingSelection): Promise<void>;
  /** Nothing of a failed upload has arrived, so its order still stands. */
  retryFailed(selection: TrainingSelection): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  cancel(selection: TrainingSelection): Promise<void>;
  keepAsset(selection: TrainingSelection): Promise<void>;
  convert(selections: readonly TrainingSelection[], isFlattened: boolean): Promise<void>;
  remove(selection: TrainingSelection): Promise<void>;
  canUndoRemove(): boolean;
  undoRemove(): Promise<void>;
  restore(selection: TrainingSelection): Promise<void>;
  /** One id a line. */
  copyIds(selection: TrainingSelection): Promise<void>;
  save(
    what: 'assets-csv' | 'assets-json' | 'skipped-csv',
    selection?: TrainingSelection,
  ): Promise<void>;
  choose(what: 'files' | 'folder'): Promise<void>;
}

export function createTrainingSession(parts: TrainingParts): TrainingSession {
  const { store, say, sayUndo, copy } = parts;
  const { training } = parts.backend;
  const { fail, attempt } = createAttempts(store);
  let lastRemoval: number | undefined;

  async function undoRemove(): Promise<void> {
    const removalId = lastRemoval;
    lastRemoval = undefined;
    if (removalId !== undefined) await attempt(() => training.restore({ removalId }));
  }

  return {
    fail,
    adding: createAdding({ ...parts, fail }),
    takeNews(news) {
      if (news === undefined || news instanceof Error) store.setState({ followError: news });
      else store.setState({ summary: news });
    },
    setView: (change) =>
      store.setState(({ view }) => ({
        view: { ...view, ...change },
        selection: NOTHING_SELECTED,
      })),
    select: (selection) => store.setState({ selection }),
    selected() {
      const { keys } = store.getState().selection;
      return keys.size === 0 ? undefined : { ids: [...keys] };
    },
    dismissError: () => store.setState({ error: undefined }),
    upload: (selection) =>
      attempt(async () => {
        const { changed } = await training.upload({ selection });
        if (changed === 0) say('Nothing here can be uploaded.');
      }),
    retryFailed: (selection) =>
      attempt(async () => {
        const { changed } = await training.retryFailed({ selection });
        say(changed === 0 ? 'Nothing has failed.' : `Retrying ${count(changed, 'file')}.`);
      }),
    pause: () => attempt(() => training.pause()),
    resume: () => attempt(() => training.resume()),
    cancel: (selection) =>
      attempt(async () => {
        const { changed } = await training.cancel({ selection });
        say(
          changed === 0
            ? 'Nothing here is waiting or uploading.'
            : `Cancelled ${count(changed, 'upload')}.`,
        );
      }),
    keepAsset: (selection) => attempt(() => training.keepAsset({ selection })),
    convert: (selections, isFlattened) =>
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
    remove: (selection) =>
      attempt(async () => {
        const { removalId, removed } = await training.remove({ selection });
        if (removed === 0) {
          say('Uploading files stay in the list. Cancel them first.');
          return;
        }
        lastRemoval = removalId;
        store.setState({ selection: NOTHING_SELECTED });
        sayUndo(removedWords(removed, 'file'), () => void undoRemove());
      }),
    canUndoRemove: () => lastRemoval !== undefined,
    undoRemove,
    restore: (selection) => attempt(() => training.restoreRows({ selection })),
    copyIds: (selection) =>
      attempt(async () => {
        const { text, count: ids } = await training.assetIds({ selection });
        if (ids === 0) {
          say('None of these is uploaded yet.');
          return;
        }
        await copy(text);
        say(copiedWords(ids, 'asset ID'));
      }),
    save: (what, selection) =>
      attempt(async () => {
        const outcome: SaveOutcome = await training.save({
          what,
          ...(selection === undefined ? {} : { selection }),
        });
        finishSave(outcome, say);
      }),
    choose: (what) =>
      attempt(async () => {
        const { added, known } = await training.choose({ what });
        if (added + known === 0) return;
        const there = known === 0 ? '' : ` ${count(known, 'file')} already in the list.`;
        say(`${count(added, 'file')} added.${there}`);
      }),
  };
}
