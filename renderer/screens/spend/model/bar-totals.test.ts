import { expect, it } from 'vitest';
import { barTotal, largestBar } from './bar-totals.ts';

const bucket = { start: 0, end: 1, state: 'final' } as const;
const series = (...amounts: readonly (readonly (string | null)[])[]) => ({
  amounts,
  buckets: Array.from(amounts[0] ?? [], () => bucket),
});

it('largestBar finds the bar with the largest sum of all keys', () => {
  expect(largestBar(series(['5', '2', '1'], ['0.5', '4', '1']))).toBe(1);
});

it('sums a bar exactly, without keys that have nothing in it', () => {
  const { exact } = barTotal(series(['0.1'], [null], ['0.2']), 0);
  expect(exact).toBe('0.3');
});
