/** The books of the service: charges, the balance, and how bills are shown. */
import { refused } from '../errors.ts';
import { addEntries, type Charge, entryKey, entryOf, type HourEntry } from './entries.ts';
import { pastEntries } from './history.ts';
import { fromWholeUnits, type Money, wholeUnits } from './money.ts';
import { SECONDS_OF } from './periods.ts';
import type { ProductCategory } from './products.ts';
import { createQueryTurns, type QueryTurns } from './query-turns.ts';

/** How the books are kept and shown; changed by `POST /practice/ledger`. */
export interface LedgerSettings {
  /** 0 to 100: the part of coming charges that vouchers pay. */
  readonly voucherPercent: number;
  /** Whether the key may read bills. */
  readonly hasBillingRole: boolean;
  /** Whether the made-up past is shown. */
  readonly hasHistory: boolean;
  /** Milliseconds that a query takes; another one in that time is refused. */
  readonly queryMilliseconds: number;
  /** Milliseconds after a query within which another one is refused. */
  readonly gapMilliseconds: number;
}

const USUAL = {
  settings: {
    voucherPercent: 0,
    hasBillingRole: true,
    hasHistory: true,
    // Long enough for two queries at once to meet, too short to be felt.
    queryMilliseconds: 20,
    gapMilliseconds: 0,
  },
  /** Days of made-up past. */
  historyDays: 90,
} as const;

/**
 * The books: every paid call, added up by hour, product and owner.
 *
 * A paid endpoint calls `requireBalance()` before it works and `charge()` once it has delivered:
 *
 *     services.ledger.requireBalance();
 *     const result = await work();
 *     services.ledger.charge({ ...MEDIA_PRODUCTS.cleanup, quantities: [1] });
 *
 * A call that is refused or fails costs nothing. A picture whose client went away before the answer
 * costs its full price. Prices and names of the picture calls are in `products.ts`; another product
 * is charged by giving its `category`, `productName`, `unitPrices` and, for prices below 1/10000 USD,
 * its `pricePrecision`.
 */
export interface Ledger {
  /**
   * Books one paid call into the running hour and takes it from the balance, if there is one.
   *
   * @throws RangeError for quantities and prices that are not whole
   */
  charge(charge: Charge): void;
  /**
   * Refuses a paid call when the balance is used up.
   *
   * @throws ServiceError 403 BILLING_BALANCE_NOT_ENOUGH
   */
  requireBalance(): void;
  /** Whole 1/10000 USD that are left, or null for no end. Below 0 when the last call cost more. */
  readonly balance: number | null;
  setBalance(units: number | null): void;
  /** Unix seconds by the service's clock. */
  readonly now: number;
  /** Decides who may list bills right now. */
  readonly queries: QueryTurns;
  readonly settings: LedgerSettings;
  changeSettings(settings: LedgerSettings): void;
  /**
   * All entries of some hours: the made-up past, the booked calls, and added rows.
   *
   * @param category one category, or null for all
   * @param from first hour, in Unix hours
   * @param to last hour
   */
  entries(
    category: ProductCategory | null,
    from: number,
    to: number,
  ): Generator<HourEntry, void, undefined>;
  /** Adds rows that no call has made. */
  addRows(rows: readonly HourEntry[]): void;
  /** Takes the added rows away again. */
  removeRows(): void;
  /** Forgets the booked calls, the added rows, the balance and the settings. */
  reset(): void;
}

/** @param milliseconds the service's clock, in Unix milliseconds */
export function createLedger(milliseconds: () => number): Ledger {
  const currentHour = () => Math.floor(milliseconds() / (1000 * SECONDS_OF.hour));
  const beginHour = currentHour();
  const booked = new Map<string, HourEntry>();
  const queries = createQueryTurns();
  let added: readonly HourEntry[] = [];
  let money: Money | null = null;
  let settings: LedgerSettings = USUAL.settings;

  function* entries(category: ProductCategory | null, from: number, to: number) {
    if (settings.hasHistory) {
      const today = Math.floor(beginHour / 24) * 24;
      const first = Math.max(from, today - 24 * USUAL.historyDays);
      const last = Math.min(to, beginHour - 1);
      for (let hour = first; hour <= last; hour += 1) yield* pastEntries(hour, category);
    }
    for (const rows of [booked.values(), added]) {
      for (const entry of rows) {
        const isAsked = category === null || entry.category === category;
        if (isAsked && entry.hour >= from && entry.hour <= to) yield entry;
      }
    }
  }

  return {
    queries,
    entries,
    charge: (charge) => {
      const entry = entryOf(charge, currentHour(), settings.voucherPercent);
      const key = `${entry.hour}\n${entryKey(entry)}`;
      const before = booked.get(key);
      booked.set(key, before === undefined ? entry : addEntries(before, entry));
      if (money !== null) money -= entry.amount;
    },
    requireBalance: () => {
      if (money === null || money > 0n) return;
      throw refused(403, 'BILLING_BALANCE_NOT_ENOUGH', 'The balance of this account is used up.');
    },
    get balance() {
      return money === null ? null : Number(wholeUnits(money));
    },
    setBalance: (units) => {
      money = units === null ? null : fromWholeUnits(units);
    },
    get now() {
      return Math.floor(milliseconds() / 1000);
    },
    get settings() {
      return settings;
    },
    changeSettings: (changed) => {
      settings = changed;
    },
    addRows: (rows) => {
      added = [...added, ...rows];
    },
    removeRows: () => {
      added = [];
    },
    reset: () => {
      booked.clear();
      added = [];
      money = null;
      settings = USUAL.settings;
      queries.reset();
    },
  };
}
