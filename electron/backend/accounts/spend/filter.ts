import type { BillLine, SpendFilter } from '../../../../shared/contract/spend.ts';
import { keyOf } from './unit-sums.ts';
import { CHARGED_CATEGORIES, isKnownCategory } from '../../../../shared/api/billing.ts';
import { foldCase } from '../../library/fold-case.ts';
import type { BillStore } from './bill-store.ts';

type TextFilter = Pick<SpendFilter, 'productName' | 'productKey' | 'ownerId'>;

export function containsText({ productName = '', productKey, ownerId }: TextFilter): boolean {
  return productName.trim() !== '' || productKey !== undefined || ownerId !== undefined;
}

export function fitsText(
  row: BillLine,
  { productName = '', productKey, ownerId }: TextFilter,
): boolean {
  const wanted = foldCase(productName.trim());
  const isProduct =
    (wanted === '' || foldCase(row.productName).includes(wanted)) &&
    (productKey === undefined || keyOf(row, 'product') === productKey);
  return isProduct && (ownerId === undefined || row.ownerId === ownerId);
}

/** @param search from `foldCase` */
export function contains(row: BillLine, search: string): boolean {
  return [row.productName, row.category, row.ownerId, row.productId, row.billingMethod].some(
    (text) => foldCase(text).includes(search),
  );
}

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

export function isOfAllKnown(categories: readonly string[]): boolean {
  return CHARGED_CATEGORIES.every((each) => categories.includes(each));
}
