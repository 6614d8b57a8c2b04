import { ServiceError } from '../errors.ts';
import { costOf, fromWholeUnits, type Money } from './money.ts';
import type { Product, ProductCategory } from './products.ts';

/** One paid call. */
export interface Charge extends Product {
  /** How much of each price's unit was used, whole numbers; `[1]` for one picture. */
  readonly quantities: readonly [number] | readonly [number, number];
  /** Prices after discount, as `unitPrices`; the same by default. */
  readonly discountPrices?: readonly [number] | readonly [number, number];
  /** Instance or key that is billed; the account's default key when absent. */
  readonly ownerId?: string;
}

/** What was used of one product by one owner in one hour; exact. */
export interface HourEntry {
  /** Unix hours: seconds / 3600, whole. */
  readonly hour: number;
  readonly category: ProductCategory;
  readonly productName: string;
  readonly ownerId: string;
  readonly quantities: readonly [number, number];
  readonly basePrices: readonly [number, number];
  readonly discountPrices: readonly [number, number];
  readonly pricePrecision: number;
  readonly amount: Money;
  /** The part of `amount` that vouchers pay. */
  readonly voucher: Money;
}

/** Owner of everything that is called with the practice service's one key. */
export const defaultOwner = 'practice-key-01';

/** Milliseconds of an hour, the smallest period of a bill. */
const hourMilliseconds = 3_600_000;

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
  readonly #entries = new Map<string, HourEntry>();
  #voucherPercent = 0;
  #balance: Money | null = null;

  /** @param now the service's clock, in Unix milliseconds */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * Books one paid call into the running hour and takes it from the balance, if there is one.
   *
   * @throws RangeError for quantities and prices that are not whole
   */
  charge(charge: Charge): void {
    const entry = entryOf(charge, Math.floor(this.#now() / hourMilliseconds), this.#voucherPercent);
    const key = keyOf(entry);
    const before = this.#entries.get(key);
    this.#entries.set(key, before === undefined ? entry : sum(before, entry));
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

  /** @param units whole 1/10000 USD that are left, or null for no end */
  setBalance(units: number | null): void {
    this.#balance = units === null ? null : fromWholeUnits(units);
  }

  /** @param percent 0 to 100, the part of the coming charges that vouchers pay */
  setVoucherPercent(percent: number): void {
    this.#voucherPercent = percent;
  }

  /** The booked entries, in the order in which they began. */
  entries(): readonly HourEntry[] {
    return [...this.#entries.values()];
  }
}

function entryOf(charge: Charge, hour: number, voucherPercent: number): HourEntry {
  const quantities = pair(charge.quantities);
  const basePrices = pair(charge.unitPrices);
  const discountPrices = pair(charge.discountPrices ?? charge.unitPrices);
  const pricePrecision = charge.pricePrecision ?? 1;
  const amount =
    costOf(quantities[0], discountPrices[0], pricePrecision) +
    costOf(quantities[1], discountPrices[1], pricePrecision);
  return {
    hour,
    category: charge.category,
    productName: charge.productName,
    ownerId: charge.ownerId ?? defaultOwner,
    quantities,
    basePrices,
    discountPrices,
    pricePrecision,
    amount,
    voucher: (amount * BigInt(voucherPercent)) / 100n,
  };
}

function pair(values: readonly [number] | readonly [number, number]): readonly [number, number] {
  return [values[0], values[1] ?? 0];
}

function keyOf(entry: HourEntry): string {
  return JSON.stringify([
    entry.hour,
    entry.category,
    entry.productName,
    entry.ownerId,
    entry.basePrices,
    entry.discountPrices,
    entry.pricePrecision,
  ]);
}

function sum(left: HourEntry, right: HourEntry): HourEntry {
  return {
    ...left,
    quantities: [
      left.quantities[0] + right.quantities[0],
      left.quantities[1] + right.quantities[1],
    ],
    amount: left.amount + right.amount,
    voucher: left.voucher + right.voucher,
  };
}
