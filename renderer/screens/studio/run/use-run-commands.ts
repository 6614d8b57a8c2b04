import type { RemoveTextMode } from '../../../../shared/contract/cleanup.ts';
import { runAgainLabel } from '../../../features/jobs/job-words.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { needsPhoto, useStudioCommand, type Obstacle } from '../commands/studio-command.ts';
import { addTextBoxInTheMiddle } from './add-text-box.ts';
import { RUN_LABELS, runObstacle } from './run-offer.ts';
import type { StoredUse } from '../model/run-store.ts';
import { useRun, useStudioSession, useStudioStores } from '../session/index.ts';

export function useRunCommands(): void {
  const studioCommand = useStudioCommand();
  const session = useStudioSession();
  const operation = useRun((state) => state.operation);
  const plan = session?.plan;
  const { run } = useStudioStores();
  const command = (
    id: string,
    title: string,
    shortcuts: readonly string[],
    run: () => void,
    group = 'Clean-up and text',
  ) => studioCommand({ id, title, group, shortcuts, run });
  // reads the mask: its drawing may be a frame behind a stroke
  const needsSomething: Obstacle = (stores) =>
    needsPhoto(stores) ??
    runObstacle(operation, {
      hasMask: session?.core.maskBounds() !== undefined,
      hasSelection: stores.selecting.getState().proposal?.subtract === false,
      regions: stores.nextRun().regions.length,
    });
  const runs = (id: string, title: string, shortcut: string, stored: StoredUse) =>
    studioCommand({
      id,
      title,
      group: 'Clean-up and text',
      shortcuts: [shortcut],
      run: () => void session?.runs.run(stored),
      obstacle: needsSomething,
    });

  const textMode = (mode: RemoveTextMode, title: string) =>
    command(`text.${mode}`, title, [], () => {
      plan?.chooseOperation('remove-text');
      plan?.chooseTextMode(mode);
    });

  useCommands([
    // one id per operation, so that the palette shows the current title
    runs(`run.${operation}`, RUN_LABELS[operation], 'Mod+Enter', 'use'),
    {
      ...runs('runAgain', runAgainLabel(undefined), 'Shift+Mod+Enter', 'ignore'),
      keywords: ['repeat', 'variant'],
      // a getter avoids a render for each answer
      get title() {
        const { calls } = run.getState();
        return runAgainLabel(calls && { ...calls, calls: calls.calls.length });
      },
    },
    command('cleanup', 'Switch to clean-up', ['Alt+C'], () => plan?.chooseOperation('cleanup')),
    command('removeText', 'Switch to text removal', ['Alt+T'], () =>
      plan?.chooseOperation('remove-text'),
    ),
    command('textBox', 'Text box', ['T'], () => plan?.chooseTool('text-box'), 'Tools'),
    command(
      'addTextBox',
      'Add text box',
      ['Shift+T'],
      () => addTextBoxInTheMiddle(session),
      'Tools',
    ),
    textMode('whole', 'Remove text: whole photo'),
    textMode('boxes', 'Remove text: selected areas'),
    textMode('reduced', 'Remove text: whole photo, reduced'),
    command('ownBoxes', 'Reset boxes', ['Alt+B'], () =>
      plan?.setCleanupBoxes(undefined, 'reset boxes'),
    ),
    command('runRest', 'Run unfinished parts', ['Alt+R'], () => void session?.runs.runRest()),
    command(
      'stopRuns',
      'Stop all runs of this photo',
      ['Alt+X'],
      () => void session?.runs.cancelAll(),
    ),
  ]);
}
