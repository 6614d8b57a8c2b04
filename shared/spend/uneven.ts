import {
  addDecimals,
  compareDecimals,
  parseDecimal,
  type ExactDecimal,
} from '../api/exact-decimal.ts';

interface Amount {
  readonly exact: string;
  readonly hasDecimals: boolean;
}

const ZERO: ExactDecimal = { value: 0n, scale: 0 };

/** Each of the three amounts may lack almost a whole unit by truncation. */
const CUT_OFF = 2;

/** True if amount and voucher plus cash differ by more than truncation explains, 1/10000 USD. */
export function isUneven(row: {
  readonly amount: Amount;
  readonly voucherAmount: Amount;
  readonly payAmount: Amount;
}): boolean {
  const { amount, voucherAmount, payAmount } = row;
  const read = ({ exact }: Amount) => parseDecimal(exact) ?? ZERO;
  const parts = addDecimals(read(voucherAmount), read(payAmount));
  const { value, scale } = read(amount);
  const difference = addDecimals(parts, { value: -value, scale });
  const size = {
    ...difference,
    value: difference.value < 0n ? -difference.value : difference.value,
  };
  const isWhole = [amount, voucherAmount, payAmount].some((each) => !each.hasDecimals);
  return compareDecimals(size, { value: BigInt(isWhole ? CUT_OFF : 0), scale: 0 }) > 0;
}
