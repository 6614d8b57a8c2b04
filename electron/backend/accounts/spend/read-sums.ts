/** Caches parsed totals, because a chart of a year has some thousand numbers. */
import type { BillKey, BillStore } from './bill-store.ts';
import type { BillUnit } from './bill-units.ts';
import { readSum, type ReadSum } from './money-sum.ts';
import type { RowGroup } from './unit-sums.ts';

interface SumsOfBucket {
  readonly start: number;
  readonly sums: readonly (readonly [key: string, sum: ReadSum])[];
}

/** Cached totals; a year of eight products by hour has 70,000. */
const MOST_SUMS = 200_000;

interface Kept {
  readonly revision: number;
  readonly units: Map<string, readonly SumsOfBucket[]>;
  count: number;
}

const kept = new WeakMap<BillStore, Kept>();

/** @returns the same object until the store changes */
export function readSums(
  store: BillStore,
  key: BillKey,
  unit: BillUnit,
  group: RowGroup,
): readonly SumsOfBucket[] {
  let cache = kept.get(store);
  if (cache === undefined || cache.revision !== store.revision) {
    cache = { revision: store.revision, units: new Map(), count: 0 };
    kept.set(store, cache);
  }
  const id = `${key.connectionId} ${key.cycle} ${key.category} ${unit.start} ${group}`;
  const known = cache.units.get(id);
  if (known !== undefined) return known;
  const read = Object.entries(store.sums(key, unit, group)).map(([start, sums]) => ({
    start: Number(start),
    sums: Object.entries(sums).map(([name, sum]) => [name, readSum(sum)] as const),
  }));
  cache.count += read.reduce((count, { sums }) => count + sums.length, 0);
  if (cache.count > MOST_SUMS) {
    cache.units.clear();
    cache.count = 0;
  }
  cache.units.set(id, read);
  return read;
}
