import { describe, expect, it } from 'vitest';
import { differenceOf, motionLine } from './Scrubber.tsx';

const pixels = (...levels: number[]) =>
  new Uint8ClampedArray(levels.flatMap((level) => [level, level, level, 255]));

describe('the motion of a clip', () => {
  it('is the mean difference of neighbouring frames, from 0 to 1', () => {
    expect(differenceOf(pixels(0, 0), pixels(255, 255))).toBe(1);
    expect(differenceOf(pixels(0, 51), pixels(0, 0))).toBeCloseTo(0.1);
    expect(differenceOf(pixels(9), pixels(9))).toBe(0);
    expect(differenceOf(pixels(), pixels())).toBe(0);
  });

  it('is drawn at the time of each frame, and the highest reaches the top', () => {
    const line = motionLine({ changes: [0, 0.2, 0.1], loop: 0 }, [0, 10, 30, 40]);
    expect(line).toBe('0.1250,1.0000 0.5000,0.0000 0.8750,0.5000');
    expect(motionLine({ changes: [0, 0], loop: 0 }, [0, 1, 2])).toBe('');
  });
});
