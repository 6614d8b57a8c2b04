/** Bills by the day, from the sums of the store. Times are seconds, UTC. */
import { addDecimals, type ExactDecimal } from '../../../../shared/api/exact-decimal.ts';
import type { BillKey, BillStore } from '../bill-store.ts';
import { unitsOf } from '../bill-units.ts';
import { readSums } from '../read-sums.ts';

const DAY = 86_400;

/** The bill of one day. */
export interface BilledDay {
  readonly start: number;
  /** 1/10000 USD. */
  readonly used: ExactDecimal;
  readonly toPay: ExactDecimal;
  /** By `keyOf(row, 'product')`: what was used. */
  readonly products: ReadonlyMap<string, ExactDecimal>;
}

/** The bills of a range, day by day. */
export interface BilledDays {
  /** Every day of the range that has begun, the oldest first; nothing billed is a day, too. */
  readonly days: readonly BilledDay[];
  /** False when a part of it was never read. */
  readonly isKnown: boolean;
  /** When the oldest part that may still change was read, Unix ms. */
  readonly readAt: number | undefined;
  /** True when a fraction of an amount may be lost. */
  readonly lacksDecimals: boolean;
  /** True when the unit of an amount is unknown: nothing is more than it says. */
  readonly isAtMost: boolean;
}

const ZERO: ExactDecimal = { value: 0n, scale: 0 };

/** @param categories all of them unless given */
export function billedDays(
  store: BillStore,
  connectionId: string,
  range: { readonly start: number; readonly end: number },
  now: number,
  categories: readonly string[] = store.categories(connectionId),
): BilledDays {
  interface Day {
    used: ExactDecimal;
    toPay: ExactDecimal;
    products: Map<string, ExactDecimal>;
  }
  const days = new Map<number, Day>();
  let isKnown = true;
  let readAt: number | undefined;
  let lacksDecimals = false;
  let isAtMost = false;
  for (let start = range.start; start < range.end && start <= now; start += DAY) {
    days.set(start, { used: ZERO, toPay: ZERO, products: new Map() });
  }
  for (const category of categories) {
    const key: BillKey = { connectionId, cycle: 'Day', category };
    for (const unit of unitsOf('Day', range.start, range.end, now)) {
      const state = store.state(key, unit);
      if (state === undefined) {
        isKnown = false;
        continue;
      }
      isAtMost ||= store.facts(key, unit).atMost > 0;
      if (!state.isFinal) readAt = Math.min(readAt ?? Infinity, state.readAt);
      for (const { start, sums } of readSums(store, key, unit, 'product')) {
        const day = days.get(start);
        if (day === undefined) continue;
        for (const [product, sum] of sums) {
          day.used = addDecimals(day.used, sum.amount);
          day.toPay = addDecimals(day.toPay, sum.pay);
          day.products.set(product, addDecimals(day.products.get(product) ?? ZERO, sum.amount));
          lacksDecimals ||= sum.lacksDecimals;
        }
      }
    }
  }
  return {
    days: [...days].map(([start, day]) => ({ start, ...day })),
    isKnown,
    readAt,
    lacksDecimals,
    isAtMost,
  };
}

/** For what is only compared or drawn. */
export function roughly({ value, scale }: ExactDecimal): number {
  return Number(value) / 10 ** scale;
}
