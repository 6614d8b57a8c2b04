import { describe, expect, it } from 'vitest';
import type { SpendBucket, SpendSeries } from '../../../../shared/contract/spend.ts';
import { chartShapes, hitTest, MARGIN, type Segment } from './geometry.ts';

const SIZE = { width: 512, height: 240 };

function series(
  amounts: SpendSeries['amounts'],
  states: readonly SpendBucket['state'][] = [],
): Pick<SpendSeries, 'amounts' | 'buckets' | 'keys'> {
  const count = Math.max(...amounts.map((each) => each.length));
  const buckets = Array.from({ length: count }, (_, index) => ({
    start: index * 86_400,
    end: (index + 1) * 86_400,
    state: states[index] ?? 'final',
  }));
  return { amounts, buckets, keys: [] };
}

describe('the shapes of a chart', () => {
  it('are one path per key and state, however many bars there are', () => {
    const many = Array.from({ length: 600 }, (_, index) => String(index * 1000));
    const states = many.map((_, index): SpendBucket['state'] =>
      index === 599 ? 'so-far' : 'final',
    );
    const shapes = chartShapes(series([many, many], states), undefined, false, SIZE);
    expect(shapes.paths.map(({ key, state }) => `${key} ${state}`)).toEqual([
      '0 final',
      '0 so-far',
      '1 final',
      '1 so-far',
    ]);
    expect(shapes.bars).toHaveLength(600);
  });

  it('stack upwards in the order of the keys, with refunds below zero', () => {
    const shapes = chartShapes(
      series([
        ['20000', '-5000'],
        ['10000', '30000'],
      ]),
      undefined,
      false,
      SIZE,
    );
    const [[lower, upper], [refund, charge]] = shapes.segments as [
      [Segment, Segment],
      [Segment, Segment],
    ];
    expect(lower).toMatchObject({ key: 0 });
    expect(lower.bottom).toBeCloseTo(shapes.zero);
    expect(upper.bottom).toBeCloseTo(lower.top);
    expect(refund).toMatchObject({ key: 0 });
    expect(refund.top).toBeCloseTo(shapes.zero);
    expect(refund.bottom).toBeGreaterThan(shapes.zero);
    expect(charge.bottom).toBeCloseTo(shapes.zero);
  });

  it('extend below zero only as far as needed, and bars and sum share their zero', () => {
    // −$2 to $187
    const drawn = series([['1870000', '-20000', '300000']]);
    const shapes = chartShapes(drawn, undefined, true, SIZE);
    const height = SIZE.height - MARGIN.top - MARGIN.bottom;
    expect((SIZE.height - MARGIN.bottom - shapes.zero) / height).toBeLessThan(0.02);
    const atZero = (ticks: typeof shapes.ticks) => ticks.find(({ text }) => text === '$0')?.at;
    expect(atZero(shapes.ticks)).toBeCloseTo(shapes.zero);
    expect(atZero(shapes.sumTicks)).toBeCloseTo(shapes.zero);
    expect(shapes.ticks.every(({ text }) => !text.includes('−'))).toBe(true);
    expect(shapes.ticks.at(-1)?.text).toBe('$200');
  });

  it('fit nothing spent, one bar, huge and tiny amounts', () => {
    for (const amounts of [[[null, null]], [['1']], [['9e30', '1e-30']], [['-1', '1']], []]) {
      const shapes = chartShapes(
        series(amounts.length === 0 ? [[]] : amounts),
        undefined,
        true,
        SIZE,
      );
      expect(JSON.stringify(shapes)).not.toMatch(/null|NaN|Infinity/u);
      for (const { at } of shapes.ticks) {
        expect(at).toBeGreaterThanOrEqual(MARGIN.top - 0.1);
        expect(at).toBeLessThanOrEqual(SIZE.height - MARGIN.bottom + 0.1);
      }
    }
  });

  it('find the part below the pointer', () => {
    const shapes = chartShapes(
      series([
        ['10000', '0'],
        ['10000', null],
      ]),
      undefined,
      false,
      SIZE,
    );
    const [bar, last] = shapes.bars;
    expect(last?.width).toBeLessThanOrEqual(96);
    const middle = (bar?.x ?? 0) + (bar?.width ?? 0) / 2;
    const [lower] = shapes.segments[0] ?? [];
    expect(hitTest(shapes, middle, (lower?.bottom ?? 0) - 2)).toEqual({ bar: 0, key: 0 });
    expect(hitTest(shapes, middle, (lower?.top ?? 0) - 2)).toEqual({ bar: 0, key: 1 });
    expect(hitTest(shapes, middle, 0)).toEqual({ bar: 0, key: undefined });
    expect(hitTest(shapes, (last?.x ?? 0) + 2, 100).bar).toBe(1);
    expect(hitTest(shapes, SIZE.width - MARGIN.right - 2, 100).bar).toBe(-1);
    expect(hitTest(shapes, 2, 100).bar).toBe(-1);
  });
});
