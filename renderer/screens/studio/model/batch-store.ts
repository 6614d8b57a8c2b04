/** The batch that is being prepared. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BatchRequest } from '../../../../shared/contract/batch.ts';

/** A batch that has not started: the dialog's subject. */
export interface BatchDraft {
  readonly operation: BatchRequest['operation'];
  readonly photoIds: readonly string[];
  /** The photo whose mask is applied to all of them. */
  readonly maskPhotoId: string | undefined;
}

export interface BatchState {
  readonly draft: BatchDraft | undefined;
}

export function createBatchStore(): StoreApi<BatchState> {
  return createStore<BatchState>(() => ({ draft: undefined }));
}
