import { describe, expect, it } from 'vitest';
import { lossOfSharpness, planText } from './text-plan.ts';

const SMALL = { width: 1024, height: 700 };
const LARGE = { width: 4000, height: 3000 };
const WIDE = { x: 100, y: 100, width: 1600, height: 200 };
const SIGN = { x: 2500, y: 900, width: 300, height: 120 };
const NOTE = { x: 100, y: 80, width: 200, height: 90 };

describe('the plan of a text removal', () => {
  it('sends a photo of at most 1024 × 1024 whole, or boxes of it', () => {
    const whole = planText(SMALL, [], undefined);
    expect(whole).toMatchObject({ mode: 'whole', modes: ['whole', 'boxes'] });
    expect(whole.regions).toEqual([{ x: 0, y: 0, ...SMALL }]);
    expect(planText(SMALL, [], 'boxes')).toMatchObject({ mode: 'boxes', regions: [] });
    expect(planText(SMALL, [], 'reduced').mode).toBe('whole');
    expect(planText(SMALL, [NOTE], undefined).mode, 'a box was drawn').toBe('boxes');
    expect(planText(SMALL, [NOTE], 'whole').mode).toBe('whole');
  });

  it('sends boxes of a larger one at 1:1, in numbered tiles when a box exceeds 1024', () => {
    const plan = planText(LARGE, [SIGN, WIDE, WIDE], undefined);
    expect(plan).toMatchObject({ mode: 'boxes', modes: ['whole', 'boxes', 'reduced'] });
    expect(plan.regions).toHaveLength(3); // the same box twice is sent once
    expect(plan.regions[0]).toEqual(SIGN);
    expect(plan.tiles.map(({ box, number }) => [box, number])).toEqual([
      [1, 2],
      [1, 3],
      [2, 2],
      [2, 3],
    ]);
    const [left, right] = plan.tiles;
    expect((left?.core.x ?? 0) + (left?.core.width ?? 0)).toBe(right?.core.x);
  });

  it('sends all of a larger one at 1:1 by default', () => {
    const plan = planText(LARGE, [], undefined);
    expect(plan).toMatchObject({ mode: 'whole', reduced: undefined, tiles: [] });
    expect(plan.regions).toHaveLength(20); // 5 × 4
    for (const { width, height } of plan.regions) expect([width, height]).toEqual([1024, 1024]);
    expect(planText(LARGE, [SIGN], 'whole').regions).toHaveLength(20);
    expect(planText(LARGE, [SIGN], undefined).mode, 'a box was drawn').toBe('boxes');
  });

  it('reduces the whole picture on request, and shows the cost', () => {
    const plan = planText(LARGE, [SIGN], 'reduced');
    expect(plan.reduced).toEqual({ width: 1024, height: 768 });
    expect(plan.regions).toEqual([{ x: 0, y: 0, ...LARGE }]);
    expect(lossOfSharpness(LARGE, { width: 1024, height: 768 })).toBeCloseTo(3.9, 1);
  });
});
