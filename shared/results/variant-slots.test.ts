import { describe, expect, it } from 'vitest';
import { keptUntil, variantSlotOf, variantSlots, type PlacedResult } from './variant-slots.ts';

const HERE = { x: 100, y: 100, width: 60, height: 40 };
const GROWN = { x: 96, y: 96, width: 68, height: 48 };
const DAY = 24 * 60 * 60_000;

function result(number: number, change: Partial<PlacedResult> = {}): PlacedResult {
  const id = String(number);
  return {
    id,
    number,
    operation: 'cleanup',
    rect: HERE,
    state: 'hidden',
    lookedAt: number,
    baseIds: [],
    ...change,
  };
}

/** The slots as numbers, each with the one in front first. */
function numbersOf(results: readonly PlacedResult[]): readonly (readonly number[])[] {
  return variantSlots(results).map(({ variants, front }) => [
    front.number,
    ...variants.filter((each) => each !== front).map(({ number }) => number),
  ]);
}

describe('the variant slots of results', () => {
  it('contain results of one operation with nearly the same area, even with a grown mask', () => {
    const shown = result(3, { rect: GROWN, state: 'applied' });
    const away = result(2, { rect: { ...HERE, x: 400 } });
    const text = result(4, { operation: 'remove-text' });
    expect(numbersOf([shown, away, text, result(1)])).toEqual([[2], [3, 1], [4]]);
  });

  it('stay together while their mask grows step by step', () => {
    const growing = [0, 4, 8, 12].map((by, index) =>
      result(index + 1, {
        rect: { x: 100 - by, y: 100 - by, width: 60 + 2 * by, height: 40 + 2 * by },
      }),
    );
    expect(numbersOf(growing)).toEqual([[4, 1, 2, 3]]);
  });

  it('separate results made on top of each other', () => {
    const first = result(1, { state: 'applied' });
    const onTop = result(2, { baseIds: ['1'] });
    const again = result(3, { baseIds: ['1'], state: 'applied' });
    expect(numbersOf([first, onTop, again])).toEqual([[1], [3, 2]]);
  });

  it('separate results that were started together', () => {
    const parts = [result(1, { runId: 'run' }), result(2, { runId: 'run' })];
    expect(numbersOf(parts)).toEqual([[1], [2]]);
  });

  it('are separate while several are shown, and hidden ones go with the nearest', () => {
    const first = result(1, { state: 'applied' });
    const second = result(2, { state: 'applied', rect: GROWN });
    expect(numbersOf([first, second, result(3), result(4, { rect: GROWN })])).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });

  it('are found by any of their results', () => {
    const all = [result(1), result(2, { state: 'applied' })];
    expect(variantSlotOf(all, '1')?.front.id).toBe('2');
    expect(variantSlotOf(all, 'gone')).toBeUndefined();
  });
});

it('the front variant is the shown one, or else the one shown last', () => {
  const looked = result(1, { lookedAt: 50 });
  expect(numbersOf([looked, result(2), result(3)])).toEqual([[1, 2, 3]]);
  expect(numbersOf([looked, result(2, { state: 'applied' }), result(3)])).toEqual([[2, 1, 3]]);
});

describe('variants that are not shown', () => {
  const until = (...results: PlacedResult[]) => {
    const slot = variantSlots(results)[0];
    return slot && keptUntil(slot);
  };

  it('are kept for a week after the last of them was viewed', () => {
    const shown = result(1, { state: 'applied', lookedAt: 5 });
    expect(until(shown, result(2, { lookedAt: 9 }))).toBe(9 + 7 * DAY);
    expect(until({ ...shown, lookedAt: 20 }, result(2, { lookedAt: 9 }))).toBe(20 + 7 * DAY);
  });

  it('are kept for good when none is shown, when alone, and for face merges', () => {
    expect(until(result(1), result(2))).toBeUndefined();
    expect(until(result(1, { state: 'applied' }))).toBeUndefined();
    const merge = { operation: 'merge-face' } as const;
    expect(until(result(1, { ...merge, state: 'applied' }), result(2, merge))).toBeUndefined();
  });
});
