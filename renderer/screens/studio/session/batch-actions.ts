/** Batches: preparing one, and commands for running ones. */
import type { BatchRequest } from '../../../../shared/contract/batch.ts';
import { photoIdsOf } from '../model/strip.ts';
import { hasPhoto } from '../model/strip-store.ts';
import type { SavingActions } from './saving-actions.ts';
import type { SessionContext } from './session-context.ts';
import type { StripActions } from './strip-actions.ts';

export interface BatchActions {
  /** Opens the dialog for the selected photos: the open one is always among them. */
  prepare(operation: BatchRequest['operation']): Promise<void>;
  /** The dialog is about all photos of the strip. */
  takeAll(): void;
  /** Closes the dialog. */
  forget(): void;
  /** Selects the photos that it has finished; those that were closed are in the strip again. */
  show(batchId: string): Promise<void>;
  /** Opens the dialog for saving them. */
  saveAll(batchId: string): Promise<void>;
  /** Carries out a command for a batch. */
  command(
    what: 'pause' | 'resume' | 'stop' | 'retry' | 'acknowledge',
    batchId: string,
  ): Promise<void>;
}

export function createBatchActions(
  context: SessionContext,
  { saving, strip: ofStrip }: { readonly saving: SavingActions; readonly strip: StripActions },
): BatchActions {
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
    async show(batchId) {
      try {
        const ids = (await backend.batch.photos({ batchId })).map(({ id }) => id);
        for (const id of ids) {
          // oxlint-disable-next-line no-await-in-loop -- in their order
          if (!hasPhoto(strip.getState(), id)) await ofStrip.add(id);
        }
        const [first] = ids;
        if (first === undefined) return;
        ofStrip.goTo(first);
        ofStrip.choose({ chosen: new Set(ids), anchorId: first });
      } catch (thrown) {
        fail(thrown);
      }
    },
    async saveAll(batchId) {
      try {
        saving.showMany(await backend.batch.photos({ batchId }));
      } catch (thrown) {
        fail(thrown);
      }
    },
    async command(what, batchId) {
      try {
        await backend.batch[what]({ batchId });
      } catch (thrown) {
        fail(thrown);
      }
    },
  };
}
