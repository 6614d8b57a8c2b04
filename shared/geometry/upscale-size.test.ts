import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  centimetresOf,
  expectedUpscale,
  forecastSize,
  hasBorder,
  learnRule,
  placementIn,
  problemOfSize,
  UPSCALE_SIZE,
  withinBorder,
  type WantedSize,
} from './upscale-size.ts';

const PHOTO = { width: 1001, height: 667 };
const TWICE: WantedSize = { mode: 'factor', factor: 2 };
const to = (width: number, height: number, crop = true): WantedSize => ({
  mode: 'size',
  width,
  height,
  crop,
});

describe('the size of an enlargement', () => {
  it('is rounded down to multiples of 8, or exact', () => {
    const { size } = forecastSize(PHOTO, TWICE, 'multiples-of-8');
    expect(size).toEqual({ width: 2000, height: 1328 });
    expect(forecastSize(PHOTO, TWICE, 'exact').size).toEqual({ width: 2002, height: 1334 });
    expect(centimetresOf(300)).toBeCloseTo(2.54);
  });

  it('covers a requested size, and a crop centres it', () => {
    const whole = forecastSize(PHOTO, to(2000, 1000, false), 'exact');
    expect(whole.size).toEqual({ width: 2000, height: 1333 });
    const cut = forecastSize(PHOTO, to(2000, 1000), 'exact');
    expect(cut.size).toEqual({ width: 2000, height: 1000 });
    expect(cut.placement).toEqual({ x: 0, y: -166, width: 2000, height: 1333 });
    expect(hasBorder(cut.border)).toBe(false);
  });

  it('leaves a black border of up to 7 px when rounding falls short of the crop', () => {
    const { border, placement, size } = forecastSize(PHOTO, to(1005, 600), 'multiples-of-8');
    expect(placement).toMatchObject({ x: 2, width: 1000 });
    expect(border).toEqual({ left: 2, top: 0, right: 3, bottom: 0 });
    expect(withinBorder(size, border)).toEqual({ x: 2, y: 0, width: 1000, height: 600 });
    const side = fc.integer({ min: 8, max: 4000 });
    fc.assert(
      fc.property(side, side, (w, h) => {
        const forecast = forecastSize(PHOTO, to(w, h), 'multiples-of-8');
        const { left, top, right, bottom } = forecast.border;
        expect(Math.max(left + right, top + bottom)).toBeLessThanOrEqual(8);
        expect(forecast.size).toEqual({ width: w, height: h });
      }),
    );
  });
});

it('treats a result that no rule allows as the whole original', () => {
  const forecast = forecastSize(PHOTO, to(1, 1), 'multiples-of-8');
  const one = { width: 1, height: 1 };
  expect(placementIn(forecast, one)).toEqual({ x: 0, y: 0, ...one });
});

describe('the size rule of a connection', () => {
  const exact = { sent: PHOTO, wanted: TWICE, output: { width: 2002, height: 1334 } };
  const square = { width: 64, height: 64 };
  const silent = { sent: square, wanted: TWICE, output: { width: 128, height: 128 } };

  it('is likely until an answer distinguishes the rules, and the newest decides', () => {
    expect(learnRule([])).toEqual({ rule: 'multiples-of-8', isMeasured: false });
    expect(learnRule([silent])).toEqual({ rule: 'multiples-of-8', isMeasured: false });
    expect(learnRule([silent, exact])).toEqual({ rule: 'exact', isMeasured: true });
    const eighths = { ...exact, output: { width: 2000, height: 1328 } };
    expect(learnRule([eighths, exact])).toEqual({ rule: 'multiples-of-8', isMeasured: true });
  });

  it('is certain when an answer was seen and no rule would differ', () => {
    expect(expectedUpscale(square, TWICE, []).isMeasured).toBe(false);
    expect(expectedUpscale(square, TWICE, [silent]).isMeasured).toBe(true);
    expect(expectedUpscale(PHOTO, TWICE, [silent]).isMeasured).toBe(false);
    expect(expectedUpscale(PHOTO, { mode: 'factor', factor: 3 }, [exact])).toMatchObject({
      size: { width: 3003, height: 2001 },
      isMeasured: true,
    });
  });

  it('yields to an answer to exactly this request', () => {
    const output = { width: 1900, height: 1300 };
    expect(expectedUpscale(PHOTO, TWICE, [{ sent: PHOTO, wanted: TWICE, output }])).toMatchObject({
      size: output,
      placement: { x: 0, y: 0, ...output },
      isMeasured: true,
    });
  });
});

it('an impossible size names the nearest possible one', () => {
  const times = (factor: number): WantedSize => ({ mode: 'factor', factor });
  const small = problemOfSize({ width: 3, height: 3 }, TWICE, 'multiples-of-8');
  expect(small?.nearest).toEqual(times(2.67));
  expect(problemOfSize(PHOTO, to(1, 1), 'multiples-of-8')?.nearest).toEqual(to(8, 8));
  expect(problemOfSize(PHOTO, to(1, 1), 'exact')).toBeUndefined();
  const tooLarge = problemOfSize(PHOTO, times(20), 'multiples-of-8');
  expect(tooLarge?.message).toContain('150 megapixels');
  expect(tooLarge?.nearest).toEqual(times(14.99));
  expect(problemOfSize(PHOTO, to(40_000, 10), 'exact')?.message).toContain('32767 px a side');
});

it('an impossible size is always close to a possible one', () => {
  const side = fc.integer({ min: 1, max: 60_000 });
  const small = fc.integer({ min: 1, max: 3000 });
  const factors = fc.double({ min: 0.01, max: 500, noNaN: true });
  const wishes = fc.oneof(
    factors.map((factor): WantedSize => ({ mode: 'factor', factor })),
    fc.tuple(side, side, fc.boolean()).map((size) => to(...size)),
  );
  const rules = fc.constantFrom('multiples-of-8' as const, 'exact' as const);
  fc.assert(
    fc.property(small, small, wishes, rules, (width, height, wanted, rule) => {
      const sent = { width, height };
      const problem = problemOfSize(sent, wanted, rule);
      if (problem === undefined) return;
      const again = problemOfSize(sent, problem.nearest, rule);
      // a line of one pixel cannot grow to 8 without passing the longest side
      const isThin = (Math.max(width, height) / Math.min(width, height)) * 8 > UPSCALE_SIZE.maxSide;
      if (!isThin) expect(again).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});
