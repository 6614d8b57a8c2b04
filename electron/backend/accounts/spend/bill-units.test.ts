import { describe, expect, it } from 'vitest';
import { isClosed, LATENESS, queriesFor, unitsOf } from './bill-units.ts';

const DAY = 86_400;
const TODAY = 20_000 * DAY;

describe('stored bill periods', () => {
  it('cover a range without gap and overlap, and never the future', () => {
    for (const cycle of ['Hour', 'Day', 'Week', 'Month'] as const) {
      const start = TODAY - 100 * DAY + 12_345;
      const units = unitsOf(cycle, start, TODAY + 400 * DAY, TODAY);
      expect(units[0]?.start).toBeLessThanOrEqual(start);
      expect(units.at(-1)?.start).toBeLessThanOrEqual(TODAY);
      for (const [index, unit] of units.entries()) {
        expect(unit.end).toBeGreaterThan(unit.start);
        if (index > 0) expect(unit.start).toBe(units[index - 1]?.end);
      }
      const asked = queriesFor(cycle, units);
      expect(asked[0]?.start).toBe(units[0]?.start);
      expect(asked.at(-1)?.end).toBe(units.at(-1)?.end);
      if (cycle === 'Week' || cycle === 'Month') expect(asked).toHaveLength(1);
      else expect(asked).toEqual(units);
    }
  });

  it('are closed only after late rows have arrived', () => {
    const unit = { start: 0, end: 1000 };
    expect(isClosed(unit, 999 + LATENESS)).toBe(false);
    expect(isClosed(unit, 1000 + LATENESS)).toBe(true);
  });
});
