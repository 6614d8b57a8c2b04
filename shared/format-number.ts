export const LOCALE = 'en-GB';

const numbers = new Intl.NumberFormat(LOCALE);

/** E.g. "12,345.6". */
export function formatNumber(number: number): string {
  return numbers.format(number);
}
