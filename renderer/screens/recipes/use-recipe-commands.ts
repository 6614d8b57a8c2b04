/** No letter key sends anything. */
import { useQueryClient } from '@tanstack/react-query';
import type { Judgement } from '../../../shared/contract/recipes.ts';
import { useClosers } from '../../core/screen/closers.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { bindCommands } from '../../core/commands/define-commands.ts';
import { NOTHING_SELECTED } from '../../features/rows/selection.ts';
import type { ListSteps } from '../../features/rows/use-row-steps.ts';
import type { AddFiles } from './files/use-add-files.ts';
import { findLoaded } from '../../features/rows/use-pages.ts';
import { filePages } from './files/file-pages.ts';
import type { ShownFiles } from './files/use-shown-files.ts';
import { canBeJudged } from './model/file-words.ts';
import { planObstacle } from './Plan.tsx';
import { RECIPES } from './recipe-commands.ts';
import { draftFiles, editing, running, useRecipes } from './session/use-recipes.ts';

export function useRecipeCommands(deps: {
  readonly steps: ListSteps<number>;
  readonly adding: AddFiles;
  readonly shown: ShownFiles;
}): void {
  const { steps, adding, shown } = deps;
  const { runId } = shown;
  const client = useQueryClient();

  const needsSelection = () =>
    useRecipes.getState().selection.keys.size === 0 ? 'Select a picture first.' : undefined;
  const needsRun = () => (runId === undefined ? 'Show a run first.' : undefined);
  const judge = (judgement: Judgement) => () => {
    const { keys, focus } = useRecipes.getState().selection;
    const { view } = shown;
    const file = view && focus && findLoaded(client, filePages(view), focus)?.row;
    if (runId !== undefined && keys.size > 0) {
      void running.judge(runId, { positions: [...keys] }, judgement);
    }
    // without a selection, shows the first picture instead of judging one that nobody has seen
    if (keys.size === 0 || (keys.size === 1 && file && canBeJudged(file))) steps.next();
  };

  useClosers([
    { layer: 'content', isOpen: () => runId !== undefined, close: () => running.show(undefined) },
  ]);
  useCommands(
    bindCommands(RECIPES, {
      add: adding.addFiles,
      'add-folder': adding.addFolder,
      run: {
        obstacle: () =>
          runId === undefined ? planObstacle(useRecipes.getState()) : 'Go to the next run first.',
        run: () => void running.start(),
      },
      new: () => editing.begin(),
      save: {
        obstacle: () =>
          useRecipes.getState().inHand.steps.length === 0 ? 'Add a step first.' : undefined,
        run: () => void editing.save(),
      },
      next: () => running.show(undefined),
      look: {
        obstacle: needsSelection,
        run: () => useRecipes.setState({ previewedAt: useRecipes.getState().selection.focus?.key }),
      },
      accept: { obstacle: needsRun, run: judge('accepted') },
      reject: { obstacle: needsRun, run: judge('rejected') },
      unjudge: {
        obstacle: () => needsRun() ?? needsSelection(),
        run() {
          const positions = [...useRecipes.getState().selection.keys];
          if (runId !== undefined) void running.judge(runId, { positions }, 'none');
        },
      },
      all: {
        obstacle: () => (shown.view === undefined ? 'Add pictures first.' : undefined),
        run: () => steps.selectAll(),
      },
      drop: {
        obstacle: () =>
          runId === undefined ? needsSelection() : 'A run that has begun keeps its pictures.',
        run: () => void draftFiles.drop([...useRecipes.getState().selection.keys]),
      },
      deselect: {
        obstacle: needsSelection,
        run: () => useRecipes.setState({ selection: NOTHING_SELECTED }),
      },
    }),
  );
}
