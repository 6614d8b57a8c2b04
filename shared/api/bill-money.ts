/**
 * Amounts of bills in one unit. Services send each amount twice: whole 1/10000 USD, and a field with
 * decimals that is in the same unit at some services and in dollars at others. Which of them holds for an
 * account is settled once, by a row that is large enough to tell.
 */
import { wholePart, type ExactDecimal } from './exact-decimal.ts';

/** The unit of the fields with decimals: 1/10000 USD, or USD. */
export const DECIMAL_UNITS = ['units', 'dollars'] as const;
export type DecimalUnit = (typeof DECIMAL_UNITS)[number];

export interface SentAmount {
  readonly whole: ExactDecimal | undefined;
  readonly decimal: ExactDecimal | undefined;
}

/** An amount in 1/10000 USD. */
export interface ReadAmount {
  readonly exact: ExactDecimal;
  /** True when the service sent decimals; else a fraction may have been lost. */
  readonly hasDecimals: boolean;
  /** Both units are possible: the larger reading was taken. */
  readonly isAtMost: boolean;
}

/**
 * The service cuts whole amounts off in every hour, so a row of a month may lack up to this many units
 * that its field with decimals still has.
 */
const MOST_CUT_OFF = 1000n;

/** The same for a row of a day: 24 hours, and one for rounding. */
const DAY_CUT_OFF = 25n;

const ZERO: ExactDecimal = { value: 0n, scale: 0 };

/** Smaller whole amounts fit both units. */
const LEAST_TELLING = 2n;

/** Reads an amount. @param unit `undefined` while it is not settled */
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

/** The unit that an amount tells; `undefined` for one that is too small, or contradicts both. */
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

/** True where cutting fractions off explains the difference. */
function fits(decimal: ExactDecimal, whole: ExactDecimal, most: bigint): boolean {
  const cutOff = magnitude(decimal) - magnitude(whole);
  return cutOff >= -1n && cutOff <= most;
}

/** Within a tenth, and what is cut off: some services round to cents. */
function isAbout(decimal: ExactDecimal, whole: ExactDecimal): boolean {
  const [sent, size] = [magnitude(decimal), magnitude(whole)];
  return sent >= size - 1n - size / 10n && sent <= size + MOST_CUT_OFF + size / 10n;
}

function magnitude(amount: ExactDecimal): bigint {
  const part = wholePart(amount);
  return part < 0n ? -part : part;
}
