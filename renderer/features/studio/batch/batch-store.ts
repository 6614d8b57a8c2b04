/** Batches as the window knows them: fed by the backend's stream; and the one that is being prepared. */
import { create } from 'zustand';
import type { Batch, BatchRequest } from '../../../../shared/contract/batch.ts';
import { backend, readError } from '../../../backend/client.ts';
import { photoIdsOf } from '../photos/strip.ts';
import { useStrip } from '../photos/strip-store.ts';
import { useStudio } from '../session/studio-store.ts';

/** A batch that has not started: what the dialog is about. */
export interface BatchDraft {
  readonly operation: BatchRequest['operation'];
  readonly photoIds: readonly string[];
  /** Whose mask is laid on all of them. */
  readonly maskPhotoId: string | undefined;
}

interface BatchState {
  /** Newest first; those that were not put away. */
  readonly batches: readonly Batch[];
  readonly draft: BatchDraft | undefined;
}

export const useBatches = create<BatchState>(() => ({ batches: [], draft: undefined }));

/** Wait before the stream is opened again, ms. */
const RETRY_DELAY = 500;

/** Follows the stream until `signal` is aborted. */
export async function followBatches(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const changes = await backend.batch.changes(undefined, { signal });
      for await (const batches of changes) useBatches.setState({ batches });
    } catch {
      // The line is down or the window closes; the shell shows a lost line, and this tries again.
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
  }
}

/** Opens the dialog for the chosen photos, or for all when none is chosen. */
export async function prepareBatch(operation: BatchRequest['operation']): Promise<void> {
  const { session, photo } = useStudio.getState();
  const { entries, choice } = useStrip.getState();
  const all = photoIdsOf(entries);
  const chosen = all.filter((id) => choice.chosen.has(id));
  const photoIds = chosen.length > 0 ? chosen : all;
  try {
    await session?.strip.saved();
    useBatches.setState({ draft: { operation, photoIds, maskPhotoId: photo?.id } });
  } catch (thrown) {
    useStudio.setState({ error: readError(thrown) });
  }
}

/** Carries out a command for a batch, and shows what goes wrong. */
export async function withBatch(
  what: 'pause' | 'resume' | 'stop' | 'retry' | 'acknowledge',
  batchId: string,
): Promise<void> {
  try {
    await backend.batch[what]({ batchId });
  } catch (thrown) {
    useStudio.setState({ error: readError(thrown) });
  }
}
