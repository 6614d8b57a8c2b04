/** Which rows count, by their texts. */
import type { BillLine, SpendFilter } from '../../../shared/contract/spend.ts';

type TextFilter = Pick<SpendFilter, 'productName' | 'ownerId'>;

/** True when rows have to be looked at one by one. */
export function hasText({ productName = '', ownerId = '' }: TextFilter): boolean {
  return productName.trim() !== '' || ownerId !== '';
}

export function fitsText(
  row: Pick<BillLine, 'productName' | 'ownerId'>,
  { productName = '', ownerId = '' }: TextFilter,
): boolean {
  const wanted = productName.trim().toLocaleLowerCase();
  const isProduct = wanted === '' || row.productName.toLocaleLowerCase().includes(wanted);
  return isProduct && (ownerId === '' || row.ownerId === ownerId);
}

/** True when a text of the row contains the search. @param search in lower case */
export function contains(row: BillLine, search: string): boolean {
  return [row.productName, row.category, row.ownerId, row.productId, row.billingMethod].some(
    (text) => text.toLocaleLowerCase().includes(search),
  );
}
