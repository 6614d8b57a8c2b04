import type { RecipeRun } from '../../../../shared/contract/recipes.ts';
import { recipeRunsStore } from '../../../features/jobs/jobs.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { BATCH } from '../commands/studio-commands.ts';
import { useNeedsPhoto } from '../commands/use-needs-photo.ts';
import { useStudioSession } from '../session/index.ts';

export function useBatchCommands(): void {
  const needsPhoto = useNeedsPhoto();
  const session = useStudioSession();
  const ofBatch = (
    what: 'pause' | 'resume' | 'stop' | 'retry',
    fits: (run: RecipeRun) => boolean,
    reason: string,
  ) => ({
    obstacle: () => (batchWhere(fits) === undefined ? reason : undefined),
    run() {
      const id = batchWhere(fits)?.id;
      if (id === undefined) return;
      if (what === 'retry') void session?.batches.orders.retry(id, { filter: 'failed' });
      else void session?.batches.orders[what](id);
    },
  });

  useCommands(
    bindCommands(
      BATCH,
      {
        batchText: () => void session?.batches.prepare('remove-text'),
        batchMask: () => void session?.batches.prepare('same-mask'),
        pauseBatch: ofBatch('pause', ({ state }) => state === 'running', 'No batch is running'),
        resumeBatch: ofBatch('resume', ({ state }) => state === 'paused', 'No batch is paused'),
        stopBatch: ofBatch(
          'stop',
          ({ state }) => state === 'running' || state === 'paused',
          'No batch is running',
        ),
        retryBatch: ofBatch('retry', ({ states }) => states.failed > 0, 'No photo failed'),
      },
      needsPhoto,
    ),
  );
}

function batchWhere(fits: (run: RecipeRun) => boolean): RecipeRun | undefined {
  return recipeRunsStore.getState().runs.find((run) => run.isOfStudio && fits(run));
}
