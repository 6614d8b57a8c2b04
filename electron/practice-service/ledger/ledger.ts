import { refused } from '../answer.ts';
import { addEntries, type Charge, entryKey, entryOf, type HourEntry } from './entries.ts';
import { pastEntries } from './history.ts';
import type { Product, ProductCategory } from './products.ts';

const HISTORY_DAYS = 90;

/**
 * Call `requireBalance()` before the work and `charge()` after it. A failed call is free; a picture
 * whose client went away is not.
 */
export function createLedger(milliseconds: () => number) {
  const currentHour = () => Math.floor(milliseconds() / 3_600_000);
  const beginHour = currentHour();
  const booked = new Map<string, HourEntry>();
  let isQueried = false;

  return {
    /** In `MONEY_PARTS`, or null for no end. Below 0 when the last call cost more. */
    balance: null as bigint | null,
    hasBillingRole: true,
    charge(charge: Charge): void {
      const entry = entryOf(charge, currentHour());
      const key = `${entry.hour}\n${entryKey(entry)}`;
      const before = booked.get(key);
      booked.set(key, before === undefined ? entry : addEntries(before, entry));
      if (this.balance !== null) this.balance -= entry.amount;
    },
    /** @throws ServiceError 403 BILLING_BALANCE_NOT_ENOUGH if the balance is used up */
    requireBalance(): void {
      if (this.balance === null || this.balance > 0n) return;
      throw refused(403, 'BILLING_BALANCE_NOT_ENOUGH', 'The balance of this account is used up.');
    },
    /** Unix seconds by the service's clock. */
    get now(): number {
      return Math.floor(milliseconds() / 1000);
    },
    /** Returns false while another query is running. */
    beginQuery(): boolean {
      if (isQueried) return false;
      isQueried = true;
      return true;
    },
    endQuery(): void {
      isQueried = false;
    },
    /** Includes the made-up past. @param to Unix hour, inclusive */
    entries(category: ProductCategory | 'summary', from: number, to: number): HourEntry[] {
      const isOf = (product: Pick<Product, 'category'>): boolean =>
        category === 'summary' || product.category === category;
      const past: HourEntry[] = [];
      const first = (Math.floor(beginHour / 24) - HISTORY_DAYS) * 24;
      const last = Math.min(to, beginHour - 1);
      for (let hour = Math.max(from, first); hour <= last; hour += 1) {
        past.push(...pastEntries(hour, isOf));
      }
      return [...past, ...booked.values()].filter(
        (entry) => isOf(entry) && entry.hour >= from && entry.hour <= to,
      );
    },
  };
}
