import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridOf, panesOf, toCell } from './panes.ts';

const area = { x: 0, y: 0, width: 1001, height: 700 };
const state = { patches: [], hasBase: true };
const states = (count: number) => Array.from({ length: count }, () => state);

describe('panesOf', () => {
  it('gives one side the whole stage when the line is at its edge', () => {
    for (const [at, widths] of [
      [0, [0, 1001]],
      [1, [1001, 0]],
    ] as const) {
      const panes = panesOf({ kind: 'split', first: state, second: state, at }, area);
      expect(panes.map(({ clip }) => clip.width)).toEqual(widths);
    }
  });

  it('puts three in a row and four in two rows', () => {
    const thirds = panesOf({ kind: 'grid', states: states(3) }, area);
    expect(thirds.map(({ clip }) => [clip.x, clip.y, clip.width, clip.height])).toEqual([
      [0, 0, 333, 700],
      [334, 0, 333, 700],
      [668, 0, 333, 700],
    ]);
    const four = panesOf({ kind: 'grid', states: states(4) }, { ...area, height: 701 });
    expect(four.map(({ clip }) => [clip.x, clip.y, clip.width, clip.height])).toEqual([
      [0, 0, 500, 350],
      [501, 0, 500, 350],
      [0, 351, 500, 350],
      [501, 351, 500, 350],
    ]);
  });

  it('makes equal panes of whole pixels that never overlap and reach both ends', () => {
    const side = fc.integer({ min: 8, max: 5000 });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 4 }), side, side, (count, width, height) => {
        const clips = panesOf(
          { kind: 'grid', states: states(count) },
          { x: 0, y: 0, width, height },
        ).map(({ clip }) => clip);
        expect(new Set(clips.map((clip) => `${clip.width} ${clip.height}`)).size).toBe(1);
        for (const [index, a] of clips.entries()) {
          expect(Number.isInteger(a.x) && Number.isInteger(a.y)).toBe(true);
          for (const b of clips.slice(index + 1)) {
            const apart = a.x + a.width <= b.x || a.y + a.height <= b.y || b.x + b.width <= a.x;
            expect(apart).toBe(true);
          }
        }
        expect(Math.max(...clips.map((clip) => clip.x + clip.width))).toBe(width);
        expect(Math.max(...clips.map((clip) => clip.y + clip.height))).toBe(height);
      }),
    );
  });
});

describe('gridOf', () => {
  it.each([
    [1001, 1, 500, 501],
    [1000, 2, 500, 500],
    [667, 1.5, 1000 / 3, 1000 / 3],
  ])('makes halves of a stage of %f px at ratio %f', (width, ratio, half, second) => {
    const halves = gridOf(2, { width, height: 700 }, ratio);
    expect(halves.size.width).toBeCloseTo(half, 9);
    expect(halves.size.height).toBe(700);
    expect(halves.starts[1]?.x).toBeCloseTo(second, 9);
  });

  it('maps a pointer in any of four panes to the first', () => {
    const four = gridOf(4, { width: 1000, height: 700 }, 1);
    for (const at of [
      { x: 40, y: 30 },
      { x: 540, y: 30 },
      { x: 40, y: 380 },
      { x: 540, y: 380 },
    ]) {
      expect(toCell(four, at)).toEqual({ x: 40, y: 30 });
    }
  });
});
