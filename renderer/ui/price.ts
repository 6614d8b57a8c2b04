/** Prices of calls: 1/10000 US dollars in the settings, dollars on the screen. */

/** Units of the settings in a dollar. */
const UNITS = 10_000;

/** The most that a price may be, dollars. */
const MOST_DOLLARS = 100;

/** What a field for a price needs. */
export const PRICE_FIELD = {
  prefix: '$',
  min: 0,
  max: MOST_DOLLARS,
  step: 0.01,
  decimalScale: 4,
  clampBehavior: 'strict',
} as const;

/** What was typed as a price; `undefined` while it is none. */
export function priceOfDollars(dollars: number | string): number | undefined {
  const value = typeof dollars === 'number' ? dollars : Number.parseFloat(dollars);
  if (!Number.isFinite(value) || value < 0 || value > MOST_DOLLARS) return undefined;
  return Math.round(value * UNITS);
}

/** The number for the field. */
export function dollarsOfPrice(price: number): number {
  return price / UNITS;
}

/** 400 → "$0.04", 5 → "$0.0005": cents, and what is below them only where it is there. */
export function formatPrice(price: number): string {
  const cents = price % 100 === 0;
  return `$${(price / UNITS).toFixed(cents ? 2 : 4).replace(/(\.\d\d\d)0$/u, '$1')}`;
}
