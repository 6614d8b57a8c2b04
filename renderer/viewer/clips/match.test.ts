import { describe, expect, it } from 'vitest';
import { createClock } from './clock.ts';
import { leadingClip, matchedFrame, usualMatch, type MatchMode } from './match.ts';

const even = (count: number, duration: number) =>
  Array.from({ length: count + 1 }, (_none, index) => index * duration);

const LONG = { times: even(100, 1000 / 24), offset: 0 };
const SHORT = { times: even(25, 1000 / 6), offset: 0 };
const SMALL = { times: even(14, 1000 / 6), offset: 0 };
const NOWHERE = { now: () => 0, nextFrame: () => () => undefined };

/** Frames of a clip while the leading one is stepped through. */
function stepped(clip: typeof LONG, mode: MatchMode) {
  const clock = createClock(LONG.times, NOWHERE);
  return LONG.times.slice(1).map(() => {
    const frame = matchedFrame(clip, LONG.times, clock.snapshot, mode);
    clock.step(1);
    return frame;
  });
}

describe('matching clips', () => {
  it('by frame pairs equal numbers, and an ended clip holds its last frame', () => {
    expect(stepped(SMALL, 'frame')).toEqual(LONG.times.slice(1).map((_t, i) => Math.min(i, 13)));
  });

  it('by moment pairs equal shares: four frames of the long one for each of the short one', () => {
    const expected = LONG.times.slice(1).map((_t, index) => Math.floor(index / 4));
    expect(stepped(SHORT, 'moment')).toEqual(expected);
    expect(stepped(SMALL, 'moment').at(-1)).toBe(13);
  });

  it('by time pairs equal times', () => {
    const expected = LONG.times.slice(1).map((_t, index) => Math.floor(index / 4));
    expect(stepped(SHORT, 'time')).toEqual(expected);
    expect(stepped(SMALL, 'time')).toEqual(expected.map((frame) => Math.min(frame, 13)));
  });

  it('shifts one clip alone, within its frames', () => {
    const shifted = { ...SHORT, offset: 3 };
    expect(stepped(shifted, 'frame').slice(0, 3)).toEqual([3, 4, 5]);
    expect(stepped({ ...SHORT, offset: -3 }, 'frame').slice(0, 5)).toEqual([0, 0, 0, 0, 1]);
    expect(stepped(shifted, 'frame').at(-1)).toBe(24);
  });

  it('follows the clip with the most frames, by time the longest', () => {
    const slow = { times: even(10, 1000), offset: 0 };
    expect(leadingClip([SHORT, LONG, slow], 'moment')).toBe(1);
    expect(leadingClip([SHORT, LONG, slow], 'time')).toBe(2);
    expect(leadingClip([SHORT, SHORT], 'frame')).toBe(0);
  });

  it('defaults to frame for clips of equal length, else to moment', () => {
    expect(usualMatch([SHORT, SHORT])).toBe('frame');
    expect(usualMatch([SHORT, LONG])).toBe('moment');
  });
});
