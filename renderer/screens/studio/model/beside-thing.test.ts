import { expect, it } from 'vitest';
import { intersectRects, isEmptyRect } from '../../../../shared/geometry/rect.ts';
import { besideThing } from './beside-thing.ts';

const BAR = { width: 200, height: 40 };
const CANVAS = { width: 800, height: 600 };

it.each([
  ['at the right edge', { x: 700, y: 250, width: 100, height: 90 }, { x: 760, y: 290 }],
  ['at the left edge', { x: -40, y: 250, width: 100, height: 90 }, { x: 10, y: 290 }],
  ['at the lower edge', { x: 300, y: 520, width: 200, height: 80 }, { x: 390, y: 560 }],
  ['at the upper edge', { x: 300, y: -30, width: 200, height: 80 }, { x: 390, y: 10 }],
  ['as wide as the canvas', { x: -10, y: 200, width: 820, height: 150 }, { x: 400, y: 300 }],
  ['as high as the canvas', { x: 300, y: -10, width: 100, height: 620 }, { x: 350, y: 300 }],
  ['while the pointer is elsewhere', { x: 300, y: 250, width: 120, height: 90 }, undefined],
])('covers no part of an object %s, and stays inside the canvas', (_where, thing, pointer) => {
  const place = besideThing(BAR, CANVAS, thing, pointer);
  expect(isEmptyRect(intersectRects({ ...place, ...BAR }, thing))).toBe(true);
  expect(place.x).toBeGreaterThanOrEqual(8);
  expect(place.y).toBeGreaterThanOrEqual(8);
  expect(place.x + BAR.width).toBeLessThanOrEqual(CANVAS.width - 8);
  expect(place.y + BAR.height).toBeLessThanOrEqual(CANVAS.height - 8);
});

it('is placed at the pointer next to the object', () => {
  const thing = { x: 100, y: 100, width: 50, height: 50 };
  expect(besideThing(BAR, CANVAS, thing, { x: 300, y: 300 })).toEqual({ x: 312, y: 312 });
});

it('covers as little as possible of an object that fills the canvas', () => {
  const thing = { x: 20, y: 0, width: 780, height: 600 };
  const place = besideThing(BAR, CANVAS, thing, { x: 400, y: 300 });
  expect(place.x).toBe(8);
});
