import type { BillLine, SpendFilter } from '../../../../shared/contract/spend.ts';
import { keyOf } from './unit-sums.ts';

type TextFilter = Pick<SpendFilter, 'productName' | 'productKey' | 'ownerId'>;

export function containsText({ productName = '', productKey, ownerId }: TextFilter): boolean {
  return productName.trim() !== '' || productKey !== undefined || ownerId !== undefined;
}

export function fitsText(
  row: BillLine,
  { productName = '', productKey, ownerId }: TextFilter,
): boolean {
  const wanted = productName.trim().toLocaleLowerCase();
  const isProduct =
    (wanted === '' || row.productName.toLocaleLowerCase().includes(wanted)) &&
    (productKey === undefined || keyOf(row, 'product') === productKey);
  return isProduct && (ownerId === undefined || row.ownerId === ownerId);
}

/** @param search in lower case */
export function contains(row: BillLine, search: string): boolean {
  return [row.productName, row.category, row.ownerId, row.productId, row.billingMethod].some(
    (text) => text.toLocaleLowerCase().includes(search),
  );
}
