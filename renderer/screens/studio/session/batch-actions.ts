/** Batches: preparing one, and commands for running ones. */
import type { BatchRequest } from '../../../../shared/contract/batch.ts';
import { photoIdsOf } from '../model/strip.ts';
import type { SessionContext } from './session-context.ts';

export interface BatchActions {
  /** Opens the dialog for the selected photos: the open one is always among them. */
  prepare(operation: BatchRequest['operation']): Promise<void>;
  /** The dialog is about all photos of the strip. */
  takeAll(): void;
  /** Closes the dialog. */
  forget(): void;
  /** Carries out a command for a batch. */
  command(
    what: 'pause' | 'resume' | 'stop' | 'retry' | 'acknowledge',
    batchId: string,
  ): Promise<void>;
}

export function createBatchActions(context: SessionContext): BatchActions {
  const { backend, fail } = context;
  const { studio, strip, batches } = context.stores;
  return {
    async prepare(operation) {
      const { photo } = studio.getState();
      const { entries, choice } = strip.getState();
      const photoIds = photoIdsOf(entries).filter((id) => choice.chosen.has(id));
      try {
        await context.work()?.saver.flush();
        batches.setState({ draft: { operation, photoIds, maskPhotoId: photo?.id } });
      } catch (thrown) {
        fail(thrown);
      }
    },
    takeAll: () =>
      batches.setState(({ draft }) =>
        draft === undefined
          ? {}
          : { draft: { ...draft, photoIds: photoIdsOf(strip.getState().entries) } },
      ),
    forget: () => batches.setState({ draft: undefined }),
    async command(what, batchId) {
      try {
        await backend.batch[what]({ batchId });
      } catch (thrown) {
        fail(thrown);
      }
    },
  };
}
