/** Booked entries as the rows of a bill. */
import { createHash } from 'node:crypto';
import { addEntries, entryKey, type HourEntry } from './entries.ts';
import { decimalUnits, wholeUnits } from './money.ts';
import { type Cycle, periodOf, SECONDS_OF } from './periods.ts';

/** Bill entry of the specification, with exact amounts beside the whole ones. All are strings. */
export interface BillEntry {
  readonly userId: string;
  /** Unix seconds, UTC. */
  readonly startTime: string;
  /** Last second of the period. */
  readonly endTime: string;
  readonly billingMethod: string;
  readonly productName: string;
  readonly category: string;
  readonly ownerID: string;
  readonly billNum0: string;
  readonly billNum1: string;
  readonly basePrice0: string;
  readonly basePrice1: string;
  readonly discountPrice0: string;
  readonly discountPrice1: string;
  /** 1/10000 USD, booked hour by hour without fractions: voucherAmount + payAmount. */
  readonly amount: string;
  readonly voucherAmount: string;
  readonly payAmount: string;
  /** Dollars with two digits; says nothing about small amounts. */
  readonly payAmountDisplay: string;
  /** Divisor of the prices. */
  readonly pricePrecision: string;
  readonly productId: string;
  /** 1/10000 USD with fractions. */
  readonly amountDecimal: string;
  readonly voucherAmountDecimal: string;
  readonly payAmountDecimal: string;
}

/** One row in the making. */
interface Row {
  readonly start: number;
  readonly end: number;
  /** Exact sums; of a total only the amounts mean something. */
  readonly entry: HourEntry;
  /** 1/10000 USD as booked. */
  readonly amount: bigint;
  readonly voucher: bigint;
}

const USER_ID = 'practice-user';

/**
 * Entries as the rows of a bill, the earliest first, one for each period, product, owner and price.
 *
 * An hour's amount is booked without its fraction; a longer period is the sum of its hours, so that
 * all cycles come to the same.
 */
export function billRows(entries: Iterable<HourEntry>, cycle: Cycle): readonly BillEntry[] {
  return rowsOf(entries, cycle, entryKey).map((row) => billEntry(row, row.entry.category));
}

/** One row for each period with the total of all entries: the `summary` of the specification. */
export function summaryRows(entries: Iterable<HourEntry>, cycle: Cycle): readonly BillEntry[] {
  return rowsOf(entries, cycle, () => '').map((row) => ({
    ...billEntry(row, 'summary'),
    productName: 'Summary',
    ownerID: '',
    productId: '',
    billingMethod: '',
    billNum0: '0',
    billNum1: '0',
    basePrice0: '0',
    basePrice1: '0',
    discountPrice0: '0',
    discountPrice1: '0',
    pricePrecision: '1',
  }));
}

function rowsOf(
  entries: Iterable<HourEntry>,
  cycle: Cycle,
  keyOf: (entry: HourEntry) => string,
): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const entry of entries) {
    const period = periodOf(cycle, entry.hour * SECONDS_OF.hour);
    const key = `${period.start}\n${keyOf(entry)}`;
    const before = rows.get(key);
    const row = {
      ...period,
      entry,
      amount: wholeUnits(entry.amount),
      voucher: wholeUnits(entry.voucher),
    };
    rows.set(key, before === undefined ? row : addRows(before, row));
  }
  return [...rows.values()].sort((a, b) => a.start - b.start);
}

function addRows(left: Row, right: Row): Row {
  return {
    ...left,
    entry: addEntries(left.entry, right.entry),
    amount: left.amount + right.amount,
    voucher: left.voucher + right.voucher,
  };
}

function billEntry(row: Row, category: string): BillEntry {
  const { entry, amount, voucher } = row;
  return {
    userId: USER_ID,
    startTime: String(row.start),
    endTime: String(row.end),
    billingMethod: 'PAY_AS_YOU_GO',
    productName: entry.productName,
    category,
    ownerID: entry.ownerId,
    billNum0: String(entry.quantities[0]),
    billNum1: String(entry.quantities[1]),
    basePrice0: String(entry.basePrices[0]),
    basePrice1: String(entry.basePrices[1]),
    discountPrice0: String(entry.discountPrices[0]),
    discountPrice1: String(entry.discountPrices[1]),
    amount: String(amount),
    voucherAmount: String(voucher),
    payAmount: String(amount - voucher),
    payAmountDisplay: (Number(amount - voucher) / 10_000).toFixed(2),
    pricePrecision: String(entry.pricePrecision),
    productId: productId(entry),
    amountDecimal: decimalUnits(entry.amount),
    voucherAmountDecimal: decimalUnits(entry.voucher),
    payAmountDecimal: decimalUnits(entry.amount - entry.voucher),
  };
}

function productId(entry: HourEntry): string {
  const digest = createHash('sha256')
    .update(`${entry.category}/${entry.productName}`)
    .digest('hex');
  return `product-${digest.slice(0, 12)}`;
}
