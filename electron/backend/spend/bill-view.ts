/**
 * Pages of the rows of a selection. The last selection stays sorted in memory, so that scrolling reads
 * nothing; a new one is read unit by unit with pauses, so that the process goes on with everything else.
 */
import { setImmediate } from 'node:timers/promises';
import { compareDecimals, type ExactDecimal } from '../../../shared/api/exact-decimal.ts';
import type {
  BillLine,
  SpendRows,
  SpendRowsQuery,
  SpendSelection,
  SpendTotals,
} from '../../../shared/contract/spend.ts';
import { cycleOf } from './bill-reader.ts';
import type { BillKey, BillStore } from './bill-store.ts';
import { unitsOf } from './bill-units.ts';
import { contains, fitsText } from './filter.ts';
import { createMoneySum, decimalOf } from './money-sum.ts';
import { keyOf } from './unit-sums.ts';

/** The last selection is let go of after so long without a question, milliseconds. */
const KEPT_FOR = 300_000;

/** A row and whose it is. */
export type ViewRow = SpendRows['rows'][number];

/** See the file comment. */
export interface BillView {
  page(connectionIds: readonly string[], query: SpendRowsQuery): Promise<SpendRows>;
  /** All rows of a selection by time, of this moment. */
  all(connectionIds: readonly string[], selection: SpendSelection): Promise<readonly ViewRow[]>;
  close(): void;
}

interface Selected {
  readonly key: string;
  readonly rows: readonly ViewRow[];
  readonly total: SpendTotals;
}

/** @param now seconds */
export function createBillView(store: BillStore, now: () => number): BillView {
  let selected: Promise<Selected> | undefined;
  let selectedKey = '';
  let sorted: { readonly key: string; readonly order: Uint32Array } | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function select(
    key: string,
    connectionIds: readonly string[],
    selection: SpendSelection,
  ): Promise<Selected> {
    const { range, filter, group } = selection;
    const search = selection.search?.trim().toLocaleLowerCase() ?? '';
    const wanted = group && { ...group, keys: new Set(group.keys) };
    const rows: ViewRow[] = [];
    const total = createMoneySum();
    const cycle = cycleOf(selection.unit);
    for (const connectionId of connectionIds) {
      for (const category of filter.categories) {
        const billKey: BillKey = { connectionId, cycle, category };
        for (const unit of unitsOf(cycle, range.start, range.end, now())) {
          for (const row of store.rows(billKey, unit)) {
            if (row.startTime < range.start || row.startTime >= range.end) continue;
            if (!fitsText(row, filter) || (search !== '' && !contains(row, search))) continue;
            if (wanted !== undefined) {
              const name = wanted.by === 'connection' ? connectionId : keyOf(row, wanted.by);
              if (wanted.keys.has(name) === wanted.isExcept) continue;
            }
            total.add(row);
            rows.push({ ...row, connectionId });
          }
          await setImmediate();
        }
      }
    }
    return { key, rows, total: total.totals() };
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
  }

  return {
    async page(connectionIds, { selection: wanted, sortBy, isDescending, offset, limit }) {
      const { key, rows, total } = await selection(connectionIds, wanted);
      const orderKey = `${key} ${sortBy}`;
      if (sorted?.key !== orderKey) sorted = { key: orderKey, order: sortRows(rows, sortBy) };
      const { order } = sorted;
      const last = rows.length - 1;
      const indices = Array.from(
        { length: Math.max(0, Math.min(limit, rows.length - offset)) },
        (_, index) => (isDescending ? order[last - offset - index] : order[offset + index]),
      );
      return { rows: indices.flatMap((index) => rows[index ?? -1] ?? []), total };
    },
    async all(connectionIds, wanted) {
      const { rows } = await selection(connectionIds, wanted);
      return [...sortRows(rows, 'startTime')].flatMap((index) => rows[index] ?? []);
    },
    close() {
      clearTimeout(timer);
      forget();
    },
  };
}

/** @returns the rows' places in ascending order; equal ones stay as they came */
export function sortRows(rows: readonly BillLine[], sortBy: SpendRowsQuery['sortBy']): Uint32Array {
  const compare = comparerOf(rows, sortBy);
  return Uint32Array.from(rows.keys()).sort((a, b) => compare(a, b) || a - b);
}

/** Compares rows by numbers that are made once. */
function comparerOf(rows: readonly BillLine[], sortBy: SpendRowsQuery['sortBy']) {
  if (sortBy === 'amount' || sortBy === 'voucherAmount' || sortBy === 'payAmount') {
    const exact = rows.map((row) => decimalOf(row[sortBy].exact));
    // a double tells most apart; the exact value decides between the rest
    const close = Float64Array.from(exact, toNumber);
    const zero: ExactDecimal = { value: 0n, scale: 0 };
    return (a: number, b: number) => {
      const difference = (close[a] ?? 0) - (close[b] ?? 0);
      return Math.abs(difference) > Math.abs(close[a] ?? 0) * 1e-12
        ? difference
        : compareDecimals(exact[a] ?? zero, exact[b] ?? zero);
    };
  }
  if (sortBy === 'startTime') {
    return (a: number, b: number) => (rows[a]?.startTime ?? 0) - (rows[b]?.startTime ?? 0);
  }
  // names repeat: each is ranked once
  const collator = new Intl.Collator(undefined, { numeric: true });
  const names = [...new Set(rows.map((row) => row[sortBy]))].toSorted(collator.compare);
  const rank = new Map(names.map((name, index) => [name, index]));
  const ranks = Uint32Array.from(rows, (row) => rank.get(row[sortBy]) ?? 0);
  return (a: number, b: number) => (ranks[a] ?? 0) - (ranks[b] ?? 0);
}

function toNumber({ value, scale }: ExactDecimal): number {
  return Number(value) / 10 ** scale;
}
