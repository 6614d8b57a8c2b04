/** Batches by keyboard: beginning one, pausing it, going on. */
import type { Batch } from '../../../../shared/contract/batch.ts';
import { useCommands } from '../../../commands/commands.ts';
import { photoIdsOf } from '../photos/strip.ts';
import { useStrip } from '../photos/strip-store.ts';
import { useStudio } from '../session/studio-store.ts';
import { studioCommand } from '../studio-command.ts';
import { prepareBatch, useBatches, withBatch } from './batch-store.ts';

/** @param isShown false switches all of them off */
export function useBatchCommands(isShown: boolean): void {
  const group = 'Batch';
  const ofPhotos = (id: string, title: string, keys: string, run: () => void) =>
    studioCommand(isShown, { id, title, group, shortcuts: [keys], run }, arePhotosOpen);
  const ofBatch = (
    what: 'pause' | 'resume' | 'stop' | 'retry',
    title: string,
    keys: string,
    fits: (batch: Batch) => boolean,
  ) =>
    studioCommand(
      isShown,
      {
        id: `${what}Batch`,
        title,
        group,
        shortcuts: [keys],
        run() {
          const batch = useBatches.getState().batches.find(fits);
          if (batch !== undefined) void withBatch(what, batch.id);
        },
      },
      () => useBatches.getState().batches.some(fits),
    );

  useCommands([
    ofPhotos('batchText', 'Remove text from the chosen photos…', 'Shift+Alt+T', () => {
      void prepareBatch('remove-text');
    }),
    ofPhotos('batchMask', 'Same mask on the chosen photos…', 'Shift+Alt+M', () => {
      void prepareBatch('same-mask');
    }),
    ofBatch('pause', 'Pause the batch', 'Alt+P', ({ state }) => state === 'running'),
    ofBatch('resume', 'Resume the batch', 'Shift+Alt+P', ({ state }) => state === 'paused'),
    ofBatch('stop', 'Stop the batch', 'Shift+Alt+X', isUnderWay),
    ofBatch('retry', 'Retry what failed in the batch', 'Shift+Alt+R', hasFailed),
  ]);
}

function arePhotosOpen(): boolean {
  const isReady = useStudio.getState().status === 'ready';
  return isReady && photoIdsOf(useStrip.getState().entries).length > 0;
}

function isUnderWay({ state }: Batch): boolean {
  return state === 'running' || state === 'paused';
}

function hasFailed({ photosFailed }: Batch): boolean {
  return photosFailed > 0;
}
