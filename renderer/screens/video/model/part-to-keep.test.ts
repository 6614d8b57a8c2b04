import { describe, expect, it } from 'vitest';
import { headOf, mainObject, partToKeep } from './part-to-keep.ts';

/** 3 : 2, so that the frame of 16 : 9 cuts off stripes above and below. */
const PHOTO = { width: 3000, height: 2000 };

describe('the position of the crop', () => {
  it('is the service’s own, the middle, while that cuts off nothing important', () => {
    expect(partToKeep(PHOTO, [])).toBeUndefined();
    expect(partToKeep(PHOTO, [{ x: 100, y: 300, width: 200, height: 200 }])).toBeUndefined();
  });

  it('is as far from the middle as a face needs, with the shape of the frame', () => {
    const part = partToKeep(PHOTO, [{ x: 1000, y: 40, width: 300, height: 300 }]);
    expect(part).toEqual({ x: 0, y: 40, width: 3000, height: 1688 });
  });

  it('contains the middle of anything larger than itself', () => {
    const tall = { width: 1000, height: 2400 };
    const part = partToKeep(tall, [
      { x: 10, y: 20, width: 100, height: 100 },
      { x: 800, y: 2000, width: 150, height: 390 },
    ]);
    expect(part?.height).toBe(1778);
    expect(part?.y).toBe(316);
  });

  it('includes hair and chin of a face, within the photo', () => {
    const head = headOf({ bounds: { x: 10, y: 50, width: 100, height: 100 } }, PHOTO);
    expect(head).toEqual({ x: 0, y: 0, width: 145, height: 190 });
  });

  it('follows the largest object, but neither a detail nor the whole scene', () => {
    const square = (at: number, side: number) => ({
      outlines: [[at, at, at + side, at, at + side, at + side, at, at + side]],
    });
    const found = [square(0, 100), square(200, 900), square(50, 600), square(0, 2000)];
    expect(mainObject(found, { width: 2000, height: 2000 })).toEqual({
      x: 200,
      y: 200,
      width: 900,
      height: 900,
    });
    expect(mainObject([square(0, 100)], PHOTO)).toBeUndefined();
  });
});
