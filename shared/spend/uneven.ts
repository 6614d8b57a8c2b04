import {
  absolute,
  addDecimals,
  compareDecimals,
  parseDecimal,
  subtractDecimals,
  ZERO,
} from '../api/exact-decimal.ts';
import type { BillLine } from '../contract/spend.ts';
import type { Amount } from './exact-money.ts';

/** Each of the three amounts may lack almost a whole unit by truncation. */
const CUT_OFF = 2;

/** True if amount and voucher plus cash differ by more than truncation explains, 1/10000 USD. */
export function isUneven({
  amount,
  voucherAmount,
  payAmount,
}: Pick<BillLine, 'amount' | 'voucherAmount' | 'payAmount'>): boolean {
  const read = ({ exact }: Amount) => parseDecimal(exact) ?? ZERO;
  const parts = addDecimals(read(voucherAmount), read(payAmount));
  const size = absolute(subtractDecimals(parts, read(amount)));
  const isWhole = [amount, voucherAmount, payAmount].some((each) => !each.hasDecimals);
  return compareDecimals(size, { value: BigInt(isWhole ? CUT_OFF : 0), scale: 0 }) > 0;
}
