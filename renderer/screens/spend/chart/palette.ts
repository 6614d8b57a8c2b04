/**
 * The colours of the chart: six hues a theme that keep 3 : 1 against the ground and stay apart under colour
 * blindness, and a grey for all others. A colour belongs to a name, and the first one to come keeps it.
 */

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
    hues: ['#2e3080', '#da7c10', '#29667f', '#7f3026', '#b05109', '#501135'],
    other: '#8a8a8a',
    ink: '#1f1f1f',
    faint: '#d9d9d9',
  },
  dark: {
    ground: '#1f1f1f',
    hues: ['#00b7ff', '#e49b1b', '#08ffeb', '#a8449d', '#5e7908', '#f0e348'],
    other: '#9a9a9a',
    ink: '#d6d6d6',
    faint: '#454545',
  },
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
