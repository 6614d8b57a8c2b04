/** Calculates with decimals for money: `value` / 10 ^ `scale`. */

export interface ExactDecimal {
  readonly value: bigint;
  /** Decimal places, 0 to {@link MAX_DIGITS}. */
  readonly scale: number;
}

export const ZERO: ExactDecimal = { value: 0n, scale: 0 };

/** Far more than money has, and a bound for input from outside. */
const MAX_DIGITS = 40;

/** Also parses exponents; `undefined` for anything else. */
export function parseDecimal(text: string): ExactDecimal | undefined {
  const parts = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?\s*$/iu.exec(text);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  if (whole + fraction === '') return undefined;
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  const value = sign === '-' ? -digits : digits;
  if (scale > MAX_DIGITS || -scale > MAX_DIGITS || String(digits).length > 2 * MAX_DIGITS) {
    return undefined;
  }
  return scale >= 0 ? { value, scale } : { value: value * 10n ** BigInt(-scale), scale: 0 };
}

/** Formats the number with all its decimals, readable by {@link parseDecimal}. */
export function formatDecimal({ value, scale }: ExactDecimal): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const sign = value < 0n ? '-' : '';
  return scale === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-scale)}`;
}

export function wholePart({ value, scale }: ExactDecimal): bigint {
  return value / 10n ** BigInt(scale);
}

export function addDecimals(a: ExactDecimal, b: ExactDecimal): ExactDecimal {
  const scale = Math.max(a.scale, b.scale);
  return { value: scaledTo(a, scale) + scaledTo(b, scale), scale };
}

export function sumOfDecimals(decimals: readonly ExactDecimal[]): ExactDecimal {
  return decimals.reduce((sum, each) => addDecimals(sum, each), ZERO);
}

export function subtractDecimals(a: ExactDecimal, { value, scale }: ExactDecimal): ExactDecimal {
  return addDecimals(a, { value: -value, scale });
}

export function absolute({ value, scale }: ExactDecimal): ExactDecimal {
  return { value: value < 0n ? -value : value, scale };
}

/** Returns a negative number, 0 or a positive one, like a sort comparator. */
export function compareDecimals(a: ExactDecimal, b: ExactDecimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = scaledTo(a, scale) - scaledTo(b, scale);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

function scaledTo({ value, scale }: ExactDecimal, wanted: number): bigint {
  return wanted === scale ? value : value * 10n ** BigInt(wanted - scale);
}
