/** Formats axis numbers with just enough decimals to tell them apart. */
import { LOCALE } from '../../../../shared/numbers.ts';

export interface Tick {
  /** CSS pixels. */
  readonly at: number;
  readonly text: string;
}

/** More than any amount has, and as many as `Intl` writes safely. */
const MOST_DIGITS = 15;

/** Room for a character at 12 px, and for the gap next to it, CSS pixels. */
const CHARACTER_WIDTH = 7;
const GAP = 16;

/** @param values dollars, evenly spaced */
export function tickTexts(values: readonly number[]): readonly string[] {
  const [first = 0, second = first] = values;
  const step = Math.abs(second - first);
  const needed = step > 0 ? Math.ceil(-Math.log10(step) - 1e-9) : 0;
  const digits = Math.min(MOST_DIGITS, Math.max(0, needed));
  // cents have two digits
  const shown = digits === 1 ? 2 : digits;
  const format = new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: shown,
    maximumFractionDigits: shown,
  });
  return values.map((value) => {
    if (Math.abs(value) < step / 2 || value === 0) return '$0';
    return `${value < 0 ? '−' : ''}$${format.format(Math.abs(value))}`;
  });
}

/** Returns the width of the longest text, CSS pixels. */
export function roomFor(texts: readonly string[]): number {
  return GAP + CHARACTER_WIDTH * Math.max(0, ...texts.map(({ length }) => length));
}
