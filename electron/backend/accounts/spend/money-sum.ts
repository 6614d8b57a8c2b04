import {
  addDecimals,
  formatDecimal,
  parseDecimal,
  ZERO,
  type ExactDecimal,
} from '../../../../shared/api/exact-decimal.ts';
import type { BillLine, SpendTotals } from '../../../../shared/contract/spend.ts';
import { isFractionLost, type LostFields } from '../../../../shared/spend/lost.ts';

/** Stored: amount, voucher, cash (1/10000 USD), rows, and 1 if a fraction was lost. */
export type StoredSum = readonly [string, string, string, number, 0 | 1];

export interface ReadSum {
  readonly amount: ExactDecimal;
  readonly voucher: ExactDecimal;
  readonly pay: ExactDecimal;
  readonly rows: number;
  readonly lacksDecimals: boolean;
}

export type MoneySum = ReturnType<typeof createMoneySum>;

/** 0 for invalid text, which was already checked when it was fetched. */
export function decimalOf(text: string): ExactDecimal {
  return parseDecimal(text) ?? ZERO;
}

export function readSum([amount, voucher, pay, rows, lacks]: StoredSum): ReadSum {
  return {
    amount: decimalOf(amount),
    voucher: decimalOf(voucher),
    pay: decimalOf(pay),
    rows,
    lacksDecimals: lacks === 1,
  };
}

export function createMoneySum() {
  let amount = ZERO;
  let voucher = ZERO;
  let pay = ZERO;
  let rows = 0;
  let lacksDecimals = false;

  function addRead(sum: ReadSum): void {
    amount = addDecimals(amount, sum.amount);
    voucher = addDecimals(voucher, sum.voucher);
    pay = addDecimals(pay, sum.pay);
    rows += sum.rows;
    lacksDecimals ||= sum.lacksDecimals;
  }

  return {
    get amount() {
      return amount;
    },
    add(row: LostFields & Pick<BillLine, 'voucherAmount' | 'payAmount'>): void {
      amount = addDecimals(amount, decimalOf(row.amount.exact));
      voucher = addDecimals(voucher, decimalOf(row.voucherAmount.exact));
      pay = addDecimals(pay, decimalOf(row.payAmount.exact));
      rows += 1;
      lacksDecimals ||= isFractionLost(row);
    },
    addRead,
    read: (): ReadSum => ({ amount, voucher, pay, rows, lacksDecimals }),
    stored: (): StoredSum => [
      formatDecimal(amount),
      formatDecimal(voucher),
      formatDecimal(pay),
      rows,
      lacksDecimals ? 1 : 0,
    ],
    totals(): SpendTotals {
      const as = (value: ExactDecimal, hasDecimals = !lacksDecimals) => ({
        exact: formatDecimal(value),
        hasDecimals,
      });
      // A voucher of 0 is none, whatever else was lost.
      return { amount: as(amount), voucherAmount: as(voucher, true), payAmount: as(pay), rows };
    },
  };
}
