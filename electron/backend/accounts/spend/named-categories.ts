import { isKnownCategory, SUMMARY, type BillRow } from '../../../../shared/api/billing.ts';
import {
  addDecimals,
  compareDecimals,
  type ExactDecimal,
} from '../../../../shared/api/exact-decimal.ts';
import type { BillLine } from '../../../../shared/contract/spend.ts';
import type { BillKey, BillStore } from './bill-store.ts';
import type { BillUnit } from './bill-units.ts';
import { decimalOf } from './money-sum.ts';
import { readLines, type StoredLine } from './stored-line.ts';

/** Returns a row's category. At some services, rows of the control total have it as product. */
export function nameOf({ category, productName }: BillRow, asked: string): string {
  const isTotal = asked === SUMMARY && (category === '' || category === SUMMARY);
  if (isTotal && /^[a-z][a-z\d]*(?:_[a-z\d]+)*$/u.test(productName)) return productName;
  return category === '' ? asked : category;
}

/** Rows that name an unknown category count once under their own name. */
export function sortOut(store: BillStore, key: BillKey, units: readonly BillUnit[]): void {
  if (key.category === SUMMARY) return;
  for (const unit of units) {
    const strangers = store
      .stored(key, unit)
      .filter(({ category }) => category !== key.category && !isKnownCategory(category));
    for (const [category, lines] of Map.groupBy(strangers, (line) => line.category)) {
      const own = { ...key, category };
      const state = store.ownState(own, unit);
      if (state === undefined) continue;
      if (store.stored(own, unit).length === 0) store.write(own, unit, lines, state);
      store.dropNamed(key, unit, category);
    }
  }
}

/** Returns rows of the control total, if they explain what the other categories lack. */
export function linesOfSummary(
  store: BillStore,
  key: BillKey,
  query: BillUnit,
): readonly StoredLine[] {
  const { connectionId, category } = key;
  const unit = store.decimalUnit(connectionId);
  const lines = store
    .stored({ ...key, category: SUMMARY }, query)
    .filter((line) => line.category === category);
  const others = store
    .categories(connectionId)
    .filter((name) => name !== category)
    .flatMap((name) => store.rows({ ...key, category: name }, query));
  const missing = less(sumOf(store.rows({ ...key, category: SUMMARY }, query)), sumOf(others));
  const left = less(missing, sumOf(readLines(lines, unit).lines));
  return compareDecimals(size(left), size(missing)) < 0 ? lines : [];
}

/** 1/10000 USD. */
export function sumOf(lines: readonly BillLine[]): ExactDecimal {
  return lines.reduce((sum, { amount }) => addDecimals(sum, decimalOf(amount.exact)), {
    value: 0n,
    scale: 0,
  });
}

function less(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  return addDecimals(a, { ...b, value: -b.value });
}

function size({ value, scale }: ExactDecimal): ExactDecimal {
  return { value: value < 0n ? -value : value, scale };
}
