/** Orders on training files, with a sentence about what came of them. */
import type { SaveOutcome } from '../../../../shared/contract/export.ts';
import type { TrainingMark, TrainingSelection } from '../../../../shared/contract/training.ts';
import { backend } from '../../../base/backend/client.ts';
import { readError } from '../../../base/backend/read-error.ts';
import { finishSave } from '../../../work/saving/finish-save.ts';
import { count } from '../../../base/ui/format.ts';
import { say } from '../../../base/ui/say.ts';
import { sayUndo } from '../../../base/ui/say-undo.ts';
import { NOTHING_SELECTED } from '../../../work/rows/selection.ts';
import { select, useTraining } from './training-store.ts';

function attempt(action: () => Promise<unknown>): void {
  action().catch((thrown: unknown) => useTraining.setState({ error: readError(thrown) }));
}

/** The selected rows; `undefined` for none. */
export function selected(): TrainingSelection | undefined {
  const { keys } = useTraining.getState().selection;
  return keys.size === 0 ? undefined : { ids: [...keys] };
}

/** Every file that is ready. */
export const ALL_READY: TrainingSelection = {
  view: { filter: 'ready', search: '', sort: 'added' },
};

/** Files of a kind that the service does not take. */
export const ALL_CONVERTIBLE: TrainingSelection = {
  view: { filter: 'trouble', search: '', sort: 'added' },
};

/** Files that are ready and have one of these findings. */
export function readyWith(marks: readonly TrainingMark[]): readonly TrainingSelection[] {
  return marks.map((mark) => ({ view: { filter: 'ready', mark, search: '', sort: 'added' } }));
}

/** The whole list. */
export const ALL_LISTED: TrainingSelection = { view: { filter: 'all', search: '', sort: 'added' } };

export function upload(selection: TrainingSelection): void {
  attempt(async () => {
    const { changed } = await backend.training.upload({ selection });
    if (changed === 0) say('Nothing here can be uploaded.');
  });
}

/** Orders those that have failed again: nothing of them has arrived, and their order stands. */
export function retryFailed(selection: TrainingSelection): void {
  attempt(async () => {
    const { changed } = await backend.training.retryFailed({ selection });
    say(changed === 0 ? 'Nothing has failed.' : `Retrying ${count(changed, 'file')}.`);
  });
}

export function pause(): void {
  attempt(() => backend.training.pause());
}

export function resume(): void {
  attempt(() => backend.training.resume());
}

export function cancel(selection: TrainingSelection): void {
  attempt(async () => {
    const { changed } = await backend.training.cancel({ selection });
    say(
      changed === 0
        ? 'Nothing here is waiting or uploading.'
        : `${count(changed, 'upload')} cancelled.`,
    );
  });
}

export function keepAsset(selection: TrainingSelection): void {
  attempt(() => backend.training.keepAsset({ selection }));
}

export function convert(selections: readonly TrainingSelection[], isFlattened: boolean): void {
  attempt(async () => {
    let converted = 0;
    for (const selection of selections) {
      converted += (await backend.training.convert({ selection, isFlattened })).changed;
    }
    say(
      converted === 0
        ? 'Nothing here can be converted.'
        : `Converting ${count(converted, 'file')}.`,
    );
  });
}

/** The last removal, for its undo. */
let lastRemoval: number | undefined;

export function canUndoRemove(): boolean {
  return lastRemoval !== undefined;
}

export function remove(selection: TrainingSelection): void {
  attempt(async () => {
    const { removalId, removed } = await backend.training.remove({ selection });
    if (removed === 0) {
      say('Uploading files stay in the list. Cancel them first.');
      return;
    }
    lastRemoval = removalId;
    select(NOTHING_SELECTED);
    sayUndo(`${count(removed, 'file')} removed.`, undoRemove);
  });
}

export function undoRemove(): void {
  const removalId = lastRemoval;
  lastRemoval = undefined;
  if (removalId !== undefined) attempt(() => backend.training.restore({ removalId }));
}

export function restore(selection: TrainingSelection): void {
  attempt(() => backend.training.restoreRows({ selection }));
}

/** Copies asset ids, one a line. */
export function copyIds(selection: TrainingSelection): void {
  attempt(async () => {
    const { text, count: ids } = await backend.training.assetIds({ selection });
    if (ids === 0) {
      say('None of these is uploaded yet.');
      return;
    }
    await navigator.clipboard.writeText(text);
    say(ids === 1 ? 'Asset ID copied.' : `${count(ids, 'asset ID')} copied.`);
  });
}

export function save(
  what: 'assets-csv' | 'assets-json' | 'skipped-csv',
  selection?: TrainingSelection,
): void {
  attempt(async () => {
    const outcome: SaveOutcome = await backend.training.save({
      what,
      ...(selection === undefined ? {} : { selection }),
    });
    finishSave(outcome, say);
  });
}

/** Lets the program's own dialog choose. */
export function choose(what: 'files' | 'folder'): void {
  attempt(async () => {
    const { added, known } = await backend.training.choose({ what });
    if (added + known === 0) return;
    const there = known === 0 ? '' : ` ${count(known, 'file')} already in the list.`;
    say(`${count(added, 'file')} added.${there}`);
  });
}
