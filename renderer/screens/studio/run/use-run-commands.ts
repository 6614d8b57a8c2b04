/** Commands that select the operation, and start and stop runs. */
import type { RemoveTextMode } from '../../../../shared/contract/cleanup.ts';
import { runAgainLabel } from '../../../work/jobs/job-words.ts';
import { useCommands } from '../../../base/commands/commands.ts';
import { useStudioCommand } from '../commands/studio-command.ts';
import { addTextBoxInTheMiddle } from './add-text-box.ts';
import { RUN_LABELS } from './run-offer.ts';
import { useRun, useStudioSession } from '../session/index.ts';

export function useRunCommands(): void {
  const studioCommand = useStudioCommand();
  const session = useStudioSession();
  const operation = useRun((state) => state.operation);
  const plan = session?.plan;
  const next = useRun((state) => state.calls);
  const again = next && { ...next, calls: next.calls.length };
  const command = (
    id: string,
    title: string,
    shortcuts: readonly string[],
    run: () => void,
    group = 'Clean-up and text',
  ) => studioCommand({ id, title, group, shortcuts, run });

  const textMode = (mode: RemoveTextMode, title: string) =>
    command(`text.${mode}`, title, [], () => {
      plan?.chooseOperation('remove-text');
      plan?.chooseTextMode(mode);
    });

  useCommands([
    // its own id for each operation, so that the palette takes over the title
    command(
      `run.${operation}`,
      RUN_LABELS[operation],
      ['Mod+Enter'],
      () => void session?.runs.run('use'),
    ),
    {
      ...command('runAgain', runAgainLabel(again), ['Shift+Mod+Enter'], () => {
        void session?.runs.run('ignore');
      }),
      keywords: ['repeat', 'variant'],
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
