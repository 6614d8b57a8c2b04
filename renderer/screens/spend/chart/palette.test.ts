/** Sources: contrast from WCAG 2, distance in OKLab, colour blindness after Machado, Oliveira and Fernandes (2009). */
import { describe, expect, it } from 'vitest';
import { styleOf, PALETTES, withNames } from './palette.ts';

type Triple = readonly [number, number, number];

/** Full severity, on linear RGB. */
const BLINDNESS: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  none: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** OKLab distance × 100; below 5 two colours are hard to distinguish. */
const LEAST_DISTANCE = 10;
const LEAST_CONTRAST = 3;
/** Of the application: buttons, and the mask over a photo. */
const TAKEN = ['#2563bd', '#ff2ec4'];

function linear(colour: string): Triple {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return [r, g, b];
}

function luminance(colour: string): number {
  const [r, g, b] = linear(colour);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function oklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function seen(colour: string, matrix: readonly [Triple, Triple, Triple]): Triple {
  const rgb = linear(colour);
  const mixed = matrix.map((row) => {
    const value = row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2];
    return Math.min(1, Math.max(0, value));
  });
  return oklab([mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0]);
}

function distance(a: string, b: string, matrix = BLINDNESS['none']): number {
  if (matrix === undefined) throw new Error('no matrix');
  const [x, y] = [seen(a, matrix), seen(b, matrix)];
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]) * 100;
}

describe.each(Object.entries(PALETTES))(
  'the %s colours of the chart',
  (_, { ground, hues, other }) => {
    const all = [...hues, other];

    it('have a contrast of 3 : 1 with the background', () => {
      for (const colour of all) {
        expect(contrast(colour, ground), colour).toBeGreaterThanOrEqual(LEAST_CONTRAST);
      }
    });

    it('can be distinguished, even with colour blindness', () => {
      for (const [kind, matrix] of Object.entries(BLINDNESS)) {
        for (const [index, a] of all.entries()) {
          for (const b of all.slice(index + 1)) {
            expect(distance(a, b, matrix), `${kind} ${a} ${b}`).toBeGreaterThan(LEAST_DISTANCE);
          }
        }
      }
    });

    it('differ from those of buttons and of the mask', () => {
      for (const colour of hues) {
        for (const taken of TAKEN) expect(distance(colour, taken), colour).toBeGreaterThan(5);
      }
    });
  },
);

it('the colour of a name stays when others are added, and when it is no longer the largest', () => {
  const names = withNames([], ['llm', 'gpu']);
  const later = withNames(names, ['gen_api', undefined, 'llm']);
  expect(later).toEqual(['llm', 'gpu', 'gen_api']);
  for (const name of ['llm', 'gpu']) {
    expect(styleOf(later, name, PALETTES.dark)).toEqual(styleOf(names, name, PALETTES.dark));
  }
  expect(withNames(later, ['gpu'])).toBe(later);
});

it('the colour of a name is grey for “Other” only when it means all others', () => {
  const names = withNames([], ['Other']);
  expect(styleOf(names, 'Other', PALETTES.light).colour).not.toBe(PALETTES.light.other);
  expect(styleOf(names, undefined, PALETTES.light).colour).toBe(PALETTES.light.other);
});
