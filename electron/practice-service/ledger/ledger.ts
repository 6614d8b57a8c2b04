/** The books of the service: every paid call, the balance, and the days before the start. */
import { refused } from '../errors.ts';
import {
  addEntries,
  type Charge,
  entryKey,
  entryOf,
  type HourEntry,
  MONEY_PARTS,
} from './entries.ts';
import { pastEntries } from './history.ts';
import type { Product, ProductCategory } from './products.ts';

/** Days of made-up past. */
const HISTORY_DAYS = 90;

/** How the books are kept and shown; changed by `POST /practice/ledger`. */
const USUAL_SETTINGS = {
  /** 0 to 100: the part of coming charges that vouchers pay. */
  voucherPercent: 0,
  /** Whether the key may read bills. */
  hasBillingRole: true,
  hasHistory: true,
  /** A query takes so long; another one in that time is refused. Enough for two at once to meet. */
  queryMilliseconds: 20,
  /** After a query, another one is refused for so long. */
  gapMilliseconds: 0,
};

export type Ledger = ReturnType<typeof createLedger>;

/**
 * A paid endpoint calls `requireBalance()` before it works, and `charge()` once it has delivered.
 * A call that is refused or fails costs nothing; a picture whose client went away costs its price.
 *
 * @param milliseconds the service's clock, in Unix milliseconds
 */
export function createLedger(milliseconds: () => number) {
  const currentHour = () => Math.floor(milliseconds() / 3_600_000);
  const beginHour = currentHour();
  const booked = new Map<string, HourEntry>();
  let added: readonly HourEntry[] = [];
  /** In `MONEY_PARTS`, or null for no end. */
  let money: bigint | null = null;
  let settings = USUAL_SETTINGS;
  let isQueried = false;
  /** Milliseconds of `performance.now()`. */
  let queriesFrom = 0;

  return {
    /** Books one paid call into the running hour and takes it from the balance. */
    charge(charge: Charge): void {
      const entry = entryOf(charge, currentHour(), settings.voucherPercent);
      const key = `${entry.hour}\n${entryKey(entry)}`;
      const before = booked.get(key);
      booked.set(key, before === undefined ? entry : addEntries(before, entry));
      if (money !== null) money -= entry.amount;
    },
    /** @throws ServiceError 403 BILLING_BALANCE_NOT_ENOUGH when the balance is used up */
    requireBalance(): void {
      if (money === null || money > 0n) return;
      throw refused(403, 'BILLING_BALANCE_NOT_ENOUGH', 'The balance of this account is used up.');
    },
    /** Whole 1/10000 USD that are left, or null for no end. Below 0 when the last call cost more. */
    get balance(): number | null {
      return money === null ? null : Number(money / MONEY_PARTS);
    },
    setBalance(units: number | null): void {
      money = units === null ? null : BigInt(units) * MONEY_PARTS;
    },
    /** Unix seconds by the service's clock. */
    get now(): number {
      return Math.floor(milliseconds() / 1000);
    },
    get settings() {
      return settings;
    },
    changeSettings(changed: typeof USUAL_SETTINGS): void {
      settings = changed;
    },
    /** Takes the turn of a query of bills; false when another one has it. */
    beginQuery(): boolean {
      if (isQueried || performance.now() < queriesFrom) return false;
      isQueried = true;
      return true;
    },
    endQuery(): void {
      isQueried = false;
      queriesFrom = performance.now() + settings.gapMilliseconds;
    },
    /** The made-up past, booked calls and added rows of some Unix hours, the last one included. */
    entries(category: ProductCategory | 'summary', from: number, to: number): HourEntry[] {
      const isOf = (product: Pick<Product, 'category'>): boolean =>
        category === 'summary' || product.category === category;
      const past: HourEntry[] = [];
      if (settings.hasHistory) {
        const first = (Math.floor(beginHour / 24) - HISTORY_DAYS) * 24;
        const last = Math.min(to, beginHour - 1);
        for (let hour = Math.max(from, first); hour <= last; hour += 1) {
          past.push(...pastEntries(hour, isOf));
        }
      }
      return [...past, ...booked.values(), ...added].filter(
        (entry) => isOf(entry) && entry.hour >= from && entry.hour <= to,
      );
    },
    /** Adds rows that no call has made. */
    addRows(rows: readonly HourEntry[]): void {
      added = [...added, ...rows];
    },
    removeRows(): void {
      added = [];
    },
    /** Forgets the booked calls, the added rows, the balance and the settings. */
    reset(): void {
      booked.clear();
      added = [];
      money = null;
      settings = USUAL_SETTINGS;
      queriesFrom = 0;
    },
  };
}
