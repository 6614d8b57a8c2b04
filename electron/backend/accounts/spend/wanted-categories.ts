import { CHARGED_CATEGORIES, isKnownCategory } from '../../../../shared/api/billing.ts';
import type { SpendFilter } from '../../../../shared/contract/spend.ts';
import type { BillStore } from './bill-store.ts';

export function wantedCategories(
  store: Pick<BillStore, 'categories'>,
  connectionId: string,
  { categories, without = [] }: Pick<SpendFilter, 'categories' | 'without'>,
): readonly string[] {
  const all = store.categories(connectionId);
  if (!isOfAllKnown(categories)) return all.filter((name) => categories.includes(name));
  return all.filter((name) => isKnownCategory(name) || !without.includes(name));
}

/** Whether nothing is excluded, so that the service's own total can be compared. */
export function isEverything({ categories, without = [] }: SpendFilter): boolean {
  return isOfAllKnown(categories) && without.length === 0;
}

function isOfAllKnown(categories: readonly string[]): boolean {
  return CHARGED_CATEGORIES.every((each) => categories.includes(each));
}
