/** One entry an hour, product, owner and price, with its exact cost. */
import type { Product } from './products.ts';

/** Millionths of 1/10000 USD; whole, because each `pricePrecision` divides a million. */
export const MONEY_PARTS = 1_000_000n;

type OneOrTwo = readonly [number] | readonly [number, number];

export interface Charge extends Product {
  /** Whole units used of each price; `[1]` for one picture. */
  readonly quantities: OneOrTwo;
  readonly discountPrices?: OneOrTwo;
  /** Instance or key that is billed; the service's own key by default. */
  readonly ownerId?: string;
}

export type HourEntry = ReturnType<typeof entryOf>;

/** @param hour Unix seconds / 3600, whole @param voucherPercent 0 to 100 */
export function entryOf(charge: Charge, hour: number, voucherPercent = 0) {
  const { category, productName, unitPrices, pricePrecision = 1 } = charge;
  const [first, second = 0] = charge.quantities;
  const [price, secondPrice = 0] = charge.discountPrices ?? unitPrices;
  const units = BigInt(first) * BigInt(price) + BigInt(second) * BigInt(secondPrice);
  const amount = units * (MONEY_PARTS / BigInt(pricePrecision));
  return {
    hour,
    category,
    productName,
    ownerId: charge.ownerId ?? 'key-practice',
    quantities: [first, second] as readonly [number, number],
    basePrices: [unitPrices[0], unitPrices[1] ?? 0] as const,
    discountPrices: [price, secondPrice] as const,
    pricePrecision,
    amount,
    voucher: (amount * BigInt(voucherPercent)) / 100n,
  };
}

export function addEntries(left: HourEntry, right: HourEntry): HourEntry {
  const [first, second] = left.quantities;
  return {
    ...left,
    quantities: [first + right.quantities[0], second + right.quantities[1]],
    amount: left.amount + right.amount,
    voucher: left.voucher + right.voucher,
  };
}

export function entryKey(entry: HourEntry): string {
  const { category, productName, ownerId, basePrices, discountPrices, pricePrecision } = entry;
  return [category, productName, ownerId, basePrices, discountPrices, pricePrecision].join('\n');
}
