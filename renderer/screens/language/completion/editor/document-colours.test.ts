/** Colours of probability keep the text readable, in both appearances. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROBABILITY_CLASSES } from '../document/probability.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');
const TOKENS = read('../../../../app/tokens.css');

/** Text of the two appearances, as in `tokens.css`. */
const TEXT = { dark: '#e6e6e6', light: '#1a1a1a' } as const;

/** WCAG 2.2: text, and signs beside it. */
const LEAST = { text: 4.5, line: 3 } as const;

function coloursOf(appearance: string): ReadonlyMap<string, string> {
  const block =
    TOKENS.split(`[data-mantine-color-scheme='${appearance}'] {`)[1]?.split('}')[0] ?? '';
  return new Map(
    [...block.matchAll(/--gesso-likely-([\w-]+): (#[\da-f]{6})/gu)].map(
      ([, name = '', hex = '']) => [name, hex],
    ),
  );
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

it.each(['dark', 'light'] as const)('are readable: %s', (appearance) => {
  const colours = coloursOf(appearance);
  for (const index of PROBABILITY_CLASSES.keys()) {
    const ground = colours.get(`ground-${index}`) ?? '';
    expect(contrast(TEXT[appearance], ground), `text on class ${index}`).toBeGreaterThan(
      LEAST.text,
    );
    expect(contrast(colours.get('line') ?? '', ground), `line of class ${index}`).toBeGreaterThan(
      LEAST.line,
    );
  }
});

it('have a line of their own each, so that colour is not all', () => {
  const lines = [...PROBABILITY_CLASSES.keys()].map((index) => {
    const rules =
      read('document.css').match(new RegExp(`\\.cm-probability-${index} \\{[^}]*\\}`, 'gu')) ?? [];
    return [
      ...rules.join('').matchAll(/(?:text-decoration-line|--cm-style|--cm-width): \w+/gu),
    ].join();
  });
  expect(new Set(lines).size).toBe(PROBABILITY_CLASSES.length);
});
