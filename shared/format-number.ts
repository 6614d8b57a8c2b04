/** Language of numbers and dates on both sides. */
export const LOCALE = 'en-GB';

const numbers = new Intl.NumberFormat(LOCALE);

/** Formats 12345.6 as "12,345.6". */
export function formatNumber(number: number): string {
  return numbers.format(number);
}
