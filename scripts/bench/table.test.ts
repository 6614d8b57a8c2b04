import { describe, expect, it } from 'vitest';
import { BOUNDS } from './bounds.ts';
import { formatTable, type Figure, type FigureGroup } from './table.ts';

const VISIBLE: Figure = {
  name: 'visible',
  unit: 'ms',
  gesso: 300,
  beside: ['<img>', 250],
  bound: BOUNDS.opening.visible,
};
const GROUPS: readonly FigureGroup[] = [
  {
    name: 'opening',
    title: 'Opening a photo',
    figures: [VISIBLE, { name: 'paintable', unit: 'ms', gesso: 1234.5 }],
  },
  { name: 'memory', title: 'Memory', figures: [{ ...VISIBLE, name: 'late', gesso: 400 }] },
];

describe('the benchmark table', () => {
  it('shows each figure with its baseline, ratio and limit, in the same columns', () => {
    const lines = formatTable(GROUPS).split('\n');
    expect(lines.filter((line) => line.startsWith('  '))).toEqual([
      '               Gesso  beside         ratio  bound',
      '  visible     300 ms  250 ms  <img>   1.20  ratio ≤ 1.3: met',
      '  paintable  1235 ms',
      '  late        400 ms  250 ms  <img>   1.60  ratio ≤ 1.3: NOT MET',
    ]);
  });
});

it('a benchmark limit is compared with the baseline', () => {
  expect(BOUNDS.chat.settled.isMet(250, 100)).toBe(true);
  expect(BOUNDS.chat.settled.isMet(251, 100)).toBe(false);
  expect(BOUNDS.recipes.speed.isMet(79, 100)).toBe(false);
});
