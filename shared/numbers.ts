export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** @param share 0: the first, 1: the second */
export function interpolate(from = 0, to = 0, share: number): number {
  return from + (to - from) * share;
}

export const LOCALE = 'en-GB';

const numbers = new Intl.NumberFormat(LOCALE);

/** E.g. "12,345.6". */
export function formatNumber(number: number): string {
  return numbers.format(number);
}

/** Formats "85 %", "over 999 %". @param percent whole */
export function shownPercent(percent: number): string {
  return percent > 999 ? 'over 999 %' : `${percent} %`;
}

/** @returns `undefined` if one is unknown */
export function sumOfKnown(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce<number | undefined>(
    (sum, value) => (sum === undefined || value === undefined ? undefined : sum + value),
    0,
  );
}
