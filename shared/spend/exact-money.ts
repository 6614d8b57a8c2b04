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
  /** False: the service has cut a fraction off, so 0 means "less than $0.0001". */
  readonly hasDecimals: boolean;
}

/** Dollars. `undefined` for text that is no number. */
function dollarsOf(exact: string): ExactDecimal | undefined {
  const decimal = parseDecimal(exact);
  return decimal && { value: decimal.value, scale: decimal.scale + UNIT_DIGITS };
}

/** Rounded, half away from zero. @param digits after the point @returns in units of the last digit */
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

/** Digits after the point that are tried in turn; below them an amount is written exactly. */
const STEPS = [2, UNIT_DIGITS, 6, 8, 10, 12] as const;

const NOTHING: ExactDecimal = { value: 0n, scale: 0 };

/**
 * An amount on its own: two digits after the point, four below half a cent, more below half of those. Words
 * only for a charge whose fraction the service has cut off, "–" for text that is no number.
 */
export function formatAmount(amount: Amount): string {
  return isZero(amount) ? '$0' : figuresOf(amount, []).total;
}

/** A sum and its parts as they are shown together: all with as many digits. */
export interface Figures {
  readonly total: string;
  /** For each list its parts, in their order. */
  readonly lists: readonly (readonly string[])[];
}

/**
 * The one rule for amounts that are shown beside their sum, on the screen and in files: as few digits (two,
 * four, six … or all) as show nothing that was charged as nothing, and what rounding loses goes to the largest
 * remainders, so that the parts of each list add up to the sum as it is shown. A list whose exact amounts
 * are not those of the sum is rounded one by one.
 *
 * @param lists each the whole sum in other parts
 */
export function figuresOf(total: Amount, lists: readonly (readonly Amount[])[]): Figures {
  const whole = dollarsOf(total.exact);
  const values = lists.map((list) => list.map(({ exact }) => dollarsOf(exact) ?? NOTHING));
  const all = [whole ?? NOTHING, ...values.flat()];
  const scale = Math.max(UNIT_DIGITS, ...all.map((each) => each.scale));
  for (const digits of [...STEPS, scale]) {
    const shownTotal = roundTo(whole ?? NOTHING, digits);
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

/** "−$12.30" of -1230 and 2. */
function signed(units: bigint, digits: number): string {
  return `${units < 0n ? '−' : ''}$${written(units < 0n ? -units : units, digits)}`;
}

/** An amount with a fixed number of digits, as in a column whose rows are exact. */
export function formatWith({ exact, hasDecimals }: Amount, digits: number): string {
  const dollars = dollarsOf(exact);
  const units = dollars === undefined ? 0n : roundTo(dollars, digits);
  return writtenAs({ exact, hasDecimals }, units, digits);
}

function addUp(total: ExactDecimal, parts: readonly ExactDecimal[], scale: number): boolean {
  const at = ({ value, scale: own }: ExactDecimal) => value * 10n ** BigInt(scale - own);
  return parts.reduce((sum, part) => sum + at(part), 0n) === at(total);
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
  return spoken(formatAmount(amount));
}

/** A text of this module, for a screen reader. */
export function spoken(text: string): string {
  return text.replace('< ', 'less than ').replace('−', 'minus ');
}

/**
 * Parts in units of the last digit: each is cut off, and the units that are missing then go to those with
 * the largest remainder, so that the parts add up to the rounded sum. Equal remainders by their place.
 */
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

/** True for exactly nothing; a charge whose fraction was cut off is something. */
export function isZero({ exact, hasDecimals }: Amount): boolean {
  return hasDecimals && dollarsOf(exact)?.value === 0n;
}
