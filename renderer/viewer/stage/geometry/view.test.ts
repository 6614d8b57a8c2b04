import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import {
  clampPosition,
  clampScale,
  fitView,
  photoToScreen,
  scaleLimits,
  screenToPhoto,
  snapView,
  VIEW,
  viewOn,
  visiblePhotoRect,
  type View,
} from './view.ts';

const view: fc.Arbitrary<View> = fc.record({
  x: fc.double({ min: -20_000, max: 20_000, noNaN: true }),
  y: fc.double({ min: -20_000, max: 20_000, noNaN: true }),
  scale: fc.double({ min: 0.01, max: 32, noNaN: true }),
});
const point = fc.record({
  x: fc.double({ min: -2000, max: 12_000, noNaN: true }),
  y: fc.double({ min: -2000, max: 12_000, noNaN: true }),
});
const size = fc.record({
  width: fc.integer({ min: 1, max: 12_000 }),
  height: fc.integer({ min: 1, max: 12_000 }),
});
const stage = fc.record({
  width: fc.integer({ min: 200, max: 3000 }),
  height: fc.integer({ min: 200, max: 2000 }),
});
const pixelRatio = fc.constantFrom(1, 1.25, 1.5, 2, 3);

describe('the view', () => {
  it('converts from photo to screen and back', () => {
    fc.assert(
      fc.property(view, point, (from, at) => {
        const back = screenToPhoto(from, photoToScreen(from, at));
        expect(back.x).toBeCloseTo(at.x, 5);
        expect(back.y).toBeCloseTo(at.y, 5);
      }),
    );
  });

  it('centres the whole photo when fitted', () => {
    fc.assert(
      fc.property(size, stage, (photo, area) => {
        const fitted = fitView(photo, area);
        const start = photoToScreen(fitted, { x: 0, y: 0 });
        const end = photoToScreen(fitted, { x: photo.width, y: photo.height });
        expect(start.x).toBeGreaterThanOrEqual(VIEW.fitMargin - 1e-6);
        expect(start.y).toBeGreaterThanOrEqual(VIEW.fitMargin - 1e-6);
        expect(start.x + end.x).toBeCloseTo(area.width, 6);
        expect(start.y + end.y).toBeCloseTo(area.height, 6);
      }),
    );
  });

  it('always keeps a part of the photo on the stage', () => {
    fc.assert(
      fc.property(view, size, stage, pixelRatio, (from, photo, area, ratio) => {
        const scale = clampScale(from.scale, photo, area, ratio);
        const clamped = clampPosition({ ...from, scale }, photo, area);
        const visible = visiblePhotoRect(clamped, area, photo);
        expect(visible.width).toBeGreaterThan(0);
        expect(visible.height).toBeGreaterThan(0);
      }),
    );
  });

  it('allows 3200 %, 100 % and the whole photo at every pixel ratio', () => {
    fc.assert(
      fc.property(size, stage, pixelRatio, (photo, area, ratio) => {
        const { min, max } = scaleLimits(photo, area, ratio);
        expect(max * ratio).toBeCloseTo(32, 9);
        expect(min).toBeLessThanOrEqual(1 / ratio);
        expect(min).toBeLessThanOrEqual(fitView(photo, area).scale);
      }),
    );
  });

  it('moves the origin by at most half a device pixel when snapping', () => {
    fc.assert(
      fc.property(view, pixelRatio, (from, ratio) => {
        const snapped = snapView(from, ratio);
        expect(Math.abs(snapped.x - from.x) * ratio).toBeLessThanOrEqual(0.5 + 1e-9);
        expect(Math.abs(snapped.x * ratio - Math.round(snapped.x * ratio))).toBeLessThan(1e-6);
        expect(snapped.scale).toBe(from.scale);
      }),
    );
  });

  it('covers all photo pixels on the stage and none beyond', () => {
    const rect = visiblePhotoRect(
      { x: -30, y: 10, scale: 2 },
      { width: 100, height: 50 },
      { width: 40, height: 15 },
    );
    expect(rect).toEqual({ x: 15, y: 0, width: 25, height: 15 });
  });
});

describe('viewOn', () => {
  const stage = { width: 1000, height: 800 };
  const middle = (view: View) => screenToPhoto(view, { x: 500, y: 400 });

  it.each([
    ['keeps the zoom when the part is large enough to judge', 300, 0.5, 1, 0.5],
    ['zooms in on a speck, to 100 % at most', 10, 0.1, 1, 1],
    ['zooms in on a speck to 100 % of device pixels on a dense screen', 10, 0.1, 2, 0.5],
    ['zooms in on a small part, no more than needed', 400, 0.05, 1, 0.24],
    ['zooms out until a large part fits', 4000, 1, 1, 0.14],
    ['keeps the size of a speck', 10, 8, 1, 8],
  ])('%s', (_, side, scale, pixelRatio, wanted) => {
    const rect = { x: 2000, y: 100, width: side, height: side };
    const view = viewOn(rect, stage, scale, pixelRatio);
    expect(view.scale).toBeCloseTo(wanted, 6);
    expect(middle(view).x).toBeCloseTo(2000 + side / 2, 6);
    expect(middle(view).y).toBeCloseTo(100 + side / 2, 6);
  });
});
