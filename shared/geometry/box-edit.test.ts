import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BOX_HANDLES,
  boxBetween,
  mergeableBoxes,
  mergeBoxes,
  moveBox,
  resizeBox,
  type BoxLimits,
} from './box-edit.ts';
import { containsRect, rectArea, rectOfSize, type Rect } from './rect.ts';

const NOTHING: Rect = { x: 0, y: 0, width: 0, height: 0 };
const LIMITS: BoxLimits = {
  photo: { width: 1000, height: 800 },
  required: NOTHING,
  minSide: 64,
  maxPixels: 400_000,
};
const BOX: Rect = { x: 100, y: 100, width: 200, height: 150 };
const PAINT: Rect = { x: 150, y: 120, width: 50, height: 60 };

it('moving a box uses whole pixels and stops at the photo', () => {
  expect(moveBox(BOX, { x: 10.4, y: -20.6 }, LIMITS)).toEqual({
    rect: { ...BOX, x: 110, y: 79 },
    stop: undefined,
  });
  expect(moveBox(BOX, { x: -500, y: 900 }, LIMITS)).toEqual({
    rect: { ...BOX, x: 0, y: 650 },
    stop: 'photo',
  });
});

it('moving a box keeps its required area inside', () => {
  const limits = { ...LIMITS, required: PAINT };
  const rect = { ...BOX, x: 150 };
  expect(moveBox(BOX, { x: 90, y: 0 }, limits)).toEqual({ rect, stop: 'required' });
});

describe('resizing a box', () => {
  it('moves the held handle and keeps the opposite one in place', () => {
    const by = { x: 30, y: 20 };
    const resized = (handle: (typeof BOX_HANDLES)[number]) =>
      resizeBox(BOX, handle, by, LIMITS).rect;
    expect(resized('se')).toEqual({ ...BOX, width: 230, height: 170 });
    expect(resized('nw')).toEqual({ x: 130, y: 120, width: 170, height: 130 });
    expect(resized('n')).toEqual({ ...BOX, y: 120, height: 130 });
    expect(resized('e')).toEqual({ ...BOX, width: 230 });
  });

  it('keeps the minimum side, and its required area', () => {
    const narrowed = (changes?: Partial<BoxLimits>) =>
      resizeBox(BOX, 'e', { x: -300, y: 0 }, { ...LIMITS, ...changes });
    expect(narrowed()).toEqual({ rect: { ...BOX, width: 64 }, stop: 'smallest' });
    const rect = { ...BOX, width: 100 };
    expect(narrowed({ required: PAINT })).toEqual({ rect, stop: 'required' });
  });

  it('stops at the maximum pixels of a call', () => {
    const { rect, stop } = resizeBox(BOX, 'se', { x: 800, y: 600 }, LIMITS);
    expect(stop).toBe('largest');
    expect(rectArea(rect)).toBeLessThanOrEqual(400_000);
    expect(rectArea(rect)).toBeGreaterThan(395_000);
  });

  it('keeps the box inside, around its required area and within a call for any edit', () => {
    const way = fc.integer({ min: -900, max: 900 });
    const move = fc.record({ x: way, y: way });
    const steps = fc.array(fc.tuple(fc.constantFrom(...BOX_HANDLES, 'move' as const), move), {
      maxLength: 12,
    });
    const limits = { ...LIMITS, required: PAINT };
    fc.assert(
      fc.property(steps, (all) => {
        let box = BOX;
        for (const [what, by] of all) {
          box = (what === 'move' ? moveBox(box, by, limits) : resizeBox(box, what, by, limits))
            .rect;
          expect(containsRect(rectOfSize(limits.photo), box)).toBe(true);
          expect(containsRect(box, PAINT)).toBe(true);
          expect(rectArea(box)).toBeLessThanOrEqual(limits.maxPixels);
          expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(60);
          expect(Object.values(box).every(Number.isInteger)).toBe(true);
        }
      }),
    );
  });
});

describe('a box between two points', () => {
  const photo = { width: 300, height: 200 };
  it('is clipped to the photo, in any direction', () => {
    const box = { x: 100, y: 50, width: 200, height: 90 };
    expect(boxBetween({ x: 420, y: 140.2 }, { x: 100.4, y: 49.6 }, photo, 32)).toEqual(box);
  });
  it('is enlarged to the minimum side around its middle', () => {
    const box = { x: 89, y: 0, width: 32, height: 32 };
    expect(boxBetween({ x: 100, y: 3 }, { x: 110, y: 9 }, photo, 32)).toEqual(box);
  });
  it('is undefined outside the photo', () => {
    expect(boxBetween({ x: -50, y: 10 }, { x: -5, y: 90 }, photo, 32)).toBeUndefined();
  });
});

describe('merging boxes', () => {
  const boxes = [
    { x: 0, y: 0, width: 100, height: 100 },
    { x: 50, y: 50, width: 100, height: 100 },
    { x: 140, y: 0, width: 500, height: 600 },
    { x: 700, y: 700, width: 10, height: 10 },
  ];
  it('is offered for boxes that overlap, as long as one call allows both', () => {
    expect(mergeableBoxes(boxes, 0, 400_000)).toEqual([1]);
    expect(mergeableBoxes(boxes, 1, 400_000)).toEqual([0, 2]);
    expect(mergeableBoxes(boxes, 1, 300_000)).toEqual([0]);
    expect(mergeableBoxes(boxes, 3, 400_000)).toEqual([]);
  });
  it('leaves one box around both', () => {
    const both = { x: 0, y: 0, width: 150, height: 150 };
    expect(mergeBoxes(boxes, 1, 0)).toEqual([both, boxes[2], boxes[3]]);
  });
});
