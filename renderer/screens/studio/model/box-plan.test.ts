import { describe, expect, it } from 'vitest';
import { containsRect, type Rect } from '../../../../shared/geometry/rect.ts';
import { tilesOf } from '../testing/studio-fixture.ts';
import { limitsOfBox, pixelsOf, planBoxes, usedBoxes } from './box-plan.ts';

const PHOTO = { width: 4000, height: 3000 };
/** Each inside of one tile of 256 × 256. */
const LEFT: Rect = { x: 300, y: 300, width: 40, height: 30 };
const RIGHT: Rect = { x: 3100, y: 2100, width: 20, height: 20 };

describe('the boxes of a clean-up', () => {
  it('are Gesso’s own, around everything that is painted', () => {
    const plan = planBoxes(tilesOf(LEFT, RIGHT), undefined, PHOTO);
    expect(plan).toMatchObject({ isByHand: false, leftOut: undefined });
    expect(plan.boxes).toHaveLength(2);
    for (const [index, rect] of [LEFT, RIGHT].entries()) {
      expect(containsRect(plan.boxes[index]?.rect ?? rect, rect)).toBe(true);
    }
    expect(pixelsOf(usedBoxes(plan))).toBe(2 * 512 * 512);
    expect(planBoxes([], undefined, PHOTO).boxes).toEqual([]);
  });

  it('become Gesso’s own when something is painted outside, with a reason', () => {
    const byHand = [{ x: 200, y: 200, width: 300, height: 300 }];
    const plan = planBoxes(tilesOf(LEFT, RIGHT), byHand, PHOTO);
    expect(plan).toMatchObject({ isByHand: false, leftOut: RIGHT });
    expect(plan.boxes).toHaveLength(2);
    // undoing the stroke restores the boxes
    expect(planBoxes(tilesOf(LEFT), byHand, PHOTO).isByHand).toBe(true);
    // boxes of another mask are ignored silently
    expect(planBoxes(tilesOf(RIGHT), byHand, PHOTO).leftOut).toBeUndefined();
  });

  it('are not sent when nothing of their own is painted', () => {
    const byHand = [
      { x: 200, y: 200, width: 300, height: 300 },
      { x: 290, y: 290, width: 100, height: 100 },
      { x: 2000, y: 100, width: 300, height: 300 },
    ];
    const plan = planBoxes(tilesOf(LEFT), byHand, PHOTO);
    expect(plan.boxes.map(({ isUsed }) => isUsed)).toEqual([true, false, false]);
    expect(usedBoxes(plan)).toEqual([byHand[0]]);
  });

  it('are limited to what no other box contains', () => {
    const tiles = tilesOf(LEFT, RIGHT);
    const boxes = [
      { x: 200, y: 200, width: 300, height: 300 },
      { x: 3000, y: 2000, width: 300, height: 300 },
    ];
    expect(limitsOfBox(tiles, boxes, 0, PHOTO).required).toEqual(LEFT);
    expect(limitsOfBox(tiles, boxes, 1, PHOTO).required).toEqual(RIGHT);
    const doubled = [...boxes, { x: 250, y: 250, width: 200, height: 200 }];
    expect(limitsOfBox(tiles, doubled, 0, PHOTO).required).toMatchObject({ width: 0, height: 0 });
  });
});
