/** Amounts of money without rounding. */

/**
 * An exact amount of money: millionths of 1/10000 USD, so 10^10 to the dollar.
 *
 * Every price of the service is a whole number over a divisor of 10^6 (`pricePrecision`), so that
 * quantity times price never has to be rounded.
 */
export type Money = bigint;

const FIXED_POINT = {
  /** Parts of 1/10000 USD. */
  parts: 1_000_000n,
  /** Digits after the point that hold them. */
  digits: 6,
} as const;

/**
 * The cost of a quantity.
 *
 * @param quantity whole number of units
 * @param price 1/10000 USD times `pricePrecision`, whole
 * @param pricePrecision divisor of the price; a divisor of 10^6
 * @throws RangeError for numbers that would have to be rounded
 */
export function costOf(quantity: number, price: number, pricePrecision: number): Money {
  for (const value of [quantity, price, pricePrecision]) {
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new RangeError(`${value} is not a whole number of units.`);
    }
  }
  if (pricePrecision === 0 || FIXED_POINT.parts % BigInt(pricePrecision) !== 0n) {
    throw new RangeError(`A price precision of ${pricePrecision} does not divide a million.`);
  }
  return BigInt(quantity) * BigInt(price) * (FIXED_POINT.parts / BigInt(pricePrecision));
}

/** Whole 1/10000 USD, rounded down as the service books them. */
export function wholeUnits(money: Money): bigint {
  return money / FIXED_POINT.parts;
}

/** Money of a whole number of 1/10000 USD. */
export function fromWholeUnits(units: number): Money {
  return BigInt(units) * FIXED_POINT.parts;
}

/** 1/10000 USD as a decimal number without superfluous zeros, such as `0.0195`. */
export function decimalUnits(money: Money): string {
  const sign = money < 0n ? '-' : '';
  const size = money < 0n ? -money : money;
  const fraction = String(size % FIXED_POINT.parts).padStart(FIXED_POINT.digits, '0');
  const tail = fraction.replace(/0+$/u, '');
  return `${sign}${size / FIXED_POINT.parts}${tail === '' ? '' : `.${tail}`}`;
}
