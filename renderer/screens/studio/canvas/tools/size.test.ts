import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BRUSH_SIZE } from '../../../../core/ui/brush-size.ts';
import { beginSizeDrag, reduceSizeDrag, SIZE_DRAG } from './size.ts';

const start = { x: 400, y: 300 };
const offset = fc.integer({ min: -600, max: 600 });

describe('changing the brush size by a drag', () => {
  it('does nothing within the dead zone', () => {
    const within = fc.integer({ min: 1 - SIZE_DRAG.deadZone, max: SIZE_DRAG.deadZone - 1 });
    fc.assert(
      fc.property(within, within, (x, y) => {
        const drag = reduceSizeDrag(beginSizeDrag(start, 60), { x: 400 + x, y: 300 + y }, 0.5);
        expect([drag.size, drag.axis]).toEqual([60, undefined]);
      }),
    );
  });

  it('grows it right and upwards, shrinks it left and downwards, within the limits', () => {
    fc.assert(
      fc.property(offset, offset, fc.double({ min: 0.01, max: 32, noNaN: true }), (x, y, scale) => {
        fc.pre(Math.max(Math.abs(x), Math.abs(y)) >= SIZE_DRAG.deadZone);
        const { size } = reduceSizeDrag(
          beginSizeDrag(start, 60),
          { x: 400 + x, y: 300 + y },
          scale,
        );
        const along = Math.abs(x) >= Math.abs(y) ? x : -y;
        if (along > 0) expect(size).toBeGreaterThanOrEqual(60);
        else expect(size).toBeLessThanOrEqual(60);
        expect(size).toBeGreaterThanOrEqual(BRUSH_SIZE.min);
        expect(size).toBeLessThanOrEqual(BRUSH_SIZE.max);
      }),
    );
  });

  it('keeps its initial direction', () => {
    const first = reduceSizeDrag(beginSizeDrag(start, 60), { x: 410, y: 300 }, 1);
    const second = reduceSizeDrag(first, { x: 410, y: 100 }, 1);
    expect([first.axis, first.size, second.size]).toEqual(['x', 70, 70]);
  });
});
