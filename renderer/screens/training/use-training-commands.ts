/** No letter key uploads anything that was not ordered before. */
import type { RefObject } from 'react';
import type { TrainingSelection, TrainingSummary } from '../../../shared/contract/training.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { bindCommands } from '../../core/commands/define-commands.ts';
import { NOTHING_SELECTED } from '../../features/rows/selection.ts';
import { useQueryClient } from '@tanstack/react-query';
import { queries } from '../../core/backend/client.ts';
import { training, useTraining } from './session/use-training.ts';
import { ALL_READY, ALL_LISTED } from './model/selections.ts';
import { mayHaveAssets } from './model/words.ts';
import { TRAINING } from './training-commands.ts';

export function useTrainingCommands(deps: {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onAddFiles: () => void;
  readonly onAddFolder: () => void;
  readonly onPreview: () => void;
  readonly onSelectAll: () => void;
}): void {
  const client = useQueryClient();
  const summary = () => client.getQueryData(queries.training.summary.queryKey());
  const needsSelection = () =>
    training.selected() === undefined ? 'Select a file first.' : undefined;
  const withSelected = (order: (selection: TrainingSelection) => Promise<void>) => () => {
    const selection = training.selected();
    if (selection !== undefined) void order(selection);
  };

  const needs = (obstacle: string, isMet: (counts: TrainingSummary['counts']) => boolean) => () => {
    const counts = summary()?.counts;
    return counts !== undefined && isMet(counts) ? undefined : obstacle;
  };
  const needsAssets = needs('Nothing is uploaded yet.', mayHaveAssets);

  useCommands(
    bindCommands(TRAINING, {
      add: deps.onAddFiles,
      'add-folder': deps.onAddFolder,
      upload: {
        obstacle: needs('No file is ready.', ({ ready }) => ready > 0),
        run: () => void training.upload(ALL_READY),
      },
      deselect: {
        obstacle: needsSelection,
        run: () => useTraining.setState({ selection: NOTHING_SELECTED }),
      },
      pause: {
        obstacle: () => {
          const counts = summary()?.counts;
          const ordered =
            counts === undefined ? 0 : counts.waiting + counts.sending + counts.finishing;
          return ordered === 0 ? 'Nothing is being uploaded.' : undefined;
        },
        run: () => void training.setRunning(summary()?.queue.isRunning !== true),
      },
      retry: { obstacle: needsSelection, run: withSelected(training.retryFailed) },
      'retry-all': {
        obstacle: needs('Nothing has failed.', ({ failed }) => failed > 0),
        run: () => void training.retryFailed(ALL_LISTED),
      },
      cancel: { obstacle: needsSelection, run: withSelected(training.cancel) },
      remove: { obstacle: needsSelection, run: withSelected(training.remove) },
      'undo-remove': {
        obstacle: () => (training.canUndoRemove() ? undefined : 'Nothing was removed.'),
        run: () => void training.undoRemove(),
      },
      copy: {
        obstacle: () =>
          (getSelection()?.toString() ?? '') === '' ? needsSelection() : 'Text is selected.',
        run: withSelected(training.copyIds),
      },
      'copy-all': { obstacle: needsAssets, run: () => void training.copyIds(ALL_LISTED) },
      'save-csv': { obstacle: needsAssets, run: () => void training.save('assets-csv') },
      'save-json': { obstacle: needsAssets, run: () => void training.save('assets-json') },
      'save-skipped': () => void training.save('skipped-csv'),
      'select-all': deps.onSelectAll,
      look: { obstacle: needsSelection, run: deps.onPreview },
      search: () => deps.search.current?.focus(),
    }),
  );
}
