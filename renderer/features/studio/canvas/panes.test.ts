import { describe, expect, it } from 'vitest';
import { halvesOf, panesOf, toHalf } from './panes.ts';

const area = { x: 0, y: 0, width: 1001, height: 700 };

describe('panesOf', () => {
  it('splits on a whole device pixel, and draws both parts as one would be drawn', () => {
    const panes = panesOf({ kind: 'split', first: [], second: [], at: 0.3333 }, area);
    expect(panes.map(({ clip }) => clip)).toEqual([
      { x: 0, y: 0, width: 334, height: 700 },
      { x: 334, y: 0, width: 667, height: 700 },
    ]);
    expect(panes.map(({ area: drawn, shift }) => [drawn, shift])).toEqual([
      [area, 0],
      [area, 0],
    ]);
  });

  it('gives all of the stage to one side when the line is at its edge', () => {
    for (const [at, widths] of [
      [0, [0, 1001]],
      [1, [1001, 0]],
    ] as const) {
      const panes = panesOf({ kind: 'split', first: [], second: [], at }, area);
      expect(panes.map(({ clip }) => clip.width)).toEqual(widths);
    }
  });

  it('makes halves of the same width, with the odd pixel between them', () => {
    const panes = panesOf({ kind: 'halves', first: [], second: [] }, area);
    expect(panes.map(({ clip, shift }) => [clip.x, clip.width, shift])).toEqual([
      [0, 500, 0],
      [501, 500, 501],
    ]);
  });
});

describe('halvesOf', () => {
  it.each([
    [1001, 1, 500, 501],
    [1000, 2, 500, 500],
    [667, 1.5, 1000 / 3, 1000 / 3],
  ])('a stage of %f px at ratio %f', (width, ratio, half, second) => {
    const halves = halvesOf({ width, height: 700 }, ratio);
    expect(halves.size.width).toBeCloseTo(half, 9);
    expect(halves.second).toBeCloseTo(second, 9);
  });

  it('takes a pointer in the second half for one in the first', () => {
    const halves = halvesOf({ width: 1000, height: 700 }, 1);
    expect(toHalf(halves, { x: 499, y: 3 })).toEqual({ x: 499, y: 3 });
    expect(toHalf(halves, { x: 740, y: 3 })).toEqual({ x: 240, y: 3 });
  });
});
