/** Commands and keys of the Training screen. None of its letters uploads anything that was not ordered before. */
import type { RefObject } from 'react';
import { commandMaker } from '../../../base/commands/command-maker.ts';
import { useCommands } from '../../../base/commands/commands.ts';
import {
  ALL_LISTED,
  ALL_READY,
  canUndoRemove,
  cancel,
  copyIds,
  pause,
  remove,
  resume,
  retryFailed,
  save,
  selected,
  undoRemove,
  upload,
} from '../session/orders.ts';
import { NOTHING_SELECTED } from '../../../work/rows/selection.ts';
import { select, useTraining } from '../session/training-store.ts';

export function useTrainingCommands(parts: {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onAddFiles: () => void;
  readonly onAddFolder: () => void;
  readonly onLook: () => void;
  readonly onSelectAll: () => void;
}): void {
  const state = () => useTraining.getState();
  const needsSelection = () => (selected() === undefined ? 'Select a file first.' : undefined);
  const withSelected =
    (order: (selection: NonNullable<ReturnType<typeof selected>>) => void) => () => {
      const selection = selected();
      if (selection !== undefined) order(selection);
    };
  const hasDone = () =>
    (state().summary?.counts.done ?? 0) === 0 ? 'Nothing is uploaded yet.' : undefined;
  const command = commandMaker('training', 'Training');

  useCommands([
    command('add', 'Add files…', ['Mod+O'], parts.onAddFiles),
    command('add-folder', 'Add folder…', ['Shift+Mod+O'], parts.onAddFolder),
    command(
      'upload',
      'Upload ready files',
      ['Mod+Enter'],
      () => upload(ALL_READY),
      () => ((state().summary?.counts.ready ?? 0) === 0 ? 'No file is ready.' : undefined),
    ),
    command('deselect', 'Deselect', ['Escape'], () => select(NOTHING_SELECTED), needsSelection),
    command(
      'pause',
      'Pause or resume uploads',
      [' '],
      () => (state().summary?.queue.isRunning === true ? pause() : resume()),
      () => {
        if (isOnControl()) return 'The keyboard is on a button.';
        const counts = state().summary?.counts;
        const ordered =
          counts === undefined ? 0 : counts.waiting + counts.sending + counts.finishing;
        return ordered === 0 ? 'Nothing is being uploaded.' : undefined;
      },
    ),
    command(
      'retry',
      'Retry selected failed files',
      ['R'],
      withSelected(retryFailed),
      needsSelection,
    ),
    command(
      'retry-all',
      'Retry all failed files',
      ['Shift+R'],
      () => retryFailed(ALL_LISTED),
      () => ((state().summary?.counts.failed ?? 0) === 0 ? 'Nothing has failed.' : undefined),
    ),
    command('cancel', 'Cancel selected uploads', ['C'], withSelected(cancel), needsSelection),
    command('remove', 'Remove from the list', ['Delete'], withSelected(remove), needsSelection),
    command('undo-remove', 'Undo remove', ['Mod+Z'], undoRemove, () =>
      canUndoRemove() ? undefined : 'Nothing was removed.',
    ),
    command('copy', 'Copy asset IDs of selected files', ['Mod+C'], withSelected(copyIds), () =>
      (getSelection()?.toString() ?? '') === '' ? needsSelection() : 'Text is selected.',
    ),
    command('copy-all', 'Copy all asset IDs', [], () => copyIds(ALL_LISTED), hasDone),
    command('save-csv', 'Save asset IDs as CSV', [], () => save('assets-csv'), hasDone),
    command('save-json', 'Save asset IDs as JSON', [], () => save('assets-json'), hasDone),
    command('save-skipped', 'Save list of files that were not uploaded', [], () =>
      save('skipped-csv'),
    ),
    command('select-all', 'Select all shown files', ['Mod+A'], parts.onSelectAll),
    command('look', 'Look at the file', ['Enter'], parts.onLook, () =>
      isOnControl() ? 'The keyboard is on a button.' : needsSelection(),
    ),
    command('search', 'Search files', ['/', 'Mod+F'], () => parts.search.current?.focus()),
  ]);
}

function isOnControl(): boolean {
  return document.activeElement?.closest('button, a, input, select, [role="radio"]') !== null;
}
