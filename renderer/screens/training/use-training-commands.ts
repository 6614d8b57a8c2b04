/** No letter key uploads anything that was not ordered before. */
import type { RefObject } from 'react';
import type { TrainingSelection } from '../../../shared/contract/training.ts';
import { commandMaker } from '../../core/commands/command-maker.ts';
import { isOnControl } from '../../features/rows/is-on-control.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { NOTHING_SELECTED } from '../../features/rows/selection.ts';
import { useTrainingSession, useTrainingState } from './session/screen.ts';
import { ALL_READY, ALL_LISTED } from './model/selections.ts';

export function useTrainingCommands(deps: {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onAddFiles: () => void;
  readonly onAddFolder: () => void;
  readonly onPreview: () => void;
  readonly onSelectAll: () => void;
}): void {
  const session = useTrainingSession();
  const state = useTrainingState();
  const needsSelection = () =>
    session.selected() === undefined ? 'Select a file first.' : undefined;
  const withSelected = (order: (selection: TrainingSelection) => Promise<void>) => () => {
    const selection = session.selected();
    if (selection !== undefined) void order(selection);
  };
  const hasDone = () =>
    (state().summary?.counts.done ?? 0) === 0 ? 'Nothing is uploaded yet.' : undefined;
  const command = commandMaker('training', 'Training');

  useCommands([
    command('add', 'Add files…', ['Mod+O'], deps.onAddFiles),
    command('add-folder', 'Add folder…', ['Shift+Mod+O'], deps.onAddFolder),
    command(
      'upload',
      'Upload ready files',
      ['Mod+Enter'],
      () => void session.upload(ALL_READY),
      () => ((state().summary?.counts.ready ?? 0) === 0 ? 'No file is ready.' : undefined),
    ),
    command(
      'deselect',
      'Deselect',
      ['Escape'],
      () => session.select(NOTHING_SELECTED),
      needsSelection,
    ),
    command(
      'pause',
      'Pause or resume uploads',
      [' '],
      () => void (state().summary?.queue.isRunning === true ? session.pause() : session.resume()),
      () => {
        if (isOnControl()) return 'Move the focus off the button first.';
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
      withSelected(session.retryFailed),
      needsSelection,
    ),
    command(
      'retry-all',
      'Retry all failed files',
      ['Shift+R'],
      () => void session.retryFailed(ALL_LISTED),
      () => ((state().summary?.counts.failed ?? 0) === 0 ? 'Nothing has failed.' : undefined),
    ),
    command(
      'cancel',
      'Cancel selected uploads',
      ['C'],
      withSelected(session.cancel),
      needsSelection,
    ),
    command(
      'remove',
      'Remove from the list',
      ['Delete'],
      withSelected(session.remove),
      needsSelection,
    ),
    command(
      'undo-remove',
      'Undo remove',
      ['Mod+Z'],
      () => void session.undoRemove(),
      () => (session.canUndoRemove() ? undefined : 'Nothing was removed.'),
    ),
    command(
      'copy',
      'Copy asset IDs of selected files',
      ['Mod+C'],
      withSelected(session.copyIds),
      () => ((getSelection()?.toString() ?? '') === '' ? needsSelection() : 'Text is selected.'),
    ),
    command('copy-all', 'Copy all asset IDs', [], () => void session.copyIds(ALL_LISTED), hasDone),
    command(
      'save-csv',
      'Save asset IDs as CSV',
      [],
      () => void session.save('assets-csv'),
      hasDone,
    ),
    command(
      'save-json',
      'Save asset IDs as JSON',
      [],
      () => void session.save('assets-json'),
      hasDone,
    ),
    command(
      'save-skipped',
      'Save list of files that were not uploaded',
      [],
      () => void session.save('skipped-csv'),
    ),
    command('select-all', 'Select all shown files', ['Mod+A'], deps.onSelectAll),
    command('look', 'Look at the file', ['Enter'], deps.onPreview, () =>
      isOnControl() ? 'Move the focus off the button first.' : needsSelection(),
    ),
    command('search', 'Search files', ['/', 'Mod+F'], () => deps.search.current?.focus()),
  ]);
}
