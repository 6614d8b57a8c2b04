import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_VIDEO_FORM } from '../../../../shared/contract/video-form.ts';
import { problemsOf } from './form.ts';
import { firstSweep, narrowerSweep, problemOfSweep, withSweepValue } from './sweep.ts';

describe('a sweep', () => {
  it('begins with values over the whole axis', () => {
    expect(firstSweep('motion', 3).values).toEqual(['65', '128', '192']);
    expect(firstSweep('motion', 4).values).toEqual(['52', '103', '153', '204']);
    expect(firstSweep('noise', 4).values).toEqual(['0.2', '0.4', '0.6', '0.8']);
    const seeds = firstSweep('seed', 4).values;
    expect(new Set(seeds).size).toBe(4);
  });

  it('“more like this” halves the range around the selected value, within the axis', () => {
    const first = firstSweep('motion', 3);
    const second = narrowerSweep(first, '128', DEFAULT_VIDEO_FORM);
    expect(second.values).toEqual(['96', '128', '160']);
    expect(narrowerSweep(first, '65', DEFAULT_VIDEO_FORM).values).toEqual(['33', '65', '97']);
    const atTheEnd = { axis: 'motion', values: ['1', '100', '200'] } as const;
    expect(narrowerSweep(atTheEnd, '1', DEFAULT_VIDEO_FORM).values).toEqual(['1', '51', '101']);
  });

  it('“more like this” spreads anew around a clip whose companions were removed', () => {
    const alone = { axis: 'motion', values: ['128'] } as const;
    expect(narrowerSweep(alone, '128', DEFAULT_VIDEO_FORM).values).toEqual(['65', '128', '192']);
    const seed = { axis: 'seed', values: ['7'] } as const;
    expect(narrowerSweep(seed, '7', DEFAULT_VIDEO_FORM).values).toHaveLength(3);
  });

  it('of a seed keeps the seed and varies the motion', () => {
    const plan = firstSweep('seed', 3);
    const next = narrowerSweep(plan, plan.values[1] ?? '', DEFAULT_VIDEO_FORM);
    expect(next.axis).toBe('motion');
    expect(next.values[1]).toBe('127');
  });

  it('can be narrowed without end: the values stay different and within their range', () => {
    const axes = fc.constantFrom('motion' as const, 'noise' as const);
    const picks = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 14 });
    fc.assert(
      fc.property(axes, fc.constantFrom(3, 4), picks, (axis, count, indexes) => {
        let plan = firstSweep(axis, count);
        for (const index of indexes) {
          const selected = plan.values[index % count] ?? '';
          plan = narrowerSweep(plan, selected, DEFAULT_VIDEO_FORM);
          expect(plan.values).toHaveLength(count);
          expect(problemOfSweep(plan)).toBeUndefined();
          for (const value of plan.values) {
            expect(problemsOf(withSweepValue(DEFAULT_VIDEO_FORM, axis, value))).toEqual({});
          }
        }
      }),
    );
  });

  it('needs a value for each clip, no two the same', () => {
    expect(problemOfSweep({ axis: 'motion', values: ['1', '', '3'] })).toBe('Enter every value.');
    expect(problemOfSweep({ axis: 'motion', values: ['1', '3', '3'] })).toMatch(/different value/u);
    const alike = ['0.1', '.1', '0.10', '1e-1'];
    for (const other of alike.slice(1)) {
      const values = ['0.1', other, '0.3'];
      expect(problemOfSweep({ axis: 'noise', values }), other).toMatch(/different value/u);
    }
    const words = { axis: 'noise', values: ['a', 'b', '0.3'] } as const;
    expect(problemOfSweep(words), 'left to the check of each value').toBeUndefined();
    // longer than a number holds exactly
    const seeds = ['123456789012345678', '123456789012345679'];
    expect(problemOfSweep({ axis: 'seed', values: seeds })).toBeUndefined();
  });
});
