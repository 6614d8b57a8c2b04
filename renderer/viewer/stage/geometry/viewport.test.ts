import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { createViewport } from './viewport.ts';

const photo = { width: 6000, height: 4000 };

function opened(pixelRatio = 1) {
  const viewport = createViewport(() => undefined);
  viewport.setStage({ width: 1440, height: 900 }, pixelRatio);
  viewport.setPhoto(photo);
  return viewport;
}

describe('the viewport', () => {
  it('shows a new photo whole, a small one at 100 %', () => {
    const viewport = opened(2);
    expect(viewport.visible).toEqual({ x: 0, y: 0, ...photo });
    viewport.setPhoto({ width: 200, height: 100 });
    expect(viewport.transform.zoom).toBe(1);
  });

  it('fits a part, even one that extends beyond the photo, until the view is moved', () => {
    const viewport = opened();
    const area = { x: -3000, y: 0, width: 12_000, height: 4000 };
    viewport.setFitArea(area);
    const left = viewport.toPhoto({ x: 0, y: 450 });
    const right = viewport.toPhoto({ x: 1440, y: 450 });
    expect(left.x).toBeLessThanOrEqual(area.x);
    expect(right.x).toBeGreaterThanOrEqual(area.x + area.width);
    expect((left.x + right.x) / 2).toBeCloseTo(3000, -1);
    viewport.zoomToActualSize();
    const moved = viewport.view;
    viewport.setFitArea(undefined);
    expect(viewport.view).toBe(moved);
    viewport.fit();
    expect(viewport.visible).toEqual({ x: 0, y: 0, ...photo });
  });

  it('keeps a part that is in view, and scrolls to one that is not, with a margin', () => {
    const viewport = opened();
    const part = { x: 5000, y: 3000, width: 300, height: 200 };
    const fitted = viewport.view;
    expect(viewport.showRect(part)).toBe(false);
    expect(viewport.view).toBe(fitted);
    viewport.zoomToActualSize();
    expect(viewport.showRect(part)).toBe(true);
    const { visible } = viewport;
    expect(visible.x).toBeLessThan(part.x - 100);
    expect(visible.y).toBeLessThan(part.y - 100);
    expect(visible.x + visible.width).toBeGreaterThan(part.x + part.width + 100);
    const there = viewport.view;
    expect(viewport.showRect(part)).toBe(false);
    expect(viewport.view).toBe(there);
    // half of it is no more than its edge
    viewport.panBy(-(part.x + 150 - visible.x), 0);
    expect(viewport.showRect(part)).toBe(true);
    // a part that is larger than the window is in view as long as it fills it
    const large = { x: 4000, y: 2000, width: 2000, height: 2000 };
    expect(viewport.showRect(large)).toBe(viewport.visible.y < large.y);
  });

  it('does not drift while zooming in many steps', () => {
    fc.assert(
      fc.property(
        fc.record({ x: fc.integer({ min: 0, max: 1440 }), y: fc.integer({ min: 50, max: 850 }) }),
        fc.constantFrom(1, 1.5, 2),
        (anchor, ratio) => {
          const viewport = opened(ratio);
          viewport.zoomToActualSize();
          const before = viewport.toPhoto(anchor);
          for (let step = 0; step < 40; step++) viewport.zoomBy(1.09, anchor);
          const after = viewport.toPhoto(anchor);
          expect(Math.abs(after.x - before.x)).toBeLessThan(1);
          expect(Math.abs(after.y - before.y)).toBeLessThan(1);
        },
      ),
    );
  });

  it('keeps the zoom in device pixels when the window moves to another monitor', () => {
    const viewport = opened(1);
    viewport.zoomToActualSize();
    viewport.zoomBy(3);
    viewport.setStage({ width: 1440, height: 900 }, 2);
    expect(viewport.transform.zoom).toBeCloseTo(3, 9);
  });
});

describe('photos of a series', () => {
  const centreOf = ({ view, stage }: ReturnType<typeof opened>, size: typeof photo) => ({
    x: (stage.width / 2 - view.x) / view.scale / size.width,
    y: (stage.height / 2 - view.y) / view.scale / size.height,
  });

  function next(viewport: ReturnType<typeof opened>, size: typeof photo): void {
    viewport.setPhoto(undefined);
    viewport.setPhoto(size, true);
  }

  function zoomedIn() {
    const viewport = opened();
    viewport.zoomToActualSize();
    viewport.panBy(-700, 300);
    return viewport;
  }

  it('keep the view to the pixel when they are equally large', () => {
    const viewport = zoomedIn();
    const before = viewport.view;
    next(viewport, { ...photo });
    expect(viewport.view).toEqual(before);
    viewport.setPhoto(undefined);
    viewport.setPhoto(photo);
    expect(viewport.visible).toEqual({ x: 0, y: 0, ...photo }); // opened on its own
  });

  it('show the same detail when they differ in size and have the same shape', () => {
    const viewport = zoomedIn();
    const before = centreOf(viewport, photo);
    const share = viewport.visible.width / photo.width;
    const small = { width: 3000, height: 2000 };
    next(viewport, small);
    const after = centreOf(viewport, small);
    expect(after.x).toBeCloseTo(before.x, 3);
    expect(after.y).toBeCloseTo(before.y, 3);
    expect(viewport.visible.width / small.width).toBeCloseTo(share, 2);
  });

  it('are fitted in another shape, and the next one of the former shape gets its view back', () => {
    const viewport = zoomedIn();
    const before = viewport.view;
    const tall = { width: 4000, height: 6000 };
    next(viewport, tall);
    expect(viewport.visible).toEqual({ x: 0, y: 0, ...tall });
    next(viewport, photo);
    expect(viewport.view).toEqual(before);
    next(viewport, tall);
    viewport.zoomToActualSize(); // chosen by the user: this one counts from now on
    next(viewport, photo);
    expect(viewport.visible).toEqual({ x: 0, y: 0, ...photo });
  });

  it('stay fitted when the first was', () => {
    const viewport = opened();
    next(viewport, { width: 3000, height: 2000 });
    expect(viewport.visible).toEqual({ x: 0, y: 0, width: 3000, height: 2000 });
    expect(viewport.view.scale).toBeLessThan(1);
  });
});
