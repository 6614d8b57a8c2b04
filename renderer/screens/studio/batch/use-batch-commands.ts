import type { RecipeRun } from '../../../../shared/contract/recipes.ts';
import { recipeRunsStore } from '../../../features/jobs/jobs.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { useStudioCommand } from '../commands/studio-command.ts';
import { useStudioSession } from '../session/index.ts';

export function useBatchCommands(): void {
  const studioCommand = useStudioCommand();
  const session = useStudioSession();
  const group = 'Batch';
  const ofPhotos = (id: string, title: string, keys: string, run: () => void) =>
    studioCommand({
      id,
      title,
      group,
      shortcuts: [keys],
      run,
    });
  const ofBatch = (
    what: 'pause' | 'resume' | 'stop' | 'retry',
    title: string,
    keys: string,
    fits: (run: RecipeRun) => boolean,
    reason: string,
  ) =>
    studioCommand({
      id: `${what}Batch`,
      title,
      group,
      shortcuts: [keys],
      obstacle: () => (batchWhere(fits) === undefined ? reason : undefined),
      run() {
        const id = batchWhere(fits)?.id;
        if (id === undefined) return;
        if (what === 'retry') void session?.batches.orders.retry(id, { filter: 'failed' });
        else void session?.batches.orders[what](id);
      },
    });

  useCommands([
    ofPhotos('batchText', 'Remove text from selected photos…', 'Shift+Alt+T', () => {
      void session?.batches.prepare('remove-text');
    }),
    ofPhotos('batchMask', 'Same mask on selected photos…', 'Shift+Alt+M', () => {
      void session?.batches.prepare('same-mask');
    }),
    ofBatch('pause', 'Pause batch', 'Alt+P', isRunning, 'No batch is running'),
    ofBatch('resume', 'Resume batch', 'Shift+Alt+P', isPaused, 'No batch is paused'),
    ofBatch('stop', 'Stop batch', 'Shift+Alt+X', isUnderWay, 'No batch is running'),
    ofBatch('retry', 'Retry failed photos of batch', 'Shift+Alt+R', hasFailed, 'No photo failed'),
  ]);
}

function batchWhere(fits: (run: RecipeRun) => boolean): RecipeRun | undefined {
  return recipeRunsStore.getState().runs.find((run) => run.isOfStudio && fits(run));
}

function isRunning({ state }: RecipeRun): boolean {
  return state === 'running';
}

function isPaused({ state }: RecipeRun): boolean {
  return state === 'paused';
}

function isUnderWay({ state }: RecipeRun): boolean {
  return state === 'running' || state === 'paused';
}

function hasFailed({ states }: RecipeRun): boolean {
  return states.failed > 0;
}
