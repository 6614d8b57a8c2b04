import { describe, expect, it } from 'vitest';
import { boundsOfCorners, joinLines } from './join-lines.ts';
import type { TextLine } from './perception.ts';

/** A line from its middle. @param turn degrees */
function line(x: number, y: number, length: number, height: number, turn = 0): TextLine {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const corner = (u: number, v: number) => ({
    x: x + (u * length * cos - v * height * sin) / 2,
    y: y + (u * length * sin + v * height * cos) / 2,
  });
  return { corners: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], score: 0.9 };
}

describe('joined lines', () => {
  it('are one across the seam of two tiles, straight and rotated', () => {
    expect(joinLines([line(100, 50, 200, 20), line(280, 52, 200, 22)])).toHaveLength(1);
    const [whole] = joinLines([line(100, 100, 200, 20, 30), line(240, 181, 200, 20, 30)]);
    const { x = 0, width = 0 } = whole === undefined ? {} : boundsOfCorners(whole.corners);
    expect(x).toBeLessThan(15);
    expect(x + width).toBeGreaterThan(325);
  });

  it('are the larger of two that overlap', () => {
    const joined = joinLines([line(100, 50, 200, 40), line(90, 50, 60, 14)]);
    expect(joined).toHaveLength(1);
    expect(boundsOfCorners(joined[0]?.corners ?? line(0, 0, 0, 0).corners)).toMatchObject({
      width: 200,
      height: 40,
    });
  });

  it('stay apart when they are stacked, side by side or crossing', () => {
    expect(joinLines([line(100, 50, 200, 20), line(100, 78, 200, 20)])).toHaveLength(2);
    expect(joinLines([line(100, 50, 100, 20), line(260, 50, 100, 20)])).toHaveLength(2);
    expect(joinLines([line(100, 100, 200, 20), line(100, 100, 200, 20, 90)])).toHaveLength(2);
  });
});
