/** Totals of a range by bar and key, from stored totals or, with a text filter, from rows. */
import { startOfCycle, endOfCycle, type BillCycle } from '../../../../shared/api/bill-periods.ts';
import { CHARGED_CATEGORIES, SUMMARY } from '../../../../shared/api/billing.ts';
import {
  absolute,
  addDecimals,
  compareDecimals,
  formatDecimal,
  subtractDecimals,
  sumOfDecimals,
  ZERO,
  type ExactDecimal,
} from '../../../../shared/api/exact-decimal.ts';
import {
  SPEND_UNITS,
  type SpendBucket,
  type SpendCheck,
  type SpendKey,
  type SpendSeries,
  type SpendSeriesQuery,
  type SpendRange,
  type SpendUnit,
} from '../../../../shared/contract/spend.ts';
import { isFractionLost } from '../../../../shared/spend/lost.ts';
import { cycleOf } from './bill-reader.ts';
import type { BillKey, BillStore } from './bill-store.ts';
import { unitsOf, type BillUnit } from './bill-units.ts';
import { containsText, fitsText, isEverything, wantedCategories } from './filter.ts';
import { createMoneySum, decimalOf, type MoneySum } from './money-sum.ts';
import { readSums } from './read-sums.ts';
import { keyOf, labelOf, type RowGroup } from './unit-sums.ts';

/** Longest hourly range, seconds: beyond it hundreds of requests would be needed. */
export const MOST_HOURS = 31 * 86_400;

const CYCLES: Readonly<Record<SpendUnit, BillCycle>> = {
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
};

/** Unix seconds, UTC; `end` is exclusive. */
interface Bucket {
  readonly start: number;
  readonly end: number;
}

/** The first and last may be parts of a week or month. */
function bucketsOf(range: SpendRange, unit: SpendUnit): readonly Bucket[] {
  const cycle = CYCLES[unit];
  const buckets: Bucket[] = [];
  for (let start = range.start; start < range.end;) {
    const end = Math.min(endOfCycle(cycle, start), range.end);
    buckets.push({ start, end });
    start = end;
  }
  return buckets;
}

function bucketsBetween(starts: readonly number[]): readonly Bucket[] {
  return starts.slice(1).map((end, index) => ({ start: starts[index] ?? end, end }));
}

/** No finer than wanted; also returns why it is coarser. */
function fittingUnit(
  range: SpendRange,
  wanted: SpendUnit,
  maxBuckets: number,
): { readonly unit: SpendUnit; readonly coarserBecause?: 'bars' | 'hours' } {
  const isTooLong = wanted === 'hour' && range.end - range.start > MOST_HOURS;
  const first = SPEND_UNITS.indexOf(isTooLong ? 'day' : wanted);
  const unit =
    SPEND_UNITS.slice(first).find((each) => bucketsOf(range, each).length <= maxBuckets) ?? 'month';
  if (unit === wanted) return { unit };
  return { unit, coarserBecause: isTooLong && unit === 'day' ? 'hours' : 'bars' };
}

/** @param buckets in order, without gaps @returns -1 outside */
function createBucketFinder(buckets: readonly Bucket[], unit: SpendUnit) {
  const index = new Map(buckets.map(({ start }, at) => [startOfCycle(CYCLES[unit], start), at]));
  const [first, last] = [buckets.at(0)?.start ?? 0, buckets.at(-1)?.end ?? 0];
  return (second: number): number => {
    if (second < first || second >= last) return -1;
    return index.get(startOfCycle(CYCLES[unit], second)) ?? -1;
  };
}

function barsOf({ range, dayStarts, unit: wanted, maxBuckets }: SpendSeriesQuery) {
  if (dayStarts !== undefined) {
    const buckets = bucketsBetween(dayStarts);
    const find = (second: number) =>
      buckets.findIndex(({ start, end }) => second >= start && second < end);
    return { unit: 'day', buckets, find, cycle: 'Hour' } as const;
  }
  const shown = fittingUnit(range, wanted, maxBuckets);
  const { unit } = shown;
  const buckets = bucketsOf(range, unit);
  return { ...shown, buckets, find: createBucketFinder(buckets, unit), cycle: cycleOf(unit) };
}

/** Longest delay of rows, seconds: a day for storage, an hour for others, plus reserve. */
const LATE = { cloud_storage: 26 * 3600, others: 2 * 3600 } as const;

/** Most bars that a difference names. */
const NAMED_DIFFERENCES = 10;

interface SeriesConnection {
  readonly id: string;
  readonly name: string;
}

interface KeySums {
  readonly total: MoneySum;
  readonly byBucket: Map<number, ExactDecimal>;
}

/** @param now seconds */
export function seriesOf(
  store: BillStore,
  connections: readonly SeriesConnection[],
  query: SpendSeriesQuery,
  now: number,
): SpendSeries {
  const { range, filter, groupBy, maxKeys } = query;
  const { buckets, find, cycle, ...shownUnit } = barsOf(query);
  const units = unitsOf(cycle, range.start, range.end, now);
  const sums = new Map<string, KeySums>();
  const total = createMoneySum();
  const late = new Set<string>();
  const lossy = new Set<number>();

  /** @returns the key's total for adding */
  function addTo(key: string, bucket: number, amount: ExactDecimal): MoneySum {
    const ofKey = sums.get(key) ?? { total: createMoneySum(), byBucket: new Map() };
    sums.set(key, ofKey);
    addAmount(ofKey.byBucket, bucket, amount);
    return ofKey.total;
  }

  const parts = connections.flatMap((connection) =>
    wantedCategories(store, connection.id, filter).map((category) => {
      const key: BillKey = { connectionId: connection.id, cycle, category };
      return { connection, key };
    }),
  );
  const unread = units.filter((each) =>
    parts.some(({ key }) => store.state(key, each) === undefined),
  );
  let repeatedCount = 0;
  let repeatedAmount = ZERO;
  let unevenRows = 0;
  let isAtMost = false;
  for (const { connection, key } of parts) {
    for (const each of units) {
      if (store.state(key, each) === undefined) continue;
      add(connection, key, each);
      const { repeated, uneven, atMost } = store.facts(key, each);
      isAtMost ||= atMost > 0;
      repeatedCount += repeated.count;
      repeatedAmount = addDecimals(repeatedAmount, decimalOf(repeated.amount));
      unevenRows += uneven;
    }
  }

  function add(connection: SeriesConnection, key: BillKey, each: BillUnit): void {
    const group: RowGroup = groupBy === 'connection' ? 'category' : groupBy;
    const name = (rowKey: string) => (groupBy === 'connection' ? connection.id : rowKey);
    if (containsText(filter)) {
      for (const row of store.rows(key, each)) {
        const bucket = find(row.startTime);
        if (bucket < 0 || !fitsText(row, filter)) continue;
        addTo(name(keyOf(row, group)), bucket, decimalOf(row.amount.exact)).add(row);
        if (isFractionLost(row)) lossy.add(bucket);
        late.add(key.category);
      }
      return;
    }
    for (const { start, sums: ofBucket } of readSums(store, key, each, group)) {
      const bucket = find(start);
      if (bucket < 0) continue;
      late.add(key.category);
      for (const [rowKey, stored] of ofBucket) {
        addTo(name(rowKey), bucket, stored.amount).addRead(stored);
        if (stored.lacksDecimals) lossy.add(bucket);
      }
    }
  }

  for (const each of sums.values()) total.addRead(each.total.read());
  const ordered = [...sums].toSorted(
    ([keyA, a], [keyB, b]) =>
      compareDecimals(absolute(b.total.amount), absolute(a.total.amount)) || (keyA < keyB ? -1 : 1),
  );
  const shown = ordered.slice(0, maxKeys);
  const others = together(ordered.slice(shown.length).map(([, each]) => each));
  const labels = labelsOf(
    shown.map(([key]) => key),
    groupBy === 'connection' ? connections : [],
  );
  const keys: SpendKey[] = shown.map(([key, each], index) => ({
    key,
    ...(labels[index] ?? { label: key }),
    total: each.total.totals(),
  }));
  if (others !== undefined) keys.push({ label: 'Other', total: others.total.totals() });
  const rows = [...shown.map(([, each]) => each), ...(others === undefined ? [] : [others])];
  const states = buckets.map((bucket, index) => ({
    ...stateOf(bucket, cycle, now, late, isKnown(bucket)),
    ...(lossy.has(index) ? { hasLoss: true } : {}),
  }));

  function isKnown(bucket: Bucket): boolean {
    return !unread.some((each) => each.start < bucket.end && each.end > bucket.start);
  }

  const further = [...new Set(connections.flatMap(({ id }) => store.categories(id)))].filter(
    (name) => !CHARGED_CATEGORIES.some((each) => each === name),
  );
  const readAt = parts
    .flatMap(({ key }) => units.map((each) => store.state(key, each)))
    .flatMap((state) => (state === undefined || state.isFinal ? [] : [state.readAt]));
  return {
    ...shownUnit,
    buckets: states,
    keys,
    amounts: rows.map(({ byBucket }) =>
      buckets.map((_, index) => {
        const sum = byBucket.get(index);
        return sum === undefined ? null : formatDecimal(sum);
      }),
    ),
    total: total.totals(),
    check: checkOf(),
    ...(isAtMost ? { isAtMost } : {}),
    ...(further.length > 0 ? { furtherCategories: further } : {}),
    repeated: { count: repeatedCount, amount: formatDecimal(repeatedAmount) },
    unevenRows,
    ...(readAt.length > 0 ? { readAt: Math.min(...readAt) } : {}),
  };

  /** Compares with the service's own total by bar; only if nothing is filtered. */
  function checkOf(): SpendCheck {
    const isRead = states.every(({ state }) => state !== 'unknown');
    // Both totals use the same guess, so a match proves nothing.
    if (!isEverything(filter) || !isRead || containsText(filter) || isAtMost)
      return { kind: 'none' };
    const differences = new Map<number, ExactDecimal>();
    for (const { id } of connections) {
      const key: BillKey = { connectionId: id, cycle, category: SUMMARY };
      for (const each of units) {
        if (store.state(key, each) === undefined) return { kind: 'none' };
        for (const { start, sums: ofBucket } of readSums(store, key, each, 'category')) {
          const bucket = find(start);
          if (bucket < 0) continue;
          for (const [, { amount }] of ofBucket) addAmount(differences, bucket, amount);
        }
      }
    }
    for (const { byBucket } of sums.values()) {
      for (const [bucket, amount] of byBucket)
        addAmount(differences, bucket, subtractDecimals(ZERO, amount));
    }
    const wrong = [...differences]
      .filter(([, { value }]) => value !== 0n)
      .toSorted(([, a], [, b]) => compareDecimals(absolute(b), absolute(a)));
    if (wrong.length === 0) return { kind: 'matches' };
    return {
      kind: 'differs',
      by: formatDecimal(sumOfDecimals(wrong.map(([, each]) => each))),
      buckets: wrong.slice(0, NAMED_DIFFERENCES).map(([bucket]) => buckets[bucket]?.start ?? 0),
    };
  }
}

function stateOf(
  bucket: Bucket,
  cycle: BillCycle,
  now: number,
  categories: ReadonlySet<string>,
  isKnown: boolean,
): SpendBucket {
  const isRunning = startOfCycle(cycle, now) < bucket.end;
  const lateness = categories.has('cloud_storage') ? LATE.cloud_storage : LATE.others;
  const state = !isKnown
    ? 'unknown'
    : isRunning
      ? 'so-far'
      : bucket.end + lateness > now
        ? 'may-change'
        : 'final';
  return { ...bucket, state };
}

function addAmount(amounts: Map<number, ExactDecimal>, bucket: number, amount: ExactDecimal): void {
  amounts.set(bucket, addDecimals(amounts.get(bucket) ?? ZERO, amount));
}

function together(keys: readonly KeySums[]): KeySums | undefined {
  if (keys.length === 0) return undefined;
  const all: KeySums = { total: createMoneySum(), byBucket: new Map() };
  for (const { total, byBucket } of keys) {
    all.total.addRead(total.read());
    for (const [bucket, amount] of byBucket) addAmount(all.byBucket, bucket, amount);
  }
  return all;
}

function labelsOf(keys: readonly string[], connections: readonly SeriesConnection[]) {
  const named = keys.map((key) => {
    const connection = connections.find(({ id }) => id === key);
    return connection === undefined ? labelOf(key) : { label: connection.name };
  });
  const counts = new Map<string, number>();
  for (const { label } of named) counts.set(label, (counts.get(label) ?? 0) + 1);
  return named.map((name) => ((counts.get(name.label) ?? 0) > 1 ? name : { label: name.label }));
}
