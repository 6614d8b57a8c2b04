import type { RecipePlan, StepMask, StepOf } from '../../../../shared/contract/recipes.ts';
import type { AppError } from '../../../../shared/errors/app-error.ts';

export type BatchOperation = 'remove-text' | 'same-mask';

export interface BatchDraft {
  readonly operation: BatchOperation;
  readonly photoIds: readonly string[];
  /** Applied to all photos. */
  readonly maskPhotoId: string | undefined;
  readonly detail: StepOf<'remove-text'>['detail'];
  readonly placement: Extract<StepMask, { readonly from: 'kept' }>['placement'];
}

export interface BatchState {
  readonly draft: BatchDraft | undefined;
  readonly plan: RecipePlan | undefined;
  readonly error: AppError | undefined;
  readonly isStarting: boolean;
}

export const INITIAL_BATCH: BatchState = {
  draft: undefined,
  plan: undefined,
  error: undefined,
  isStarting: false,
};
