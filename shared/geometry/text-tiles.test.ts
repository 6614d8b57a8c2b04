import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containsRect, rectOfSize } from './rect.ts';
import {
  fitsTextRemoval,
  planTextTiles,
  planWholePhoto,
  reducedSize,
  TEXT_TILES,
  tileShare,
} from './text-tiles.ts';

const photo = { width: 9000, height: 7000 };
const boxes = fc
  .record({
    x: fc.nat(6000),
    y: fc.nat(5000),
    width: fc.integer({ min: 1, max: 3000 }),
    height: fc.integer({ min: 1, max: 2000 }),
  })
  .map((box) => ({ ...box, width: Math.min(box.width, photo.width - box.x) }));

describe('the tiles of a box', () => {
  it('are small enough, inside it, and their cores cover it without overlap', () => {
    fc.assert(
      fc.property(boxes, (box) => {
        const tiles = planTextTiles([box], photo);
        let area = 0;
        for (const { region, core } of tiles) {
          expect(fitsTextRemoval(region)).toBe(true);
          expect(containsRect(box, region) && containsRect(region, core)).toBe(true);
          area += core.width * core.height;
        }
        expect(area).toBe(box.width * box.height);
        const columns = Math.max(1, Math.ceil((box.width - 128) / (1024 - 128)));
        const rows = Math.max(1, Math.ceil((box.height - 128) / (1024 - 128)));
        expect(tiles).toHaveLength(columns * rows);
      }),
      { numRuns: 300 },
    );
  });

  it('leave no gap where one fades: another is opaque there, in every order', () => {
    fc.assert(
      fc.property(boxes, fc.nat(1000), fc.nat(1000), (box, across, down) => {
        const x = box.x + Math.floor(((box.width - 1) * across) / 1000);
        const y = box.y + Math.floor(((box.height - 1) * down) / 1000);
        const shares = planTextTiles([box], photo)
          .filter(({ region }) => containsRect(region, { x, y, width: 1, height: 1 }))
          .map((tile) => tileShare(tile, x, y));
        expect(Math.max(...shares)).toBe(1);
      }),
      { numRuns: 500 },
    );
  });

  it('fade out before an edge behind which a neighbour continues', () => {
    const [first] = planTextTiles([{ x: 0, y: 0, width: 1500, height: 300 }], photo);
    if (first === undefined) throw new Error('no tile');
    expect(tileShare(first, 1023, 100)).toBe(0);
    expect(tileShare(first, 1023 - 60, 100)).toBe(0);
    expect(tileShare(first, 0, 0)).toBe(1);
    expect(first.region.width).toBe(TEXT_TILES.maxWidth);
  });

  it('are the box itself when it fits, once', () => {
    const box = { x: 8000, y: 6000, width: 1000, height: 1000 };
    expect(planTextTiles([box, box], photo)).toEqual([{ region: box, core: box, boxes: [box] }]);
  });

  it('name their boxes, even when two boxes share a tile', () => {
    const wide = { x: 0, y: 0, width: 1500, height: 300 };
    const [left, right] = planTextTiles([wide], photo);
    const shared = right?.region ?? wide;
    const tiles = planTextTiles([wide, shared], photo);
    expect(tiles.map(({ region, boxes: own }) => [region, own])).toEqual([
      [left?.region, [wide]],
      [shared, [wide, shared]],
    ]);
  });

  it('are those of one box when all of the photo is sent', () => {
    const tiles = planTextTiles([rectOfSize(photo)], photo);
    expect(planWholePhoto(photo)).toEqual(tiles.map(({ region, core }) => ({ region, core })));
    const small = { width: 1024, height: 700 };
    expect(planWholePhoto(small)).toEqual([{ region: rectOfSize(small), core: rectOfSize(small) }]);
  });

  it('are refused outside the photo, with a message', () => {
    const message = /reaches outside the photo/u;
    expect(() => planTextTiles([{ x: 8500, y: 0, width: 501, height: 9 }], photo)).toThrow(message);
    expect(() => planTextTiles([{ x: 0, y: 0, width: 0, height: 9 }], photo)).toThrow(message);
    expect(() => planTextTiles([], photo)).toThrow(/There is no box yet/u);
  });
});

it('reducing a picture keeps its shape and never enlarges', () => {
  expect(reducedSize({ width: 4096, height: 2048 })).toEqual({ width: 1024, height: 512 });
  expect(reducedSize({ width: 300, height: 9000 })).toEqual({ width: 34, height: 1024 });
  expect(reducedSize({ width: 30_000, height: 2 })).toEqual({ width: 1024, height: 1 });
  expect(reducedSize({ width: 1024, height: 1024 })).toEqual({ width: 1024, height: 1024 });
  expect(containsRect(rectOfSize(photo), rectOfSize(reducedSize(photo)))).toBe(true);
});
