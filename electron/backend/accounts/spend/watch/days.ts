/** Daily bills from stored totals. Times are seconds, UTC. */
import { addDecimals, ZERO, type ExactDecimal } from '../../../../../shared/api/exact-decimal.ts';
import type { BillKey, BillStore } from '../bill-store.ts';
import { unitsOf } from '../bill-units.ts';
import { readSums } from '../read-sums.ts';

const DAY = 86_400;

export interface BilledDay {
  readonly start: number;
  /** 1/10000 USD. */
  readonly used: ExactDecimal;
  readonly toPay: ExactDecimal;
  readonly products: ReadonlyMap<string, ExactDecimal>;
}

interface BilledDays {
  /** Every started day of the range, oldest first, including days without charges. */
  readonly days: readonly BilledDay[];
  /** False if part of it was never fetched. */
  readonly isKnown: boolean;
  /** Unix ms when the oldest changeable part was fetched. */
  readonly readAt: number | undefined;
  /** A fraction of an amount may be lost. */
  readonly lacksDecimals: boolean;
  /** The unit of an amount is unknown, so amounts are upper bounds. */
  readonly isAtMost: boolean;
}

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

/** For comparing and drawing only. */
export function roughly({ value, scale }: ExactDecimal): number {
  return Number(value) / 10 ** scale;
}
