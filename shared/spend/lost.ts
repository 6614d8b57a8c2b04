import { parseDecimal } from '../api/exact-decimal.ts';
import type { BillLine } from '../contract/spend.ts';

export type LostFields = Pick<BillLine, 'amount' | 'quantities' | 'basePrices' | 'discountPrices'>;

/** True if quantity and price show a charge although the truncated amount is 0. */
export function isFractionLost(row: LostFields): boolean {
  const { amount, quantities, basePrices, discountPrices } = row;
  if (amount.hasDecimals || isPositive(amount.exact) !== false) return false;
  return quantities.some((quantity, index) => {
    const price = discountPrices[index] ?? basePrices[index];
    return isPositive(quantity) === true && isPositive(price?.amount) === true;
  });
}

/** @returns `undefined` if the value is neither positive nor 0 */
function isPositive(text: string | null | undefined): boolean | undefined {
  const value = text == null ? undefined : parseDecimal(text)?.value;
  return value === undefined || value < 0n ? undefined : value > 0n;
}
