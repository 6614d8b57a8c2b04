/** Rounds once, in integers: a charge is never shown as zero, and zero never as minus zero. */
import { parseDecimal, ZERO, type ExactDecimal } from '../api/exact-decimal.ts';

/** Decimals of the service's unit, 1/10000 USD. */
const UNIT_DIGITS = 4;

/** As in the contract, 1/10000 USD. */
export interface Amount {
  readonly exact: string;
  /** False: the service truncated a fraction, so 0 means "less than $0.0001". */
  readonly hasDecimals: boolean;
}

function dollarsOf(exact: string): ExactDecimal | undefined {
  const decimal = parseDecimal(exact);
  return decimal && { value: decimal.value, scale: decimal.scale + UNIT_DIGITS };
}

/** Rounds half away from zero. @param digits decimals @returns units of the last digit */
function roundTo({ value, scale }: ExactDecimal, digits: number): bigint {
  if (scale <= digits) return value * 10n ** BigInt(digits - scale);
  const divisor = 10n ** BigInt(scale - digits);
  const half = divisor / 2n;
  return value < 0n ? -((-value + half) / divisor) : (value + half) / divisor;
}

/** Formats 1234560 with 2 digits as "12,345.60". */
function written(units: bigint, digits: number): string {
  const text = String(units).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits).replace(/\B(?=(?:\d{3})+$)/gu, ',');
  return digits === 0 ? whole : `${whole}.${text.slice(-digits)}`;
}

/** Decimals that are tried in turn; below them an amount is written exactly. */
const STEPS = [2, UNIT_DIGITS, 6, 8, 10, 12] as const;

/** Two decimals, four below half a cent, more below half of those. */
export function formatAmount(amount: Amount): string {
  return isZero(amount) ? '$0' : figuresOf(amount, []).total;
}

interface Figures {
  readonly total: string;
  readonly lists: readonly (readonly string[])[];
}

/**
 * Uses as few decimals as never show a charge as zero. Rounding differences go to the largest
 * remainders, so that each list adds up to the total.
 * @param lists each splits the whole total
 */
export function figuresOf(total: Amount, lists: readonly (readonly Amount[])[]): Figures {
  const whole = dollarsOf(total.exact);
  const values = lists.map((list) => list.map(({ exact }) => dollarsOf(exact) ?? ZERO));
  const all = [whole ?? ZERO, ...values.flat()];
  const scale = Math.max(UNIT_DIGITS, ...all.map((each) => each.scale));
  for (const digits of [...STEPS, scale]) {
    const shownTotal = roundTo(whole ?? ZERO, digits);
    const shown = values.map((list) =>
      whole !== undefined && addUp(whole, list, scale)
        ? sharedUnits(list, digits)
        : list.map((value) => roundTo(value, digits)),
    );
    const units = [shownTotal, ...shown.flat()];
    const isHidden = all.some(({ value }, index) => value !== 0n && units[index] === 0n);
    if (isHidden && digits < scale) continue;
    return {
      total: writtenAs(total, shownTotal, digits),
      lists: lists.map((list, place) =>
        list.map((amount, index) => writtenAs(amount, shown[place]?.[index] ?? 0n, digits)),
      ),
    };
  }
  throw new RangeError('No number of digits shows every amount.');
}

/** @param units of the last digit */
function writtenAs({ exact, hasDecimals }: Amount, units: bigint, digits: number): string {
  const dollars = dollarsOf(exact);
  if (dollars === undefined) return '–';
  if (dollars.value === 0n && !hasDecimals) return '< $0.0001';
  return signed(units, digits);
}

/** Formats -1230 with 2 digits as "−$12.30". */
function signed(units: bigint, digits: number): string {
  return `${units < 0n ? '−' : ''}$${written(units < 0n ? -units : units, digits)}`;
}

export function formatWith({ exact, hasDecimals }: Amount, digits: number): string {
  const dollars = dollarsOf(exact);
  const units = dollars === undefined ? 0n : roundTo(dollars, digits);
  return writtenAs({ exact, hasDecimals }, units, digits);
}

function addUp(total: ExactDecimal, parts: readonly ExactDecimal[], scale: number): boolean {
  const at = ({ value, scale: own }: ExactDecimal) => value * 10n ** BigInt(scale - own);
  return parts.reduce((sum, part) => sum + at(part), 0n) === at(total);
}

/** Formats all decimals, for tooltips and details: "$0.00123456". */
export function formatExactly({ exact }: Pick<Amount, 'exact'>): string {
  const dollars = dollarsOf(exact);
  if (dollars === undefined) return '–';
  const { value, scale } = dollars;
  const digits = written(value < 0n ? -value : value, scale);
  const shortened = digits.includes('.') ? digits.replace(/(\.\d\d\d*?)0+$/u, '$1') : digits;
  return `${value < 0n ? '−' : ''}$${shortened}`;
}

/** For a screen reader, with special characters as words. */
export function spokenAmount(amount: Amount): string {
  return forScreenReader(formatAmount(amount));
}

export function forScreenReader(text: string): string {
  return text.replace('< ', 'less than ').replace('−', 'minus ');
}

/** By largest remainder, so that the parts add up to the rounded total; ties in order. */
function sharedUnits(parts: readonly ExactDecimal[], digits: number): readonly bigint[] {
  const scale = Math.max(digits, ...parts.map((part) => part.scale));
  const divisor = 10n ** BigInt(scale - digits);
  const scaled = parts.map((part) => part.value * 10n ** BigInt(scale - part.scale));
  const units = scaled.map((value) => value / divisor);
  const total = roundTo({ value: scaled.reduce((sum, value) => sum + value, 0n), scale }, digits);
  let missing = total - units.reduce((sum, value) => sum + value, 0n);
  const step = missing < 0n ? -1n : 1n;
  const order = scaled
    .map((value, index) => ({ index, rest: (value % divisor) * step }))
    .filter(({ rest }) => rest > 0n)
    .toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1));
  for (const { index } of order) {
    if (missing === 0n) break;
    units[index] = (units[index] ?? 0n) + step;
    missing -= step;
  }
  return units;
}

/** A truncated charge is not zero. */
export function isZero({ exact, hasDecimals }: Amount): boolean {
  return hasDecimals && dollarsOf(exact)?.value === 0n;
}
