/** Checks the contrast of text on the probability colours, in both themes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROBABILITY_CLASSES } from '../document/probability.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');
const TOKENS = read('../../../../app/tokens.css');

/** WCAG 2.2: text, and graphical marks. */
const LEAST = { text: 4.5, line: 3 } as const;

/** The value of a token, as red, green, blue and opacity. */
function token(appearance: string, name: string): readonly [number, number, number, number] {
  const [, light = '', dark = ''] =
    new RegExp(`--gesso-${name}: light-dark\\((.+), (.+)\\);`, 'u').exec(TOKENS) ?? [];
  const value = appearance === 'dark' ? dark : light;
  const soft = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)%\)$/u.exec(value);
  if (soft !== null) {
    const [red = 0, green = 0, blue = 0, percent = 0] = soft.slice(1).map(Number);
    return [red, green, blue, percent / 100];
  }
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(value.slice(at, at + 2), 16),
  );
  return [red, green, blue, 1];
}

/** A token over the surface, as `#rrggbb`. */
function shown(appearance: string, name: string): string {
  const ground = token(appearance, 'surface');
  const [red, green, blue, opacity] = token(appearance, name);
  return `#${[red, green, blue]
    .map((value, at) => Math.round(value * opacity + (ground[at] ?? 0) * (1 - opacity)))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Grounds and lines as in `document.css`. */
const GROUNDS = ['surface', 'notice-soft', 'negative-soft'] as const;
const LINES = [
  ['text-3', 'surface'],
  ['notice', 'surface'],
  ['notice', 'notice-soft'],
  ['negative', 'negative-soft'],
] as const;

it.each(['dark', 'light'] as const)('the document colours are readable: %s', (appearance) => {
  for (const ground of GROUNDS) {
    expect(contrast(shown(appearance, 'text'), shown(appearance, ground)), ground).toBeGreaterThan(
      LEAST.text,
    );
  }
  for (const [line, ground] of LINES) {
    expect(
      contrast(shown(appearance, line), shown(appearance, ground)),
      `${line} on ${ground}`,
    ).toBeGreaterThan(LEAST.line);
  }
});

it('the document colours have a line each, so that colour is not the only sign', () => {
  const lines = [...PROBABILITY_CLASSES.keys()].map((index) => {
    const rules =
      read('document.css').match(new RegExp(`\\.cm-probability-${index} \\{[^}]*\\}`, 'gu')) ?? [];
    return /underline \w+ \S+/u.exec(rules.join(''))?.[0] ?? '';
  });
  expect(new Set(lines).size).toBe(PROBABILITY_CLASSES.length);
});
