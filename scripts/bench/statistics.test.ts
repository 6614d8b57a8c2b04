import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithin, mean, median, medianOf, percentile95, shareAbove } from './statistics.ts';

describe('the median', () => {
  it('is the middle value, whatever the order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('is the mean of the two middle values of an even sample', () => {
    expect(median([10, 2, 4, 1])).toBe(3);
  });

  it('of nothing is not a number', () => {
    expect(median([])).toBeNaN();
  });

  it('has as many values above as below', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        const middle = median(values);
        const half = values.length / 2;
        expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(half);
        expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(half);
      }),
    );
  });

  it('can be taken of one property of several results', () => {
    expect(medianOf([{ ms: 3 }, { ms: 1 }, { ms: 2 }], ({ ms }) => ms)).toBe(2);
  });

  it('does not change the sample', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe('the 95th percentile', () => {
  it('is the 95th of a hundred values', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile95(values)).toBe(95);
  });

  it('is the largest value of a sample below twenty', () => {
    expect(percentile95([1, 2, 40])).toBe(40);
  });

  it('of nothing is not a number', () => {
    expect(percentile95([])).toBeNaN();
  });

  it('is not exceeded by more than a twentieth of the values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        const limit = percentile95(values);
        expect(values).toContain(limit);
        expect(shareAbove(values, limit)).toBeLessThanOrEqual(0.05);
      }),
    );
  });
});

describe('shares and factors', () => {
  it('the share above a limit leaves out the limit itself', () => {
    expect(shareAbove([33, 33.3, 16, 50], 33)).toBe(0.5);
    expect(shareAbove([], 33)).toBe(0);
  });

  it('the mean adds up and divides', () => {
    expect(mean([1, 2, 6])).toBe(3);
  });

  it('nothing late beside nothing early is within the factor, something beside nothing is not', () => {
    expect(isWithin(0, 0, 1.2)).toBe(true);
    expect(isWithin(0.12, 0.1, 1.2)).toBe(true);
    expect(isWithin(0.13, 0.1, 1.2)).toBe(false);
    expect(isWithin(0.01, 0, 1.2)).toBe(false);
  });
});
