/** Batches by keyboard: beginning one, pausing it, going on. */
import type { Batch } from '../../../../shared/contract/batch.ts';
import { batchesStore } from '../../../work/jobs/jobs.ts';
import { useCommands } from '../../../base/commands/commands.ts';
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
    fits: (batch: Batch) => boolean,
    reason: string,
  ) =>
    studioCommand({
      id: `${what}Batch`,
      title,
      group,
      shortcuts: [keys],
      obstacle: () => (batchesStore.getState().batches.some(fits) ? undefined : reason),
      run() {
        const batch = batchesStore.getState().batches.find(fits);
        if (batch !== undefined) void session?.batches.command(what, batch.id);
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

function isRunning({ state }: Batch): boolean {
  return state === 'running';
}

function isPaused({ state }: Batch): boolean {
  return state === 'paused';
}

function isUnderWay({ state }: Batch): boolean {
  return state === 'running' || state === 'paused';
}

function hasFailed({ photosFailed }: Batch): boolean {
  return photosFailed > 0;
}
