import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PERIOD_SECONDS, splitBillRange, startOfCycle, BILL_CYCLES } from './bill-periods.ts';

const DAY = 86_400;

function at(text: string): number {
  return Date.parse(`${text}Z`) / 1000;
}

describe('a range of bills', () => {
  it('is requested by months of days and weeks of hours', () => {
    expect(splitBillRange('Day', at('2026-01-30T10:00'), at('2026-03-02T01:00'))).toEqual([
      { startTime: at('2026-01-30T00:00'), endTime: at('2026-02-01T00:00') - 1 },
      { startTime: at('2026-02-01T00:00'), endTime: at('2026-03-01T00:00') - 1 },
      { startTime: at('2026-03-01T00:00'), endTime: at('2026-03-03T00:00') - 1 },
    ]);
    // 2026-11-21 is a Saturday.
    expect(splitBillRange('Hour', at('2026-11-21T10:30'), at('2026-11-23T01:00'))).toEqual([
      { startTime: at('2026-11-21T10:00'), endTime: at('2026-11-23T00:00') - 1 },
      { startTime: at('2026-11-23T00:00'), endTime: at('2026-11-23T01:00') - 1 },
    ]);
  });

  it('is one query by week and by month', () => {
    expect(splitBillRange('Week', at('2026-11-21T10:30'), at('2026-12-01T00:00'))).toEqual([
      { startTime: at('2026-11-16T00:00'), endTime: at('2026-12-07T00:00') - 1 },
    ]);
    expect(splitBillRange('Month', at('2025-11-21T10:30'), at('2026-12-01T00:00'))).toEqual([
      { startTime: at('2025-11-01T00:00'), endTime: at('2026-12-01T00:00') - 1 },
    ]);
  });

  it('is empty when it does not go forward', () => {
    for (const [start, end] of [
      [5, 5],
      [5, 4],
      [-1, 5],
      [0.5, 5],
      [Number.NaN, 5],
    ] as const) {
      expect(splitBillRange('Day', start, end)).toEqual([]);
    }
  });

  it('is covered without gap or overlap, in whole cycles, within the limits', () => {
    const second = fc.integer({ min: 0, max: 4_102_444_800 });
    const length = fc.integer({ min: 1, max: 400 * DAY });
    fc.assert(
      fc.property(fc.constantFrom(...BILL_CYCLES), second, length, (cycle, start, seconds) => {
        const end = start + seconds;
        const periods = splitBillRange(cycle, start, end);
        const [first, last] = [periods[0], periods.at(-1)];
        expect(first?.startTime).toBe(startOfCycle(cycle, start));
        expect(last?.endTime ?? 0).toBeGreaterThanOrEqual(end - 1);
        expect(startOfCycle(cycle, last?.endTime ?? 0)).toBe(startOfCycle(cycle, end - 1));
        for (const [index, { startTime, endTime }] of periods.entries()) {
          expect(endTime - startTime + 1).toBeLessThanOrEqual(MAX_PERIOD_SECONDS[cycle]);
          expect(startOfCycle(cycle, startTime)).toBe(startTime);
          if (index > 0) expect(startTime).toBe((periods[index - 1]?.endTime ?? 0) + 1);
        }
      }),
    );
  });
});
