/** Adds up the rows of a unit. The totals are stored with it, so that a chart reads no rows. */
import { startOfCycle, type BillCycle } from '../../../../shared/api/bill-periods.ts';
import { addDecimals, formatDecimal, ZERO } from '../../../../shared/api/exact-decimal.ts';
import type { BillLine } from '../../../../shared/contract/spend.ts';
import { isUneven } from '../../../../shared/spend/uneven.ts';
import { createMoneySum, decimalOf, type MoneySum, type StoredSum } from './money-sum.ts';

/** Groupings by a row's own fields. */
export const ROW_GROUPS = ['category', 'product', 'owner'] as const;
export type RowGroup = (typeof ROW_GROUPS)[number];

/** By first second of an hour or day, then by key. */
export type UnitSums = Readonly<Record<string, Readonly<Record<string, StoredSum>>>>;

export interface UnitFacts {
  /** Rows equal to an earlier one in every field, and their amount, 1/10000 USD. */
  readonly repeated: { readonly count: number; readonly amount: string };
  /** Rows whose amount differs from voucher plus cash. */
  readonly uneven: number;
  /** Rows whose amount is an upper bound, because the decimals' unit is unknown. */
  readonly atMost: number;
}

/** Separates a product's id from its name: two products can have the same name. */
const SEPARATOR = '\u0000';

export function keyOf(row: BillLine, group: RowGroup): string {
  if (group === 'category') return row.category;
  return group === 'owner' ? row.ownerId : `${row.productName}${SEPARATOR}${row.productId}`;
}

export function labelOf(key: string): { readonly label: string; readonly detail?: string } {
  const [label = '', detail] = key.split(SEPARATOR);
  return detail === undefined || detail === '' ? { label } : { label, detail };
}

/** @param cycle of the query */
export function sumUnit(rows: readonly BillLine[], cycle: BillCycle, group: RowGroup): UnitSums {
  const buckets = new Map<number, Map<string, MoneySum>>();
  for (const row of rows) {
    const start = startOfCycle(cycle, row.startTime);
    const keys = buckets.get(start) ?? new Map<string, MoneySum>();
    buckets.set(start, keys);
    const key = keyOf(row, group);
    const sum = keys.get(key) ?? createMoneySum();
    keys.set(key, sum);
    sum.add(row);
  }
  return Object.fromEntries(
    [...buckets].map(([start, keys]) => [
      String(start),
      // A key may be "__proto__": fromEntries makes own properties of any name.
      Object.fromEntries([...keys].map(([key, sum]) => [key, sum.stored()])),
    ]),
  );
}

export function factsOf(rows: readonly BillLine[], atMost: number): UnitFacts {
  const seen = new Set<string>();
  let count = 0;
  let amount = ZERO;
  let uneven = 0;
  for (const row of rows) {
    const content = JSON.stringify(row);
    if (seen.has(content)) {
      count += 1;
      amount = addDecimals(amount, decimalOf(row.amount.exact));
    } else seen.add(content);
    if (isUneven(row)) uneven += 1;
  }
  return { repeated: { count, amount: formatDecimal(amount) }, uneven, atMost };
}
