/**
 * Days on which far more was charged than usual: three times the median of the days with a charge among
 * the 28 before, above the highest of them, and above a floor in money. Pure; amounts are 1/10000 USD as
 * floats, since they are only compared.
 */

/** Numbers of this module. */
export const SPIKES = {
  /** Days before that tell what is usual. */
  baseDays: 28,
  /** Days with a charge among them: fewer tell nothing. */
  leastActive: 5,
  factor: 3,
  /** 1/10000 USD, unless the user has set another. */
  floor: 50_000,
  /** The last days that are looked at; today is one. */
  shownDays: 7,
  /** Products that are named. */
  products: 3,
} as const;

/** A day of bills. */
export interface DayOfBills {
  /** First second, UTC. */
  readonly start: number;
  readonly amount: number;
  /** By product. */
  readonly products: ReadonlyMap<string, number>;
}

export interface SpikeDay {
  readonly start: number;
  readonly amount: number;
  /** The median of the days with a charge. */
  readonly usual: number;
  /** The products that made the difference, the largest first, with what they cost on a day before on average. */
  readonly products: readonly {
    readonly key: string;
    readonly amount: number;
    readonly usual: number;
  }[];
}

/**
 * @param days one after the other, without gaps, the oldest first; the last one may be under way
 * @param floor 1/10000 USD
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
