/** Numbers and dates are written in one language on both sides. */

/** The language of the interface. */
export const LOCALE = 'en-GB';

const numbers = new Intl.NumberFormat(LOCALE);

/** 12345.6 → "12,345.6". */
export function formatNumber(number: number): string {
  return numbers.format(number);
}
