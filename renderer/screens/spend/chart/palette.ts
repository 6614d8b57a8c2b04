/**
 * Colours are values here, because a saved chart has no tokens. Six keep 3 : 1 against the ground
 * and stay apart under colour blindness. A name keeps its colour.
 */
import type { SpendBucket } from '../../../../shared/contract/spend.ts';

export interface KeyStyle {
  readonly colour: string;
  /** 0 is plain. */
  readonly pattern: number;
}

export interface Palette {
  readonly ground: string;
  readonly hues: readonly string[];
  readonly other: string;
  readonly ink: string;
  /** Of axes and their names. */
  readonly label: string;
  /** Of the previous period. */
  readonly ghost: string;
  readonly grid: string;
}

export interface KeyColours {
  /** In the order in which they were first seen. */
  readonly names: readonly string[];
  readonly palette: Palette;
  readonly hasPatterns: boolean;
}

export const PALETTES: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    ground: '#f6f6f6',
    hues: ['#155b8c', '#ce761b', '#019cb6', '#4b035f', '#a22c0e', '#182802'],
    other: '#747474',
    ink: '#1a1a1a',
    label: '#565656',
    ghost: '#6c6c6c',
    grid: '#e2e2e2',
  },
  dark: {
    ground: '#1e1e1e',
    hues: ['#52a6da', '#dba667', '#86d6dc', '#9a50a6', '#c2602a', '#f3e3a4'],
    other: '#8a8a8a',
    ink: '#e6e6e6',
    label: '#b0b0b0',
    ghost: '#8c8c8c',
    grid: '#303030',
  },
};

/** The less certain a bar is, the fainter it is drawn. */
export const STATE_OPACITY: Readonly<Record<SpendBucket['state'], number>> = {
  final: 1,
  'so-far': 1,
  'may-change': 0.65,
  unknown: 0.35,
};

/** Side of a pattern's tile, CSS pixels. */
export const TILE = 6;

/** Besides the plain fill: lines and dots, for print and for those who see no hues. */
export const PATTERNS = [
  '',
  `M0 ${TILE}L${TILE} 0`,
  `M0 0L${TILE} ${TILE}`,
  'dots',
  `M0 ${TILE / 2}H${TILE}`,
  `M${TILE / 2} 0V${TILE}`,
] as const;

/**
 * @param names in the order in which they were first seen
 * @param key `undefined` for all others together
 */
export function styleOf(
  names: readonly string[],
  key: string | undefined,
  palette: Palette,
): KeyStyle {
  const place = key === undefined ? -1 : names.indexOf(key);
  const { hues, other } = palette;
  if (place < 0) return { colour: other, pattern: 0 };
  return { colour: hues[place % hues.length] ?? other, pattern: place % PATTERNS.length };
}

/** Appends the names of a new chart; returns the same list if none is new. */
export function withNames(
  names: readonly string[],
  keys: readonly (string | undefined)[],
): readonly string[] {
  const fresh = keys.filter((key): key is string => key !== undefined && !names.includes(key));
  return fresh.length === 0 ? names : [...names, ...fresh];
}
