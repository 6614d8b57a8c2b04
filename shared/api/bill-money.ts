/**
 * Reads amounts, which services send twice: in whole 1/10000 USD, and with decimals, in units or
 * dollars. A row that is large enough to tell decides it for an account.
 */
import { wholePart, ZERO, type ExactDecimal } from './exact-decimal.ts';

/** `units` are 1/10000 USD. */
export const DECIMAL_UNITS = ['units', 'dollars'] as const;
export type DecimalUnit = (typeof DECIMAL_UNITS)[number];

export interface SentAmount {
  readonly whole: ExactDecimal | undefined;
  readonly decimal: ExactDecimal | undefined;
}

interface ReadAmount {
  readonly exact: ExactDecimal;
  /** False when the service sent no decimals, so that a fraction may be lost. */
  readonly hasDecimals: boolean;
  /** The unit is unknown, and this is the larger of the two possible amounts. */
  readonly isAtMost: boolean;
}

/** Services truncate every hour, so a month's row may be this many units below its decimals. */
const MOST_CUT_OFF = 1000n;

/** The same for a row of a day: 24 hours, and one for rounding. */
const DAY_CUT_OFF = 25n;

/** Whole amounts below this fit both units. */
const LEAST_TELLING = 2n;

/** @param unit `undefined` while it is unknown */
export function amountIn(
  { whole, decimal }: SentAmount,
  unit: DecimalUnit | undefined,
): ReadAmount {
  const asWhole = { exact: whole ?? ZERO, hasDecimals: (whole?.scale ?? 0) > 0, isAtMost: false };
  if (decimal === undefined) return asWhole;
  const inUnits = { exact: decimal, hasDecimals: true, isAtMost: false };
  const inDollars = { ...inUnits, exact: unitsOfDollars(decimal) };
  if (whole === undefined) return unit === 'dollars' ? inDollars : inUnits;
  const fitsUnits = fits(inUnits.exact, whole, MOST_CUT_OFF);
  if (unit === 'units') return fitsUnits ? inUnits : asWhole;
  if (unit === 'dollars') {
    return fits(inDollars.exact, whole, MOST_CUT_OFF) ? inDollars : asWhole;
  }
  if (decimal.value !== 0n && fits(inDollars.exact, whole, DAY_CUT_OFF)) {
    return { ...inDollars, isAtMost: fitsUnits };
  }
  return fitsUnits ? inUnits : asWhole;
}

/** `undefined` if the amount is too small or contradicts both units. */
export function unitTold({ whole, decimal }: SentAmount): DecimalUnit | undefined {
  if (whole === undefined || decimal === undefined) return undefined;
  if (magnitude(whole) < LEAST_TELLING) return undefined;
  if (isAbout(decimal, whole)) return 'units';
  return isAbout(unitsOfDollars(decimal), whole) ? 'dollars' : undefined;
}

function unitsOfDollars({ value, scale }: ExactDecimal): ExactDecimal {
  return scale >= 4
    ? { value, scale: scale - 4 }
    : { value: value * 10n ** BigInt(4 - scale), scale: 0 };
}

function fits(decimal: ExactDecimal, whole: ExactDecimal, most: bigint): boolean {
  const cutOff = magnitude(decimal) - magnitude(whole);
  return cutOff >= -1n && cutOff <= most;
}

/** Allows a tenth on top of truncation, because some services round to cents. */
function isAbout(decimal: ExactDecimal, whole: ExactDecimal): boolean {
  const [sent, size] = [magnitude(decimal), magnitude(whole)];
  return sent >= size - 1n - size / 10n && sent <= size + MOST_CUT_OFF + size / 10n;
}

function magnitude(amount: ExactDecimal): bigint {
  const part = wholePart(amount);
  return part < 0n ? -part : part;
}
