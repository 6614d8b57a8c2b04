/** Sums of bill rows, exactly. */
import {
  addDecimals,
  formatDecimal,
  parseDecimal,
  type ExactDecimal,
} from '../../../shared/api/exact-decimal.ts';
import type { BillLine, SpendTotals } from '../../../shared/contract/spend.ts';

const ZERO: ExactDecimal = { value: 0n, scale: 0 };

/** A sum as it is stored: amount, voucher, cash (1/10000 USD as text), rows, and 1 where decimals may be lost. */
export type StoredSum = readonly [string, string, string, number, 0 | 1];

/** Adds up rows, or sums of rows. */
export interface MoneySum {
  readonly amount: ExactDecimal;
  readonly rows: number;
  add(row: Pick<BillLine, 'amount' | 'voucherAmount' | 'payAmount'>): void;
  addStored(sum: StoredSum): void;
  stored(): StoredSum;
  totals(): SpendTotals;
}

/** 0 for text that is no number: it comes from answers that were checked when they were read. */
export function decimalOf(text: string): ExactDecimal {
  return parseDecimal(text) ?? ZERO;
}

export function createMoneySum(): MoneySum {
  let amount = ZERO;
  let voucher = ZERO;
  let pay = ZERO;
  let rows = 0;
  let lacksDecimals = false;

  return {
    get amount() {
      return amount;
    },
    get rows() {
      return rows;
    },
    add(row) {
      amount = addDecimals(amount, decimalOf(row.amount.exact));
      voucher = addDecimals(voucher, decimalOf(row.voucherAmount.exact));
      pay = addDecimals(pay, decimalOf(row.payAmount.exact));
      rows += 1;
      lacksDecimals ||= !row.amount.hasDecimals;
    },
    addStored([ofAmount, ofVoucher, ofPay, count, lacks]) {
      amount = addDecimals(amount, decimalOf(ofAmount));
      voucher = addDecimals(voucher, decimalOf(ofVoucher));
      pay = addDecimals(pay, decimalOf(ofPay));
      rows += count;
      lacksDecimals ||= lacks === 1;
    },
    stored: () => [
      formatDecimal(amount),
      formatDecimal(voucher),
      formatDecimal(pay),
      rows,
      lacksDecimals ? 1 : 0,
    ],
    totals() {
      const as = (value: ExactDecimal) => ({
        exact: formatDecimal(value),
        hasDecimals: !lacksDecimals,
      });
      return { amount: as(amount), voucherAmount: as(voucher), payAmount: as(pay), rows };
    },
  };
}
