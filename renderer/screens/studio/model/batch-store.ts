/** The batch that is being prepared: a run of a recipe with one step, on photos of the strip. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RecipePlan, StepMask, StepOf } from '../../../../shared/contract/recipes.ts';
import type { AppError } from '../../../../shared/errors/app-error.ts';

/** The work on each photo. */
export type BatchOperation = 'remove-text' | 'same-mask';

/** A batch that has not started: the dialog's subject. */
export interface BatchDraft {
  readonly operation: BatchOperation;
  readonly photoIds: readonly string[];
  /** The photo whose mask is applied to all of them. */
  readonly maskPhotoId: string | undefined;
  readonly detail: StepOf<'remove-text'>['detail'];
  readonly placement: Extract<StepMask, { readonly from: 'kept' }>['placement'];
}

export interface BatchState {
  readonly draft: BatchDraft | undefined;
  /** Of the draft, as far as it is made. */
  readonly plan: RecipePlan | undefined;
  readonly error: AppError | undefined;
  readonly isStarting: boolean;
}

export function createBatchStore(): StoreApi<BatchState> {
  return createStore<BatchState>(() => ({
    draft: undefined,
    plan: undefined,
    error: undefined,
    isStarting: false,
  }));
}
