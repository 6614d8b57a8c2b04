import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  containsRect,
  intersectRects,
  isEmptyRect,
  rectArea,
  unionRects,
  type Rect,
} from './rect.ts';

const rects = fc.record({
  x: fc.integer({ min: -5, max: 12 }),
  y: fc.integer({ min: -5, max: 12 }),
  width: fc.nat(9),
  height: fc.nat(9),
});

function pixels(rect: Rect): Set<string> {
  const inside = new Set<string>();
  for (let y = rect.y; y < rect.y + rect.height; y++) {
    for (let x = rect.x; x < rect.x + rect.width; x++) inside.add(`${x},${y}`);
  }
  return inside;
}

describe('rectangles, compared with sets of pixels', () => {
  it('intersect in exactly the pixels that are in both', () => {
    fc.assert(
      fc.property(rects, rects, (a, b) => {
        const inside = pixels(b);
        const expected = [...pixels(a)].filter((pixel) => inside.has(pixel));
        expect([...pixels(intersectRects(a, b))]).toEqual(expected);
      }),
    );
  });

  it('are joined to the smallest rectangle that contains both', () => {
    fc.assert(
      fc.property(rects, rects, (a, b) => {
        const union = unionRects(a, b);
        for (const each of [a, b]) {
          if (!isEmptyRect(each)) expect(containsRect(union, each)).toBe(true);
        }
        if (isEmptyRect(a)) expect(union).toEqual(b);
        else if (!isEmptyRect(b)) {
          expect([union.x, union.y]).toEqual([Math.min(a.x, b.x), Math.min(a.y, b.y)]);
          const shrunk = { ...union, width: union.width - 1 };
          expect(containsRect(shrunk, a) && containsRect(shrunk, b)).toBe(false);
        }
      }),
    );
  });

  it('count and contain their pixels', () => {
    fc.assert(
      fc.property(rects, rects, (a, b) => {
        expect(rectArea(a)).toBe(pixels(a).size);
        if (isEmptyRect(b)) return;
        const inside = pixels(a);
        expect(containsRect(a, b)).toBe([...pixels(b)].every((pixel) => inside.has(pixel)));
      }),
    );
  });
});
