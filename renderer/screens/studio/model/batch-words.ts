import type { RecipePlan } from '../../../../shared/contract/recipes.ts';
import { count, formatMegapixels } from '../../../core/ui/format.ts';
import { costWords } from '../../../features/recipes/run-words.ts';
import type { BatchOperation } from './batch-state.ts';

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
