/** Paid calls added up: one entry an hour, product, owner and price. */
import { costOf, type Money } from './money.ts';
import type { Product, ProductCategory } from './products.ts';

/** One paid call. */
export interface Charge extends Product {
  /** How much of each price's unit was used, whole numbers; `[1]` for one picture. */
  readonly quantities: readonly [number] | readonly [number, number];
  /** Prices after discount, as `unitPrices`; the same by default. */
  readonly discountPrices?: readonly [number] | readonly [number, number];
  /** Instance or key that is billed; the service's own key when absent. */
  readonly ownerId?: string;
}

/** The use of one product by one owner in one hour; exact. */
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
const DEFAULT_OWNER = 'key-practice';

/**
 * A charge as an entry of its hour.
 *
 * @param voucherPercent 0 to 100, the part that vouchers pay
 * @throws RangeError for quantities and prices that are not whole
 */
export function entryOf(charge: Charge, hour: number, voucherPercent: number): HourEntry {
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
    ownerId: charge.ownerId ?? DEFAULT_OWNER,
    quantities,
    basePrices,
    discountPrices,
    pricePrecision,
    amount,
    voucher: (amount * BigInt(voucherPercent)) / 100n,
  };
}

/** The sum of two entries of the same product, owner and prices; the hour is the first one's. */
export function addEntries(left: HourEntry, right: HourEntry): HourEntry {
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

/** Entries with the same key are one line of a bill. */
export function entryKey(entry: HourEntry): string {
  const { category, productName, ownerId, basePrices, discountPrices, pricePrecision } = entry;
  return [category, productName, ownerId, basePrices, discountPrices, pricePrecision].join('\n');
}

function pair(values: readonly [number] | readonly [number, number]): readonly [number, number] {
  return [values[0], values[1] ?? 0];
}
