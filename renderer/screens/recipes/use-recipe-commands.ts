/** No letter key sends anything. */
import type { Judgement } from '../../../shared/contract/recipes.ts';
import { commandMaker } from '../../core/commands/command-maker.ts';
import { useClosers } from '../../core/screen/closers.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { NOTHING_SELECTED } from '../../features/rows/selection.ts';
import type { ListSteps } from '../../features/rows/use-row-steps.ts';
import type { AddFiles } from './files/use-add-files.ts';
import type { ShownFiles } from './files/use-shown-files.ts';
import { planObstacle } from './plan-obstacle.ts';
import { useRecipesSession, useRecipesState } from './session/screen.ts';

export function useRecipeCommands(deps: {
  readonly steps: ListSteps<number>;
  readonly adding: AddFiles;
  readonly shown: ShownFiles;
}): void {
  const { steps, adding, shown } = deps;
  const { runId } = shown;
  const { editing, running, files } = useRecipesSession();
  const state = useRecipesState();
  const command = commandMaker('recipes', 'Recipes');

  const needsSelection = () =>
    state().selection.keys.size === 0 ? 'Select a picture first.' : undefined;
  const needsRun = () => (runId === undefined ? 'Show a run first.' : needsSelection());
  const judge = (judgement: Judgement) => () => {
    const { keys } = state().selection;
    if (runId !== undefined) void running.judge(runId, { positions: [...keys] }, judgement);
  };

  useClosers([
    { layer: 'content', isOpen: () => runId !== undefined, close: () => running.show(undefined) },
  ]);
  useCommands([
    command('add', 'Add pictures…', ['Mod+O'], adding.addFiles),
    command('add-folder', 'Add folder…', ['Shift+Mod+O'], adding.addFolder),
    command(
      'run',
      'Run the recipe',
      ['Mod+Enter'],
      () => void running.start({ stored: 'use' }),
      () => (runId === undefined ? planObstacle(state()) : 'Go to the next run first.'),
    ),
    command('new', 'New recipe', [], () => editing.begin()),
    command(
      'save',
      'Save recipe',
      ['Mod+S'],
      () => void editing.save(),
      () => (state().inHand.steps.length === 0 ? 'Add a step first.' : undefined),
    ),
    command('next', 'Next run', [], () => running.show(undefined)),
    command(
      'look',
      'See the picture before and after',
      ['Enter'],
      () => running.preview(state().selection.focus?.key),
      needsSelection,
    ),
    command('accept', 'Accept the selected pictures', ['A'], judge('accepted'), needsRun),
    command('reject', 'Reject the selected pictures', ['R'], judge('rejected'), needsRun),
    command('unjudge', 'Take the judgement back', ['U'], judge('none'), needsRun),
    command(
      'all',
      'Select all pictures',
      ['Mod+A'],
      () => steps.selectAll(),
      () => (shown.view === undefined ? 'Add pictures first.' : undefined),
    ),
    command(
      'drop',
      'Remove the selected pictures',
      ['Delete'],
      () => void files.drop([...state().selection.keys]),
      () => (runId === undefined ? needsSelection() : 'A run that has begun keeps its pictures.'),
    ),
    command(
      'deselect',
      'Deselect',
      ['Escape'],
      () => running.select(NOTHING_SELECTED),
      needsSelection,
    ),
  ]);
}
