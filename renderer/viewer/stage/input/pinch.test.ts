import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pinchStep } from './pinch.ts';
import { panBy, screenToPhoto, zoomAt } from '../geometry/view.ts';

const point = fc.record({
  x: fc.integer({ min: 0, max: 1000 }),
  y: fc.integer({ min: 0, max: 700 }),
});

describe('a pinch', () => {
  it('keeps the point between the fingers in place', () => {
    fc.assert(
      fc.property(point, point, point, point, (a, b, c, d) => {
        fc.pre(Math.hypot(a.x - b.x, a.y - b.y) > 20 && Math.hypot(c.x - d.x, c.y - d.y) > 20);
        const view = { x: 31, y: -57, scale: 0.7 };
        const step = pinchStep([a, b], [c, d]);
        const panned = panBy(view, step.x, step.y);
        const after = zoomAt(panned, step.at, panned.scale * step.factor);
        const was = screenToPhoto(view, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
        const is = screenToPhoto(after, { x: (c.x + d.x) / 2, y: (c.y + d.y) / 2 });
        expect(is.x).toBeCloseTo(was.x, 6);
        expect(is.y).toBeCloseTo(was.y, 6);
        const spread = Math.hypot(c.x - d.x, c.y - d.y) / Math.hypot(a.x - b.x, a.y - b.y);
        expect(after.scale / view.scale).toBeCloseTo(spread, 6);
      }),
    );
  });

  it('does not zoom while the fingers almost touch', () => {
    const at = { x: 100, y: 100 };
    expect(pinchStep([at, at], [at, { x: 400, y: 100 }]).factor).toBe(1);
  });
});
