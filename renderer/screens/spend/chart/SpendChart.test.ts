import { describe, expect, it } from 'vitest';
import { moveCursor } from './SpendChart.tsx';

const series = {
  amounts: [
    ['1', null, '3'],
    ['1', '2', '3'],
  ],
  buckets: [0, 1, 2].map((start) => ({ start, end: start + 1, state: 'final' as const })),
};
const move = (at: { bar: number; key: number | undefined } | undefined, key: string) =>
  moveCursor(at, key, false, series, 1);

describe('keys in the chart', () => {
  it('move from bar to bar, to the ends, and to the largest', () => {
    expect(move(undefined, 'ArrowLeft')).toEqual({ bar: 2, key: undefined });
    expect(move(undefined, 'ArrowRight')).toEqual({ bar: 0, key: undefined });
    expect(move({ bar: 1, key: undefined }, 'ArrowRight')).toEqual({ bar: 2, key: undefined });
    expect(move({ bar: 2, key: undefined }, 'ArrowRight')).toEqual({ bar: 2, key: undefined });
    expect(move({ bar: 2, key: undefined }, 'Home')).toEqual({ bar: 0, key: undefined });
    expect(move({ bar: 0, key: undefined }, 'End')).toEqual({ bar: 2, key: undefined });
    expect(move({ bar: 0, key: undefined }, 't')).toEqual({ bar: 1, key: undefined });
    expect(moveCursor({ bar: 2, key: undefined }, 'ArrowLeft', true, series, 0)?.bar).toBe(0);
  });

  it('move inside a bar, keep the part between bars, and skip missing parts', () => {
    expect(move({ bar: 0, key: undefined }, 'ArrowUp')).toEqual({ bar: 0, key: 0 });
    expect(move({ bar: 0, key: 0 }, 'ArrowUp')).toEqual({ bar: 0, key: 1 });
    expect(move({ bar: 0, key: 1 }, 'ArrowUp')).toEqual({ bar: 0, key: 1 });
    expect(move({ bar: 0, key: 0 }, 'ArrowDown')).toEqual({ bar: 0, key: undefined });
    expect(move({ bar: 0, key: 0 }, 'ArrowRight')).toEqual({ bar: 1, key: 0 });
    expect(move({ bar: 1, key: undefined }, 'ArrowUp')).toEqual({ bar: 1, key: 1 });
  });

  it('keep the position otherwise', () => {
    const at = { bar: 1, key: undefined };
    expect(move(at, 'x')).toBe(at);
    expect(moveCursor(undefined, 'Home', false, { amounts: [], buckets: [] }, 0)).toBeUndefined();
  });
});
