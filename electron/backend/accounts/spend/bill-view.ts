/** Keeps the last selection sorted in memory. */
import { setImmediate } from 'node:timers/promises';
import { startOfCycle } from '../../../../shared/api/bill-periods.ts';
import { compareDecimals } from '../../../../shared/api/exact-decimal.ts';
import { isUneven } from '../../../../shared/spend/uneven.ts';
import type {
  BillLine,
  SpendHeading,
  SpendItem,
  SpendRow,
  SpendRows,
  SpendRowsQuery,
  SpendSelection,
  SpendTotals,
} from '../../../../shared/contract/spend.ts';
import { foldCase } from '../../library/fold-case.ts';
import { cycleOf } from './bill-reader.ts';
import type { BillKey, BillStore } from './bill-store.ts';
import { unitsOf } from './bill-units.ts';
import { contains, fitsText, wantedCategories } from './filter.ts';
import { createMoneySum, decimalOf, type MoneySum } from './money-sum.ts';
import { keyOf, labelOf } from './unit-sums.ts';

/** How long an unused selection is kept, ms. */
const KEPT_FOR = 300_000;

/** Least decimals of a dollar, and those of the service's unit. */
const LEAST_DIGITS = 2;
const UNIT_DIGITS = 4;

interface Selected {
  readonly key: string;
  readonly rows: readonly SpendRow[];
  readonly total: SpendTotals;
  readonly digits: number;
}

/** @param now seconds */
export function createBillView(store: BillStore, now: () => number) {
  let selected: Promise<Selected> | undefined;
  let selectedKey = '';
  let sorted: { readonly key: string; readonly order: Uint32Array } | undefined;
  let laidOut: { readonly key: string; readonly table: TableOrder } | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function select(
    key: string,
    connectionIds: readonly string[],
    selection: SpendSelection,
  ): Promise<Selected> {
    const { range, filter, group } = selection;
    const search = foldCase(selection.search?.trim() ?? '');
    const wanted = group && { ...group, keys: new Set(group.keys) };
    const rows: SpendRow[] = [];
    const total = createMoneySum();
    let digits = LEAST_DIGITS;
    const cycle = cycleOf(selection.unit);
    for (const connectionId of connectionIds) {
      for (const category of wantedCategories(store, connectionId, filter)) {
        const billKey: BillKey = { connectionId, cycle, category };
        for (const unit of unitsOf(cycle, range.start, range.end, now())) {
          for (const row of store.rows(billKey, unit)) {
            if (row.startTime < range.start || row.startTime >= range.end) continue;
            if (!fitsText(row, filter) || (search !== '' && !contains(row, search))) continue;
            if (selection.isUneven === true && !isUneven(row)) continue;
            if (wanted !== undefined) {
              const name = wanted.by === 'connection' ? connectionId : keyOf(row, wanted.by);
              if (wanted.keys.has(name) === wanted.isExcept) continue;
            }
            total.add(row);
            digits = Math.max(digits, digitsOf(row));
            rows.push({ ...row, connectionId });
          }
          await setImmediate();
        }
      }
    }
    return { key, rows, total: total.totals(), digits };
  }

  function selection(connectionIds: readonly string[], wanted: SpendSelection): Promise<Selected> {
    const key = JSON.stringify([store.revision, connectionIds, wanted]);
    if (selected === undefined || selectedKey !== key) {
      selectedKey = key;
      selected = select(key, connectionIds, wanted);
      selected.catch(() => {
        if (selectedKey === key) selected = undefined;
      });
    }
    clearTimeout(timer);
    timer = setTimeout(forget, KEPT_FOR).unref();
    return selected;
  }

  function forget(): void {
    selected = undefined;
    sorted = undefined;
    laidOut = undefined;
  }

  return {
    async page(connectionIds: readonly string[], query: SpendRowsQuery): Promise<SpendRows> {
      const {
        selection: wanted,
        sortBy,
        isDescending,
        heading,
        closed = [],
        offset,
        limit,
      } = query;
      const { key, rows, total, digits } = await selection(connectionIds, wanted);
      const orderKey = `${key} ${sortBy}`;
      if (sorted?.key !== orderKey) sorted = { key: orderKey, order: sortRows(rows, sortBy) };
      const { order } = sorted;
      const tableKey = JSON.stringify([orderKey, isDescending, heading, closed]);
      if (laidOut?.key !== tableKey) {
        const ordered = isDescending ? order.toReversed() : order;
        laidOut = { key: tableKey, table: tableOrder(rows, ordered, heading, new Set(closed)) };
      }
      const { table } = laidOut;
      const items = Array.from(
        { length: Math.max(0, Math.min(limit, table.count - offset)) },
        (_, index) => table.item(offset + index),
      );
      const { count, headings } = table;
      return { items: items.flatMap((item) => item ?? []), count, headings, total, digits };
    },
    async all(
      connectionIds: readonly string[],
      wanted: SpendSelection,
    ): Promise<readonly SpendRow[]> {
      const { rows } = await selection(connectionIds, wanted);
      return [...sortRows(rows, 'startTime')].flatMap((index) => rows[index] ?? []);
    },
    close(): void {
      clearTimeout(timer);
      forget();
    },
  };
}

interface TableOrder {
  readonly count: number;
  readonly headings: number;
  item(index: number): SpendItem | undefined;
}

/** @param order indices of rows in table order */
function tableOrder(
  rows: readonly SpendRow[],
  order: Uint32Array,
  heading: SpendHeading | undefined,
  closed: ReadonlySet<string>,
): TableOrder {
  const rowAt = (place: number | undefined): SpendItem | undefined => {
    const row = rows[place ?? -1];
    return row && { kind: 'row', row };
  };
  if (heading === undefined) {
    return { count: order.length, headings: 0, item: (index) => rowAt(order[index]) };
  }
  const groups = new Map<string, { readonly sum: MoneySum; readonly places: number[] }>();
  for (const place of order) {
    const row = rows[place];
    if (row === undefined) continue;
    const key = headingOf(row, heading);
    const group = groups.get(key) ?? { sum: createMoneySum(), places: [] };
    groups.set(key, group);
    group.sum.add(row);
    group.places.push(place);
  }
  // Days chronologically, others by descending total.
  const sorted = [...groups].toSorted(([keyA, a], [keyB, b]) =>
    heading === 'day'
      ? Number(keyB) - Number(keyA)
      : compareDecimals(b.sum.amount, a.sum.amount) || (keyA < keyB ? -1 : 1),
  );
  const labels = new Map<string, number>();
  for (const [key] of sorted) {
    const { label } = labelOf(key);
    labels.set(label, (labels.get(label) ?? 0) + 1);
  }
  const items: (number | SpendItem)[] = [];
  for (const [key, { sum, places }] of sorted) {
    const { label, detail } = labelOf(key);
    const isTwice = (labels.get(label) ?? 0) > 1;
    items.push({
      kind: 'heading',
      key,
      label,
      ...(isTwice && detail !== undefined ? { detail } : {}),
      total: sum.totals(),
      isClosed: closed.has(key),
    });
    if (!closed.has(key)) for (const place of places) items.push(place);
  }
  return {
    count: items.length,
    headings: sorted.length,
    item(index) {
      const item = items[index];
      return typeof item === 'number' ? rowAt(item) : item;
    },
  };
}

function digitsOf({ amount, voucherAmount, payAmount }: BillLine): number {
  let digits = 0;
  for (const { exact } of [amount, voucherAmount, payAmount]) {
    // Ignores trailing zeros.
    const { value, scale } = decimalOf(exact);
    let wanted = scale + UNIT_DIGITS;
    let rest = value;
    while (wanted > 0 && rest % 10n === 0n) {
      if (rest === 0n) wanted = 1;
      rest /= 10n;
      wanted -= 1;
    }
    digits = Math.max(digits, wanted);
  }
  return digits;
}

function headingOf(row: SpendRow, heading: SpendHeading): string {
  if (heading === 'day') return String(startOfCycle('Day', row.startTime));
  return heading === 'connection' ? row.connectionId : keyOf(row, heading);
}

/** @returns row indices in ascending order; stable */
function sortRows(rows: readonly BillLine[], sortBy: SpendRowsQuery['sortBy']): Uint32Array {
  const compare = comparerOf(rows, sortBy);
  return Uint32Array.from(rows.keys()).sort((a, b) => compare(a, b) || a - b);
}

function comparerOf(rows: readonly BillLine[], sortBy: SpendRowsQuery['sortBy']) {
  if (sortBy === 'amount' || sortBy === 'voucherAmount' || sortBy === 'payAmount') {
    const texts = rows.map((row) => row[sortBy].exact);
    // Doubles decide most comparisons, exact values the rest.
    const close = Float64Array.from(texts, Number);
    return (a: number, b: number) => {
      const difference = (close[a] ?? 0) - (close[b] ?? 0);
      if (Math.abs(difference) > Math.abs(close[a] ?? 0) * 1e-12) return difference;
      const [textA = '0', textB = '0'] = [texts[a], texts[b]];
      return textA === textB ? 0 : compareDecimals(decimalOf(textA), decimalOf(textB));
    };
  }
  if (sortBy === 'startTime') {
    return (a: number, b: number) => (rows[a]?.startTime ?? 0) - (rows[b]?.startTime ?? 0);
  }
  // Ranks each name once, because names repeat.
  const collator = new Intl.Collator(undefined, { numeric: true });
  const names = [...new Set(rows.map((row) => row[sortBy]))].toSorted(collator.compare);
  const rank = new Map(names.map((name, index) => [name, index]));
  const ranks = Uint32Array.from(rows, (row) => rank.get(row[sortBy]) ?? 0);
  return (a: number, b: number) => (ranks[a] ?? 0) - (ranks[b] ?? 0);
}
