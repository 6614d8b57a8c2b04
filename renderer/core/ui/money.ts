/** Money: 1/10000 US dollars internally, dollars on the screen. */

/** Internal units in a dollar. */
const UNITS = 10_000;

/** Highest price, dollars. */
const MOST_DOLLARS = 100;

export const PRICE_FIELD = {
  prefix: '$',
  min: 0,
  max: MOST_DOLLARS,
  step: 0.01,
  decimalScale: 4,
  clampBehavior: 'strict',
} as const;

/** A typed price in 1/10000 USD; `undefined` if it is not a price. */
export function priceOfDollars(dollars: number | string): number | undefined {
  const value = typeof dollars === 'number' ? dollars : Number.parseFloat(dollars);
  if (!Number.isFinite(value) || value < 0 || value > MOST_DOLLARS) return undefined;
  return Math.round(value * UNITS);
}

/** For the field, dollars. */
export function dollarsOfPrice(price: number): number {
  return price / UNITS;
}

/** 400 as "$0.04", 5 as "$0.0005": cents, and smaller parts where needed. */
export function formatMoney(price: number): string {
  const cents = price % 100 === 0;
  return `$${(price / UNITS).toFixed(cents ? 2 : 4).replace(/(\.\d\d\d)0$/u, '$1')}`;
}
