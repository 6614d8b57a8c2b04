/** Charges whose fraction the service has cut off. Pure. */
import { parseDecimal } from '../api/exact-decimal.ts';
import type { BillLine } from '../contract/spend.ts';

/** What tells it of a row. */
export type LostFields = Pick<BillLine, 'amount' | 'quantities' | 'basePrices' | 'discountPrices'>;

/**
 * True where the row itself shows that something was charged, and its amount is a whole 0: a quantity with
 * a price. Nothing else is said to be less than the smallest amount: an empty hour costs nothing.
 */
export function isFractionLost(row: LostFields): boolean {
  const { amount, quantities, basePrices, discountPrices } = row;
  if (amount.hasDecimals || isPositive(amount.exact) !== false) return false;
  return quantities.some((quantity, index) => {
    const price = discountPrices[index] ?? basePrices[index];
    return isPositive(quantity) === true && isPositive(price?.amount) === true;
  });
}

/** @returns `undefined` for what is neither positive nor 0 */
function isPositive(text: string | null | undefined): boolean | undefined {
  const value = text == null ? undefined : parseDecimal(text)?.value;
  return value === undefined || value < 0n ? undefined : value > 0n;
}
