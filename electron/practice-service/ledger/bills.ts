import { createHash } from 'node:crypto';
import { addEntries, entryKey, type HourEntry, MONEY_PARTS } from './entries.ts';

export const CYCLES = ['Hour', 'Day', 'Week', 'Month'] as const;
export type Cycle = (typeof CYCLES)[number];

export const SECONDS_OF = { hour: 3_600, day: 86_400 } as const;

interface Row {
  /** Exact sums; in a total only the amounts are meaningful. */
  readonly entry: HourEntry;
  readonly start: number;
  /** The last second of the period. */
  readonly end: number;
  /** 1/10000 USD, summed by whole hourly amounts, so that all cycles come to the same. */
  readonly amount: bigint;
  readonly voucher: bigint;
}

/** The period in which a moment lies, both in Unix seconds. Weeks begin on Monday. */
export function periodOf(cycle: Cycle, seconds: number) {
  if (cycle === 'Month') {
    const date = new Date(seconds * 1000);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    const end = Date.UTC(year, month + 1, 1) / 1000 - 1;
    return { start: Date.UTC(year, month, 1) / 1000, end };
  }
  const { hour, day } = SECONDS_OF;
  const length = { Hour: hour, Day: day, Week: 7 * day }[cycle];
  // Unix time began on a Thursday, three days after a Monday
  const offset = cycle === 'Week' ? -3 * day : 0;
  const start = Math.floor((seconds - offset) / length) * length + offset;
  return { start, end: start + length - 1 };
}

/** One row for each period, product, owner and price, or for each period of the summary. */
export function billRows(entries: Iterable<HourEntry>, cycle: Cycle, isSummary: boolean) {
  const rows = new Map<string, Row>();
  for (const entry of entries) {
    const period = periodOf(cycle, entry.hour * SECONDS_OF.hour);
    const key = `${period.start}\n${isSummary ? '' : entryKey(entry)}`;
    const before = rows.get(key);
    rows.set(key, {
      ...period,
      entry: before === undefined ? entry : addEntries(before.entry, entry),
      amount: (before?.amount ?? 0n) + entry.amount / MONEY_PARTS,
      voucher: (before?.voucher ?? 0n) + entry.voucher / MONEY_PARTS,
    });
  }
  return [...rows.values()]
    .sort((a, b) => a.start - b.start)
    .map((row) => ({ ...billEntry(row), ...(isSummary && SUMMARY) }));
}

const SUMMARY = {
  category: 'summary',
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
} as const;

/** "Bill entry" of the specification, with exact amounts next to the whole ones. */
function billEntry({ entry, start, end, amount, voucher }: Row) {
  const name = `${entry.category}/${entry.productName}`;
  return {
    userId: 'practice-user',
    startTime: String(start),
    endTime: String(end),
    billingMethod: 'PAY_AS_YOU_GO',
    productName: entry.productName,
    category: entry.category,
    ownerID: entry.ownerId,
    billNum0: String(entry.quantities[0]),
    billNum1: String(entry.quantities[1]),
    basePrice0: String(entry.basePrices[0]),
    basePrice1: String(entry.basePrices[1]),
    discountPrice0: String(entry.discountPrices[0]),
    discountPrice1: String(entry.discountPrices[1]),
    // 1/10000 USD
    amount: String(amount),
    voucherAmount: String(voucher),
    payAmount: String(amount - voucher),
    // dollars with two digits; says nothing about small amounts
    payAmountDisplay: (Number(amount - voucher) / 10_000).toFixed(2),
    pricePrecision: String(entry.pricePrecision),
    productId: `product-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`,
    amountDecimal: decimalUnits(entry.amount),
    voucherAmountDecimal: decimalUnits(entry.voucher),
    payAmountDecimal: decimalUnits(entry.amount - entry.voucher),
  };
}

/** E.g. `0.0195`. */
function decimalUnits(money: bigint): string {
  const fraction = String(money % MONEY_PARTS)
    .padStart(6, '0')
    .replace(/0+$/u, '');
  return `${money / MONEY_PARTS}${fraction === '' ? '' : `.${fraction}`}`;
}
