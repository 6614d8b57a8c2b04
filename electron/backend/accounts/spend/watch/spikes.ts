/**
 * Flags a day above three times the median of days with a charge in the previous 28, above the
 * highest of them, and above a fixed amount. 1/10000 USD as floats, which are only compared.
 */

export const SPIKES = {
  /** Previous days that define what is usual. */
  baseDays: 28,
  /** Least number of days with a charge. */
  leastActive: 5,
  factor: 3,
  /** 1/10000 USD; a setting overrides it. */
  floor: 50_000,
  /** Most recent days that are checked, including today. */
  shownDays: 7,
  products: 3,
} as const;

export interface DayOfBills {
  /** First second, UTC. */
  readonly start: number;
  readonly amount: number;
  readonly products: ReadonlyMap<string, number>;
}

interface SpikeDay {
  readonly start: number;
  readonly amount: number;
  /** Median of days with a charge. */
  readonly usual: number;
  /** Largest first, with their average cost per earlier day. */
  readonly products: readonly {
    readonly key: string;
    readonly amount: number;
    readonly usual: number;
  }[];
}

/**
 * @param days consecutive, oldest first; the last one may be in progress @param floor 1/10000 USD
 */
export function spikesOf(days: readonly DayOfBills[], floor: number): readonly SpikeDay[] {
  const first = Math.max(0, days.length - SPIKES.shownDays);
  return days.slice(first).flatMap((day, index) => {
    const base = days.slice(Math.max(0, first + index - SPIKES.baseDays), first + index);
    const active = base.map(({ amount }) => amount).filter((amount) => amount > 0);
    if (active.length < SPIKES.leastActive) return [];
    const usual = medianOf(active);
    const isSpike =
      day.amount > SPIKES.factor * usual && day.amount > Math.max(...active) && day.amount > floor;
    if (!isSpike) return [];
    const products = [...day.products]
      .map(([key, amount]) => ({ key, amount, usual: meanOf(base, key) }))
      .filter((each) => each.amount > each.usual)
      .toSorted((a, b) => b.amount - b.usual - (a.amount - a.usual))
      .slice(0, SPIKES.products);
    return [{ start: day.start, amount: day.amount, usual, products }];
  });
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

function meanOf(base: readonly DayOfBills[], key: string): number {
  return base.reduce((sum, { products }) => sum + (products.get(key) ?? 0), 0) / base.length;
}
