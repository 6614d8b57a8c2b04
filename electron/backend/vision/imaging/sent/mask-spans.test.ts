import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pixelSet, tilesOf } from '../../../../testing/masks.ts';
import { growRows, rowsOfPixels, rowsOfTiles } from './mask-spans.ts';
import { masks, paintedBoxes, regions, squaredDistances } from '../testing/small-masks.ts';

const boxes = paintedBoxes(40, 4);

describe('a grown mask', () => {
  it('contains exactly the pixels within the distance of a painted one', () => {
    fc.assert(
      fc.property(masks, fc.integer({ min: 0, max: 64 }), (mask, distance) => {
        const wanted = squaredDistances(mask).map((squared) =>
          squared <= distance ** 2 ? 255 : 0,
        );
        expect([...growRows(rowsOfPixels(mask.pixels, mask), distance)]).toEqual(wanted);
      }),
      { numRuns: 300 },
    );
  });

  it('is exact in a row wider than one chunk', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(299), { maxLength: 8 }),
        fc.integer({ min: 0, max: 90 }),
        (painted, distance) => {
          const pixels = new Uint8Array(300);
          for (const x of painted) pixels[x] = 255;
          const wanted = squaredDistances({ pixels, width: 300, height: 1 }).map((squared) =>
            squared <= distance ** 2 ? 255 : 0,
          );
          const rows = rowsOfPixels(pixels, { width: 300, height: 1 });
          expect([...growRows(rows, distance)]).toEqual(wanted);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('the rows of tiles', () => {
  it('are the rows of their pixels, even when two tiles share a position', () => {
    fc.assert(
      fc.property(boxes, boxes, regions, (first, second, region) => {
        const painted = pixelSet(tilesOf(...first, ...second));
        const pixels = Uint8Array.from({ length: region.width * region.height }, (_, index) => {
          const x = region.x + (index % region.width);
          const y = region.y + Math.floor(index / region.width);
          return painted.has(`${x},${y}`) ? 255 : 0;
        });
        const seen = rowsOfTiles([...tilesOf(...first), ...tilesOf(...second)], region);
        const wanted = rowsOfPixels(pixels, region);
        for (let y = 0; y < region.height; y++) {
          expect(spansOf(seen, y)).toEqual(spansOf(wanted, y));
        }
      }),
      { numRuns: 150 },
    );
  });
});

function spansOf(rows: ReturnType<typeof rowsOfTiles>, y: number): readonly number[] {
  const spans = new Int32Array(rows.width + 2);
  return [...spans.subarray(0, 2 * rows.read(y, spans))];
}
