import { ServiceError } from '../errors.ts';
import { addEntries, type Charge, entryKey, entryOf, type HourEntry } from './entries.ts';
import { pastEntries } from './history.ts';
import { fromWholeUnits, type Money, wholeUnits } from './money.ts';
import { secondsOf } from './periods.ts';
import type { ProductCategory } from './products.ts';
import { QueryTurns } from './query-turns.ts';

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

const usual = {
  settings: {
    voucherPercent: 0,
    hasBillingRole: true,
    hasHistory: true,
    // long enough for two queries at once to meet, too short to be felt
    queryMilliseconds: 20,
    gapMilliseconds: 0,
  },
  /** Days of made-up past. */
  historyDays: 90,
  /** Cycles in the longest query, over which added rows are spread. */
  spread: { Hour: 168, Day: 31 },
} as const;

/**
 * The books: every paid call, added up by hour, product and owner.
 *
 * A paid endpoint calls `requireBalance()` before it works and `charge()` once it has delivered:
 *
 *     services.ledger.requireBalance();
 *     const result = await work();
 *     services.ledger.charge({ ...mediaProducts.cleanup, quantities: [1] });
 *
 * A call that is refused or fails costs nothing; a picture whose client went away before the answer
 * costs what the work costs. Prices and names of the picture calls are in `products.ts`; another
 * product is charged by giving its `category`, `productName`, `unitPrices` and, for prices below
 * 1/10000 USD, its `pricePrecision`.
 */
export class Ledger {
  readonly #now: () => number;
  readonly #beginHour: number;
  readonly #booked = new Map<string, HourEntry>();
  #added: readonly HourEntry[] = [];
  #balance: Money | null = null;
  /** Who may list bills right now. */
  readonly queries = new QueryTurns();
  settings: LedgerSettings = usual.settings;

  /** @param now the service's clock, in Unix milliseconds */
  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#beginHour = this.#hour();
  }

  /**
   * Books one paid call into the running hour and takes it from the balance, if there is one.
   *
   * @throws RangeError for quantities and prices that are not whole
   */
  charge(charge: Charge): void {
    const entry = entryOf(charge, this.#hour(), this.settings.voucherPercent);
    const key = `${entry.hour}\n${entryKey(entry)}`;
    const before = this.#booked.get(key);
    this.#booked.set(key, before === undefined ? entry : addEntries(before, entry));
    if (this.#balance !== null) this.#balance -= entry.amount;
  }

  /**
   * Refuses a paid call when the balance is used up.
   *
   * @throws ServiceError 403 BILLING_BALANCE_NOT_ENOUGH
   */
  requireBalance(): void {
    if (this.#balance === null || this.#balance > 0n) return;
    throw new ServiceError({
      status: 403,
      reason: 'BILLING_BALANCE_NOT_ENOUGH',
      message: 'The balance of this account is used up.',
    });
  }

  /** Whole 1/10000 USD that are left, or null for no end. Below 0 when the last call cost more. */
  get balance(): number | null {
    return this.#balance === null ? null : Number(wholeUnits(this.#balance));
  }

  set balance(units: number | null) {
    this.#balance = units === null ? null : fromWholeUnits(units);
  }

  /** Unix seconds by the service's clock. */
  get now(): number {
    return Math.floor(this.#now() / 1000);
  }

  /**
   * All entries of some hours: the made-up past, what was booked, and added rows.
   *
   * @param category one category, or null for all
   * @param from first hour, in Unix hours
   * @param to last hour
   */
  *entries(
    category: ProductCategory | null,
    from: number,
    to: number,
  ): Generator<HourEntry, void, undefined> {
    if (this.settings.hasHistory) {
      const today = Math.floor(this.#beginHour / 24) * 24;
      const first = Math.max(from, today - 24 * usual.historyDays);
      const last = Math.min(to, this.#beginHour - 1);
      for (let hour = first; hour <= last; hour += 1) yield* pastEntries(hour, category);
    }
    for (const entries of [this.#booked.values(), this.#added]) {
      for (const entry of entries) {
        const isAsked = category === null || entry.category === category;
        if (isAsked && entry.hour >= from && entry.hour <= to) yield entry;
      }
    }
  }

  /**
   * Adds entries of many owners, so that the longest query of a category has this many rows.
   *
   * @returns number of entries that were added
   */
  addRows(rows: number, category: ProductCategory, cycle: 'Hour' | 'Day'): number {
    const periods = usual.spread[cycle];
    const owners = Math.ceil(rows / periods);
    const hours = cycle === 'Day' ? 24 : 1;
    const added: HourEntry[] = [];
    for (let period = 0; period < periods; period += 1) {
      const hour = this.#hour() - period * hours;
      for (let owner = 1; owner <= owners; owner += 1) {
        const charge = {
          category,
          productName: `Bulk ${1 + (owner % 7)}`,
          unitPrices: [13],
          pricePrecision: 10,
          quantities: [1 + ((owner + period) % 40)],
          ownerId: `bulk-${String(owner).padStart(5, '0')}`,
        } as const;
        added.push(entryOf(charge, hour, 0));
      }
    }
    this.#added = [...this.#added, ...added];
    return added.length;
  }

  /** Takes the added rows away again. */
  removeRows(): void {
    this.#added = [];
  }

  /** Forgets what was booked, the added rows, the balance and the settings. */
  reset(): void {
    this.#booked.clear();
    this.#added = [];
    this.#balance = null;
    this.settings = usual.settings;
    this.queries.reset();
  }

  #hour(): number {
    return Math.floor(this.#now() / (1000 * secondsOf.hour));
  }
}
