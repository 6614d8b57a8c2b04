import { describe, expect, it } from 'vitest';
import { FORECAST, forecastOf } from './forecast.ts';

/** A bursty user: active on most days, log-normal sums. */
function burstyDays(count: number, seed: number): readonly number[] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 4_294_967_296;
  };
  return Array.from({ length: count }, () => {
    const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    return random() < 0.7 ? Math.exp(normal) * 10_000 : 0;
  });
}

describe('the forecast of a period', () => {
  it('gives no range for three days, nor for few days with a charge', () => {
    expect(forecastOf([100, 200, 300], 600, 27)).toEqual({ kind: 'few-days', days: 3 });
    const rare = Array.from({ length: 30 }, (_, day) => (day % 10 === 0 ? 5000 : 0));
    expect(forecastOf(rare, 5000, 10)).toEqual({ kind: 'few-active', days: 3 });
  });

  it('is the bill itself on the last day', () => {
    expect(forecastOf(burstyDays(28, 1), 123, 0)).toEqual({ kind: 'billed' });
  });

  it('gives the same range for the same days, around an even pace', () => {
    const even = Array.from({ length: 28 }, (_, day) => 900 + (day % 3) * 100);
    const first = forecastOf(even, 10_000, 10);
    expect(forecastOf(even, 10_000, 10)).toEqual(first);
    if (first.kind !== 'range') throw new Error(first.kind);
    expect(first.low).toBeGreaterThan(19_000);
    expect(first.low).toBeLessThan(20_000);
    expect(first.high).toBeGreaterThan(20_000);
    expect(first.high).toBeLessThan(21_000);
  });

  it('says that spending is too uneven, with the pace of the last days', () => {
    const days = Array.from({ length: 20 }, (_, day) => (day % 4 === 0 ? 40_000 : 0));
    const forecast = forecastOf(days, 0, 3);
    expect(forecast).toMatchObject({ kind: 'uneven' });
    const pace = forecast.kind === 'uneven' ? forecast.atPace : 0;
    expect(pace).toBeCloseTo((3 * 40_000 * 3) / FORECAST.leastDays, 6);
  });

  it('contains the true sum of a bursty user in about 8 of 10 months', () => {
    let inside = 0;
    let given = 0;
    for (let user = 1; user <= 200; user++) {
      const days = burstyDays(48, user * 7919);
      const rest = days.slice(28).reduce((sum, amount) => sum + amount, 0);
      const billed = days.slice(18, 28).reduce((sum, amount) => sum + amount, 0);
      const forecast = forecastOf(days.slice(0, 28), billed, 20);
      if (forecast.kind !== 'range') continue;
      given += 1;
      if (billed + rest >= forecast.low && billed + rest <= forecast.high) inside += 1;
    }
    expect(given).toBeGreaterThan(100);
    expect(inside / given).toBeGreaterThan(0.72);
    expect(inside / given).toBeLessThan(0.95);
  });
});
