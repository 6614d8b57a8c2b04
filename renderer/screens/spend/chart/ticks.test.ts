import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { chartShapes, roomFor } from './geometry.ts';

const SIZE = { width: 900, height: 320 };

/** A chart of bars with these dollars. */
function shapesOf(dollars: readonly number[], withSum = true) {
  const buckets = dollars.map((_, day) => ({ start: day, end: day + 1, state: 'final' as const }));
  const amounts = [dollars.map((each) => (each * 10_000).toFixed(12))];
  return chartShapes({ buckets, amounts, keys: [] }, undefined, withSum, SIZE);
}

const valueOf = (text: string) => Number(text.replaceAll(/[$,]/gu, '').replace('−', '-'));

it('gives distinct, exact ticks with room for each, from $0.00001 to $10 million and refunds', () => {
  const magnitude = fc.double({ min: -5, max: 7, noNaN: true }).map((power) => 10 ** power);
  const amount = fc.tuple(magnitude, fc.constantFrom(1, 1, -1)).map(([size, sign]) => size * sign);
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 31 }), (dollars) => {
      const { ticks, sumTicks, left, right, bars } = shapesOf(dollars);
      for (const each of [ticks, sumTicks]) {
        const texts = each.map(({ text }) => text);
        expect(new Set(texts).size).toBe(texts.length);
        expect(texts.length).toBeGreaterThan(1);
        // evenly spaced, as they are drawn
        const [first, second] = each;
        const [a, b] = [each.at(0), each.at(-1)];
        if (first === undefined || second === undefined || a === undefined || b === undefined)
          return;
        const perPixel = (valueOf(b.text) - valueOf(a.text)) / (b.at - a.at);
        const wanted = valueOf(first.text) + perPixel * (second.at - first.at);
        const step = Math.abs(valueOf(second.text) - valueOf(first.text));
        expect(Math.abs(wanted - valueOf(second.text))).toBeLessThan(step * 0.01);
      }
      expect(left).toBeGreaterThanOrEqual(roomFor(ticks.map(({ text }) => text)));
      expect(SIZE.width - right).toBeGreaterThanOrEqual(roomFor(sumTicks.map(({ text }) => text)));
      expect(bars[0]?.x).toBeGreaterThanOrEqual(left);
    }),
  );
});

it('shows one $0 when nothing was charged', () => {
  for (const dollars of [[0, 0, 0], [0], []]) {
    const { ticks, sumTicks } = shapesOf(dollars);
    expect([ticks, sumTicks].map((each) => each.map(({ text }) => text))).toEqual([['$0'], ['$0']]);
  }
});
