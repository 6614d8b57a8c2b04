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
    keywords: readonly string[],
    run: () => void,
    group = 'Clean-up and text',
  ) => studioCommand({ id, title, group, shortcuts, keywords, run });

  const textMode = (mode: RemoveTextMode, title: string, keywords: readonly string[]) =>
    command(`text.${mode}`, title, [], keywords, () => {
      plan?.chooseOperation('remove-text');
      plan?.chooseTextMode(mode);
    });

  useCommands([
    // its own id for each operation, so that the palette takes over the title
    command(
      `run.${operation}`,
      RUN_LABELS[operation],
      ['Mod+Enter'],
      ['start', 'send', 'go', 'inpaint', 'erase object'],
      () => void session?.runs.run('use'),
    ),
    command(
      'runAgain',
      runAgainLabel(again),
      ['Shift+Mod+Enter'],
      ['repeat', 'variant'],
      () => void session?.runs.run('ignore'),
    ),
    command('cleanup', 'Switch to clean-up', ['Alt+C'], ['object', 'inpaint', 'mode'], () =>
      plan?.chooseOperation('cleanup'),
    ),
    command('removeText', 'Switch to text removal', ['Alt+T'], ['remove text', 'mode'], () =>
      plan?.chooseOperation('remove-text'),
    ),
    command(
      'textBox',
      'Text box',
      ['T'],
      ['area', 'frame'],
      () => plan?.chooseTool('text-box'),
      'Tools',
    ),
    command(
      'addTextBox',
      'Add text box',
      ['Shift+T'],
      ['area', 'new'],
      () => addTextBoxInTheMiddle(session),
      'Tools',
    ),
    textMode('whole', 'Remove text: whole photo', ['all', 'tiles']),
    textMode('boxes', 'Remove text: selected areas', ['boxes', 'region']),
    textMode('reduced', 'Remove text: whole photo, reduced', ['resize', 'small']),
    command('ownBoxes', 'Reset boxes', ['Alt+B'], ['automatic', 'default', 'region'], () =>
      plan?.setCleanupBoxes(undefined, 'reset boxes'),
    ),
    command(
      'runRest',
      'Run unfinished parts',
      ['Alt+R'],
      ['retry', 'rest', 'failed'],
      () => void session?.runs.runRest(),
    ),
    command(
      'stopRuns',
      'Stop all runs of this photo',
      ['Alt+X'],
      ['cancel', 'abort'],
      () => void session?.runs.cancelAll(),
    ),
  ]);
}
