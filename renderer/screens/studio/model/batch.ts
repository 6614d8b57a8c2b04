import type { RecipePlan, StepMask, StepOf } from '../../../../shared/contract/recipes.ts';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import { count, formatMegapixels } from '../../../core/ui/format.ts';
import { costWords } from '../../../features/recipes/run-words.ts';

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

export const BATCH_NAMES: Readonly<Record<BatchOperation, string>> = {
  'remove-text': 'Remove text',
  'same-mask': 'Same mask',
};

/** @param useStored saved results replace calls */
export function planSentence(plan: RecipePlan, useStored: boolean): string {
  const photos = `${count(plan.taking, 'photo')} in ${count(plan.calls, 'call')}`;
  return `${photos}, ${formatMegapixels(plan.pixels, 1)} in total. ${costWords(plan, useStored)}`;
}

/** @param useStored saved results replace calls */
export function lacksPrice(plan: RecipePlan, useStored: boolean): boolean {
  const paid = plan.calls - (useStored ? plan.storedCalls : 0);
  const cost = useStored ? plan.costWithStored : plan.cost;
  return !plan.isPractice && paid > 0 && cost === undefined;
}
