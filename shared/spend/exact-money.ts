/**
 * Amounts of bills on the screen: rounded once, in whole numbers, and never as a float. The minus sign is
 * U+2212. A charge is never shown as nothing, and nothing never as minus nothing.
 */
import { parseDecimal, type ExactDecimal } from '../api/exact-decimal.ts';

/** Digits of the service's unit, 1/10000 USD, after the point of a dollar. */
const UNIT_DIGITS = 4;

/** An amount as the contract has it, 1/10000 USD. */
export interface Amount {
  readonly exact: string;
  /** False: a fraction may be lost, so 0 means "less than $0.0001". */
  readonly hasDecimals: boolean;
}

/** Dollars. `undefined` for text that is no number. */
function dollarsOf(exact: string): ExactDecimal | undefined {
  const decimal = parseDecimal(exact);
  return decimal && { value: decimal.value, scale: decimal.scale + UNIT_DIGITS };
}

/** Rounded to so many digits after the point, half away from zero. @returns in units of the last digit */
export function roundTo({ value, scale }: ExactDecimal, digits: number): bigint {
  if (scale <= digits) return value * 10n ** BigInt(digits - scale);
  const divisor = 10n ** BigInt(scale - digits);
  const half = divisor / 2n;
  return value < 0n ? -((-value + half) / divisor) : (value + half) / divisor;
}

/** "12,345.60" of 1234560 and 2: grouped by thousands, with a point. */
function written(units: bigint, digits: number): string {
  const text = String(units).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits).replace(/\B(?=(?:\d{3})+$)/gu, ',');
  return digits === 0 ? whole : `${whole}.${text.slice(-digits)}`;
}

/**
 * An amount for totals and rows: two digits after the point, up to four below half a cent, and words below
 * that. "–" for text that is no number.
 */
export function formatAmount({ exact, hasDecimals }: Amount): string {
  const dollars = dollarsOf(exact);
  if (dollars === undefined) return '–';
  if (dollars.value === 0n) return hasDecimals ? '$0' : '< $0.0001';
  const isNegative = dollars.value < 0n;
  const size = { value: isNegative ? -dollars.value : dollars.value, scale: dollars.scale };
  const sign = isNegative ? '−' : '';
  const cents = roundTo(size, 2);
  if (cents > 0n) return `${sign}$${written(cents, 2)}`;
  const parts = roundTo(size, UNIT_DIGITS);
  const isBelow = compareToUnit(size) < 0;
  if (isBelow) return isNegative ? '> −$0.0001' : '< $0.0001';
  return `${sign}$${written(parts, UNIT_DIGITS)}`;
}

/** All decimals, for tooltips and details: "$0.00123456". */
export function formatExactly({ exact }: Pick<Amount, 'exact'>): string {
  const dollars = dollarsOf(exact);
  if (dollars === undefined) return '–';
  const { value, scale } = dollars;
  const digits = written(value < 0n ? -value : value, scale);
  const shortened = digits.includes('.') ? digits.replace(/(\.\d\d\d*?)0+$/u, '$1') : digits;
  return `${value < 0n ? '−' : ''}$${shortened}`;
}

/** For a screen reader: "minus 3 dollars and 20 cents" is left to it; odd signs are said in words. */
export function spokenAmount(amount: Amount): string {
  const text = formatAmount(amount);
  if (text === '< $0.0001') return 'less than $0.0001';
  if (text === '> −$0.0001') return 'a credit of less than $0.0001';
  return text.replace('−', 'minus ');
}

/** Less than 0 when the amount is smaller than the smallest that is written in digits. */
function compareToUnit({ value, scale }: ExactDecimal): number {
  const unit = scale <= UNIT_DIGITS ? 1n : 10n ** BigInt(scale - UNIT_DIGITS);
  const own = scale <= UNIT_DIGITS ? value * 10n ** BigInt(UNIT_DIGITS - scale) : value;
  return own < unit ? -1 : own > unit ? 1 : 0;
}

/**
 * Parts beside their total, in cents: each is rounded, and the cents that are missing then go to those
 * with the largest remainder, so that the parts add up to the rounded total. Positive and negative parts
 * apart; equal remainders by their place.
 *
 * @param exact amounts that together are the total, 1/10000 USD
 * @returns whole cents
 */
export function sharedCents(exact: readonly string[]): readonly bigint[] {
  const parts = exact.map((text) => dollarsOf(text) ?? { value: 0n, scale: 0 });
  const scale = Math.max(2, ...parts.map((part) => part.scale));
  const divisor = 10n ** BigInt(scale - 2);
  const scaled = parts.map((part) => part.value * 10n ** BigInt(scale - part.scale));
  const cents = scaled.map((value) => value / divisor);
  const total = roundTo({ value: scaled.reduce((sum, value) => sum + value, 0n), scale }, 2);
  let missing = total - cents.reduce((sum, value) => sum + value, 0n);
  const step = missing < 0n ? -1n : 1n;
  const remainders = scaled.map((value, index) => ({ index, rest: value % divisor }));
  const order = remainders
    .filter(({ rest }) => (step > 0n ? rest > 0n : rest < 0n))
    .toSorted((a, b) =>
      a.rest === b.rest ? a.index - b.index : a.rest * step > b.rest * step ? -1 : 1,
    );
  const shared = [...cents];
  for (const { index } of order) {
    if (missing === 0n) break;
    shared[index] = (shared[index] ?? 0n) + step;
    missing -= step;
  }
  return shared;
}

/**
 * Parts beside their total, as texts that add up to the total as it is shown, to the cent. Where they are
 * not its exact parts, or one of them is below a cent, each is written as it is.
 */
export function partsOfTotal(total: Amount, parts: readonly Amount[]): readonly string[] {
  const values = [total, ...parts].map(({ exact }) => dollarsOf(exact));
  const [whole, ...rest] = values.map((value) => value ?? { value: 0n, scale: 0 });
  const scale = Math.max(...[whole, ...rest].map((each) => each?.scale ?? 0));
  const at = (each: ExactDecimal | undefined): bigint =>
    (each?.value ?? 0n) * 10n ** BigInt(scale - (each?.scale ?? 0));
  const sum = rest.reduce((before, each) => before + at(each), 0n);
  const cents = sharedCents(parts.map(({ exact }) => exact));
  const hasSmall = cents.some((each) => each === 0n);
  const areParts = !values.includes(undefined) && sum === at(whole);
  return areParts && !hasSmall ? cents.map(formatCents) : parts.map(formatAmount);
}

/** "$12.30" of 1230 cents. */
export function formatCents(cents: bigint): string {
  return `${cents < 0n ? '−' : ''}$${written(cents < 0n ? -cents : cents, 2)}`;
}

/** True for exactly nothing; an amount whose fraction may be lost is something. */
export function isZero({ exact, hasDecimals }: Amount): boolean {
  return hasDecimals && dollarsOf(exact)?.value === 0n;
}
