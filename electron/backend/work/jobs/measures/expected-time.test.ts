import { describe, expect, it } from 'vitest';
import { expectedDuration, expectedRun, sentPixels, type Timing } from './expected-time.ts';

const SMALL = 262_144;
const LARGE = 16_000_000;

function timings(pixels: number, ...milliseconds: readonly number[]): readonly Timing[] {
  return milliseconds.map((each) => ({ pixels, milliseconds: each }));
}

describe('the expected time of a call', () => {
  it('is the median of calls of the same size, however many others there are', () => {
    const known = [...timings(SMALL, 1800, 1900, 2500), ...timings(LARGE, 13_000)];
    expect(expectedDuration(known, SMALL)).toBe(1900);
    expect(expectedDuration(known, 1.5 * SMALL)).toBe(1900);
    expect(expectedDuration(known, LARGE)).toBe(13_000);
  });

  it('is not that of small calls for a large one', () => {
    expect(expectedDuration(timings(SMALL, 1900, 1900, 1900), LARGE)).toBeUndefined();
    expect(expectedDuration([], LARGE)).toBeUndefined();
  });

  it('is interpolated between two known sizes, and extrapolated beyond', () => {
    const known = [...timings(1_000_000, 2000, 2000), ...timings(5_000_000, 6000, 6000)];
    expect(expectedDuration(known, 2_400_000)).toBe(3400);
    expect(expectedDuration(known, 15_000_000)).toBe(16_000);
    expect(expectedDuration(known, 10_000)).toBeGreaterThan(0);
  });
});

describe('the expected time of a run', () => {
  const pace = { atOnce: 2, perMinute: 10 };

  it('divides the work by parallel calls, and is never below the longest call', () => {
    expect(expectedRun([2000, 2000, 2000, 2000], pace)).toBe(4000);
    expect(expectedRun([2000], pace)).toBe(2000);
    expect(expectedRun([9000, 1000], pace)).toBe(9000);
  });

  it('includes the wait for the rate limit', () => {
    const calls = Array.from({ length: 35 }, () => 2000);
    expect(expectedRun(calls, pace)).toBe(182_000);
    expect(expectedRun(calls, { atOnce: 2, perMinute: 1000 })).toBe(35_000);
  });

  it('is given by the rate alone when no call was made before and the rate limits it', () => {
    const unknown = (calls: number) => Array.from({ length: calls }, () => undefined);
    expect(expectedRun(unknown(35), pace)).toBe(180_000);
    expect(expectedRun(unknown(10), pace)).toBeUndefined();
  });
});

it('counts the pixels that a job sends', () => {
  const subject = { region: { x: 0, y: 0, width: 4000, height: 3000 } };
  const picture = { photoId: 'photo' };
  const text = { kind: 'remove-text', picture, responseType: 'png' } as const;
  expect(sentPixels({ kind: 'cleanup' }, subject)).toBe(12_000_000);
  expect(sentPixels(text, subject)).toBe(12_000_000);
  expect(sentPixels({ ...text, isReduced: true }, subject)).toBe(1024 * 768);
  expect(sentPixels({ kind: 'watch', taskId: 'a', family: 'progress' }, undefined)).toBe(0);
});
