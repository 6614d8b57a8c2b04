import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { animationTimes, frameTimesOf, shownFrames } from './frame-times.ts';

const span = (timestamp: number, duration = 0) => ({ timestamp, duration });

describe('the frame times of a film', () => {
  it('are in display order, not in coding order', () => {
    const coded = [span(0, 0.04), span(0.12, 0.04), span(0.04, 0.04), span(0.08, 0.04)];
    expect(frameTimesOf(shownFrames(coded))).toEqual([0, 40, 80, 120, 160]);
  });

  it('omit frames before the edit, and begin with a frame that is partly visible', () => {
    const frames = [span(-0.08, 0.04), span(-0.04, 0.04), span(-0.01, 0.04), span(0.03, 0.04)];
    const shown = shownFrames(frames);
    expect(shown.map(({ timestamp }) => timestamp)).toEqual([-0.01, 0.03]);
    expect(frameTimesOf(shown)).toEqual([0, 30, 70]);
  });

  it('end after a last frame of unknown length as after the previous one', () => {
    expect(frameTimesOf([span(0), span(0.5)])).toEqual([0, 500, 1000]);
    expect(frameTimesOf([span(0)])).toEqual([0, 100]);
    expect(frameTimesOf([])).toEqual([]);
  });

  it('rise from 0, one more than frames, for any film', () => {
    const films = fc.uniqueArray(fc.integer({ min: -500, max: 90_000 }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(films, fc.integer({ min: 0, max: 500 }), (ticks, duration) => {
        const shown = shownFrames(ticks.map((tick) => span(tick / 600, duration / 600)));
        const times = frameTimesOf(shown);
        expect(times).toHaveLength(shown.length + 1);
        expect(times[0]).toBe(0);
        expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(
          true,
        );
      }),
    );
  });
});

it('the times of an animated picture add up its delays, and replace any of at most 10 ms', () => {
  expect(animationTimes([40, 170, 0, 10, 20])).toEqual([0, 40, 210, 310, 410, 430]);
});
