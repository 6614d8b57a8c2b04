/**
 * The colours of the chart: six blues and ambers, of the same hue in both themes and of little chroma. They
 * keep 3 : 1 against the ground and stay apart under colour blindness; a grey is for all others. A colour
 * belongs to a name, and the first one to come keeps it.
 */

import type { SpendBucket } from '../../../../shared/contract/spend.ts';

/** The look of one key. */
export interface KeyLook {
  readonly colour: string;
  /** Number of the pattern: 0 is plain. */
  readonly pattern: number;
}

/** One theme's colours. */
export interface Palette {
  readonly ground: string;
  readonly hues: readonly string[];
  readonly other: string;
  readonly ink: string;
  readonly faint: string;
}

export const PALETTES: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    ground: '#ffffff',
    hues: ['#405287', '#794e0e', '#359bd4', '#492200', '#092f53', '#b9892b'],
    other: '#767676',
    ink: '#1f1f1f',
    faint: '#d9d9d9',
  },
  dark: {
    ground: '#1f1f1f',
    hues: ['#5d75be', '#c78529', '#b2dffe', '#f7c29c', '#6eb4ff', '#7e6843'],
    other: '#a1a1a1',
    ink: '#d6d6d6',
    faint: '#454545',
  },
};

/** How firmly a bar is drawn: what is not sure yet is lighter, what is missing parts faint. */
export const STATE_OPACITY: Readonly<Record<SpendBucket['state'], number>> = {
  settled: 1,
  'so-far': 1,
  'may-change': 0.65,
  unknown: 0.35,
};

/** Patterns beside the plain fill: lines and dots, for print and for those who see no hues. */
export const PATTERNS = 6;

/**
 * @param names those that have been seen, in the order in which they came
 * @param key `undefined` for all others together
 */
export function lookOf(
  names: readonly string[],
  key: string | undefined,
  palette: Palette,
): KeyLook {
  const place = key === undefined ? -1 : names.indexOf(key);
  const { hues, other } = palette;
  if (place < 0) return { colour: other, pattern: 0 };
  return { colour: hues[place % hues.length] ?? other, pattern: place % PATTERNS };
}

/** The names with those of a new chart after them; the same list when none is new. */
export function withNames(
  names: readonly string[],
  keys: readonly (string | undefined)[],
): readonly string[] {
  const fresh = keys.filter((key): key is string => key !== undefined && !names.includes(key));
  return fresh.length === 0 ? names : [...names, ...fresh];
}
