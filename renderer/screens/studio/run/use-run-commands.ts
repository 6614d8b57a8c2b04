import type { RemoveTextMode } from '../../../../shared/contract/cleanup.ts';
import { runAgainLabel } from '../../../features/jobs/job-words.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { RUNS } from '../commands/studio-commands.ts';
import { useNeedsPhoto } from '../commands/use-needs-photo.ts';
import { addTextBoxInTheMiddle } from './add-text-box.ts';
import { runObstacle } from './run-offer.ts';
import { hasSelection, type StoredUse } from '../model/studio-store.ts';
import { nextRun } from '../model/next-run.ts';
import { useStudio, useStudioSession, useStudioStore } from '../session/index.ts';

export function useRunCommands(): void {
  const needsPhoto = useNeedsPhoto();
  const session = useStudioSession();
  const operation = useStudio((state) => state.run.operation);
  const plan = session?.plan;
  const store = useStudioStore();
  // reads the mask: its drawing may be a frame behind a stroke
  const needsSomething = () =>
    needsPhoto() ??
    runObstacle(operation, {
      hasMask: store.getState().selecting.isBeingAdded || session?.core.mask.bounds() !== undefined,
      hasSelection: hasSelection(store.getState().selecting),
      regions: nextRun(store.getState()).regions.length,
    });
  const runs = (stored: StoredUse) => ({
    obstacle: needsSomething,
    run: () => void session?.runs.run(stored),
  });
  const textMode = (mode: RemoveTextMode) => () => {
    plan?.chooseOperation('remove-text');
    plan?.chooseTextMode(mode);
  };

  useCommands(
    bindCommands(
      RUNS,
      {
        // one id per operation, so that the palette shows the current title
        'run.cleanup': operation === 'cleanup' ? runs('use') : undefined,
        'run.remove-text': operation === 'remove-text' ? runs('use') : undefined,
        runAgain: {
          ...runs('ignore'),
          // a getter avoids a render for each answer
          get title() {
            const { calls } = store.getState().run;
            return runAgainLabel(calls && { ...calls, calls: calls.calls.length });
          },
        },
        cleanup: () => plan?.chooseOperation('cleanup'),
        removeText: () => plan?.chooseOperation('remove-text'),
        textBox: () => plan?.chooseTool('text-box'),
        addTextBox: () => addTextBoxInTheMiddle(session),
        'text.whole': textMode('whole'),
        'text.boxes': textMode('boxes'),
        'text.reduced': textMode('reduced'),
        ownBoxes: () => plan?.setCleanupBoxes(undefined, 'reset boxes'),
        runRest: () => void session?.runs.runRest(),
        stopRuns: () => void session?.runs.cancelAll(),
      },
      needsPhoto,
    ),
  );
}
