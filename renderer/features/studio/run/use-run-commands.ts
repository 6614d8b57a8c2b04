/** Choosing what Run does, starting and stopping runs. */
import { isFinalJobState } from '../../../../shared/contract/jobs.ts';
import { useCommands } from '../../../commands/commands.ts';
import { useJobs } from '../../../backend/jobs.ts';
import { jobsOnPhoto, restOf, runsOnPhoto } from '../session/photo-jobs.ts';
import { useStudio } from '../session/studio-store.ts';
import { studioCommand } from '../studio-command.ts';
import { addTextBoxInTheMiddle } from './add-text-box.ts';
import { chooseOperation, chooseTextMode, chooseTool } from './choose-operation.ts';
import { RUN_LABELS } from './run-offer.ts';
import { useRun } from './run-store.ts';

/** @param isShown false switches all of them off */
export function useRunCommands(isShown: boolean): void {
  const session = useStudio((state) => state.session);
  const operation = useRun((state) => state.operation);
  const core = session?.core;
  const command = (
    id: string,
    title: string,
    group: string,
    shortcuts: readonly string[],
    run: () => void,
  ) => studioCommand(isShown, { id, title, group, shortcuts, run });
  const group = 'Clean-up and text';

  useCommands([
    // its own id for each operation, so that the palette takes over the title
    command(`run.${operation}`, RUN_LABELS[operation], group, ['Mod+Enter'], () => {
      void session?.runs.run('use');
    }),
    command(
      'runAgain',
      'Run again and pay, also for what is kept',
      group,
      ['Shift+Mod+Enter'],
      () => {
        void session?.runs.run('ignore');
      },
    ),
    command('cleanup', 'Clean up what is painted', group, ['Alt+C'], () =>
      chooseOperation(core, 'cleanup'),
    ),
    command('removeText', 'Remove text', group, ['Alt+T'], () =>
      chooseOperation(core, 'remove-text'),
    ),
    command('textBox', 'Text box', 'Tools', ['T'], () => chooseTool(core, 'text-box')),
    command(
      'addTextBox',
      'Add a text box in the middle',
      'Tools',
      ['Shift+T'],
      addTextBoxInTheMiddle,
    ),
    command('reduceForText', 'Remove text: reduce the whole picture', group, [], () => {
      chooseOperation(core, 'remove-text');
      chooseTextMode(core, 'reduced');
    }),
    command('ownBoxes', 'Back to Gesso’s own boxes', group, ['Alt+B'], () =>
      useRun.getState().edits?.setCleanupBoxes(undefined, 'laying the boxes'),
    ),
    command('runRest', 'Run the rest of what failed', group, ['Alt+R'], runRest),
    command('stopRuns', 'Stop all runs of this photo', group, ['Alt+X'], stopRuns),
  ]);
}

/** The youngest run that has something left. */
function runRest(): void {
  const { photo, session } = useStudio.getState();
  if (photo === undefined) return;
  const runs = runsOnPhoto(useJobs.getState().jobs, photo.id);
  const last = runs.findLast((run) => restOf(run).length > 0);
  if (last !== undefined) void session?.runs.runRest(last.id);
}

function stopRuns(): void {
  const { photo, session } = useStudio.getState();
  if (photo === undefined) return;
  const jobs = jobsOnPhoto(useJobs.getState().jobs, photo.id);
  const running = jobs.filter(({ state }) => !isFinalJobState(state));
  void session?.runs.cancelAll(running.map(({ id }) => id));
}
