import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tilesOf } from '../../electron/testing/masks.ts';
import type { AppErrorKind } from '../errors/app-error.ts';
import { MASK_TILE, type PackedMaskTile } from '../mask/mask-tiles.ts';
import { maskBounds } from './mask-bounds.ts';
import { cutMask } from './mask-cut.ts';
import {
  containsRect,
  intersectRects,
  isEmptyRect,
  rectArea,
  rectOfSize,
  unionRects,
  type Rect,
  type Size,
} from './rect.ts';
import {
  fitsOneCall,
  planRegion,
  REGION,
  planRegions,
  useRegions,
  type MaskRegion,
} from './regions.ts';

function byPlace(tiles: readonly PackedMaskTile[]): Map<string, Uint8Array> {
  return new Map(
    tiles.flatMap(({ column, row, bits }) => (bits ? [[`${column},${row}`, bits] as const] : [])),
  );
}

/** All bits of the parts counted together; equal to the mask's own when each is in exactly one. */
function expectEachPixelOnce(tiles: readonly PackedMaskTile[], parts: readonly MaskRegion[]): void {
  const sums = new Map<string, Uint8Array>();
  for (const part of parts) {
    for (const [place, bits] of byPlace(part.tiles)) {
      const sum = sums.get(place) ?? new Uint8Array(bits.length);
      for (const [index, byte] of bits.entries()) {
        if (((sum[index] ?? 0) & byte) !== 0) throw new Error(`A pixel of ${place} is in two.`);
        sum[index] = (sum[index] ?? 0) | byte;
      }
      sums.set(place, sum);
    }
  }
  const wanted = byPlace(tiles);
  expect([...sums.keys()].sort()).toEqual([...wanted.keys()].sort());
  for (const [place, bits] of wanted) {
    expect(Buffer.compare(bits, sums.get(place) ?? new Uint8Array()), place).toBe(0);
  }
}

function expectUsable(parts: readonly MaskRegion[], photo: Size): void {
  for (const { region, painted, tiles, others } of parts) {
    expect(containsRect(rectOfSize(photo), region)).toBe(true);
    expect(containsRect(region, painted)).toBe(true);
    expect(rectArea(region)).toBeLessThanOrEqual(REGION.maxPixels);
    expect(maskBounds(tiles)).toEqual(painted);
    if (others.length > 0) expect(containsRect(region, maskBounds(others))).toBe(true);
  }
}

const edge = fc.oneof(fc.nat(1600), fc.constantFrom(0, 127, 128, 255, 256, 511, 512, 1024));
const boxes = fc.array(
  fc.record({
    x: edge,
    y: edge,
    width: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 300 })),
    height: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 120 })),
  }),
  { minLength: 1, maxLength: 8 },
);
/** Less than `REGION.largePixels`: nothing is split here. */
const photo = { width: 2000, height: 1990 };

describe('the regions of a mask', () => {
  it('cover each painted pixel exactly once, contain their area and stay within the limits', () => {
    fc.assert(
      fc.property(boxes, (rects) => {
        const tiles = tilesOf(...rects);
        const parts = planRegions(tiles, photo);
        expectEachPixelOnce(tiles, parts);
        expectUsable(parts, photo);
        // Everything fits one call here, so nothing is left that could be sent together.
        for (const [index, a] of parts.entries()) {
          expect(a.region).toEqual(planRegion(a.painted, photo));
          for (const b of parts.slice(index + 1)) {
            const isApart = isEmptyRect(intersectRects(a.region, b.region));
            expect(isApart || !fitsOneCall(unionRects(a.painted, b.painted), photo)).toBe(true);
          }
        }
      }),
      { numRuns: 80 },
    );
  });

  it('are the same for any order of the tiles and any position in memory', () => {
    fc.assert(
      fc.property(boxes, fc.integer({ min: 1, max: 7 }), (rects, offset) => {
        const tiles = tilesOf(...rects);
        const places = (parts: readonly MaskRegion[]) =>
          parts.map(({ region, painted }) => ({ region, painted }));
        const moved = tiles.toReversed().map((tile) => {
          const buffer = new Uint8Array(MASK_TILE.packedBytes + 8);
          buffer.set(tile.bits ?? [], offset);
          return { ...tile, bits: buffer.subarray(offset, offset + MASK_TILE.packedBytes) };
        });
        expect(places(planRegions(moved, photo))).toEqual(places(planRegions(tiles, photo)));
      }),
      { numRuns: 40 },
    );
  });

  it('join areas that are close together, and separate those far apart', () => {
    const dab = (x: number) => ({ x, y: 1000, width: 20, height: 20 });
    // Each is sent as 512 pixels: they meet up to a distance of 492 between their left edges.
    expect(planRegions(tilesOf(dab(600), dab(1111)), photo)).toHaveLength(1);
    expect(planRegions(tilesOf(dab(600), dab(1112)), photo)).toHaveLength(2);
  });

  it('refuse an empty mask with a message', () => {
    expect(() => planRegions([], photo)).toThrow(/Nothing is painted yet/u);
    expect(() => useRegions([], [rectOfSize(photo)], photo)).toThrow(/Nothing is painted yet/u);
  });
});

describe('a long thin stroke across a large photo', () => {
  const large = { width: 6000, height: 4000 };
  const sent = (parts: readonly MaskRegion[]) =>
    parts.reduce((sum, { region }) => sum + rectArea(region), 0);

  /** Of squares along a line. */
  function stroke(from: readonly [number, number], to: readonly [number, number], width: number) {
    const steps = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / (width / 2));
    return Array.from({ length: steps + 1 }, (_, index): Rect => {
      const at = (axis: 0 | 1) =>
        Math.round(from[axis] + ((to[axis] - from[axis]) * index) / steps);
      return { x: at(0), y: at(1), width, height: width };
    });
  }

  it('sends a narrow band along an edge in one call', () => {
    const wire = tilesOf(...stroke([100, 2000], [5800, 2000], 24));
    const parts = planRegions(wire, large);
    expect(parts).toHaveLength(1);
    expect(parts[0]?.region.height).toBe(REGION.minSide);
    expect(sent(parts)).toBeLessThan(3_200_000);
  });

  it('is split along its line across the photo: a few calls, and much less to send', () => {
    for (const [x, y, toX, toY] of [
      [150, 200, 5700, 3700],
      [5700, 200, 150, 3700],
      [2500, 100, 3300, 3800],
    ] as const) {
      const wire = tilesOf(...stroke([x, y], [toX, toY], 30));
      const parts = planRegions(wire, large);
      expectEachPixelOnce(wire, parts);
      expectUsable(parts, large);
      expect(parts.length).toBeLessThanOrEqual(6);
      expect(sent(parts)).toBeLessThan(7_500_000);
      for (const { region, painted } of parts) {
        const isPadded =
          region.x <= Math.max(0, painted.x - REGION.minPadding) &&
          region.y <= Math.max(0, painted.y - REGION.minPadding);
        expect(isPadded).toBe(true);
      }
    }
  });

  it('is one call when the photo is small, and for a blob as thick as long', () => {
    const small = tilesOf(...stroke([100, 100], [1800, 1800], 20));
    expect(planRegions(small, photo)).toHaveLength(1);
    const blob = { x: 2000, y: 1500, width: 1500, height: 900 };
    expect(planRegions(tilesOf(blob), large).map(({ region }) => region)).toEqual([
      planRegion(blob, large),
    ]);
  });
});

describe('an area too large for one call', () => {
  const large = { width: 10_000, height: 10_000 };
  const bits = new Uint8Array(MASK_TILE.packedBytes).fill(255);
  const all = Array.from({ length: 39 * 39 }, (_, index) => ({
    column: index % 39,
    row: Math.floor(index / 39),
    bits,
  }));

  it('is split with margins, even a whole photo of 100 megapixels', () => {
    const parts = planRegions(all, large);
    expectEachPixelOnce(all, parts);
    expectUsable(parts, large);
    expect(parts.length).toBeGreaterThanOrEqual(7);
    expect(parts.length).toBeLessThanOrEqual(9);
    for (const { region, painted, tiles, others } of parts) {
      const sides = [
        painted.x - region.x,
        painted.y - region.y,
        region.x + region.width - painted.x - painted.width,
        region.y + region.height - painted.y - painted.height,
      ];
      const atBorder = [
        region.x === 0,
        region.y === 0,
        region.x + region.width === large.width,
        region.y + region.height === large.height,
      ];
      for (const [index, side] of sides.entries()) {
        if (atBorder[index] !== true) expect(side).toBeGreaterThanOrEqual(REGION.minPadding);
      }
      // The neighbours' paint is to go in this one as well.
      expect(painting([...tiles, ...others])).toBe(painting(cutMask(all, region)));
    }
  });

  it('needs no call for the empty middle of a long diagonal', () => {
    const diagonal = Array.from({ length: 38 }, (_, at) => ({ column: at, row: at, bits }));
    const parts = planRegions(diagonal, large);
    expectEachPixelOnce(diagonal, parts);
    expectUsable(parts, large);
    expect(parts).toHaveLength(4); // 64 megapixels instead of 100
  });
});

describe('regions that were drawn by hand', () => {
  const hand = fc.array(
    fc.record({
      x: fc.nat(1100),
      y: fc.nat(1290),
      width: fc.integer({ min: 1, max: 900 }),
      height: fc.integer({ min: 1, max: 700 }),
    }),
    { minLength: 1, maxLength: 4 },
  );

  it('get each painted pixel once, where its margin is largest, or report what is left out', () => {
    fc.assert(
      fc.property(hand, fc.array(fc.nat(100), { minLength: 4, maxLength: 4 }), (regions, at) => {
        const [first] = regions;
        if (first === undefined) return;
        const [a = 0, b = 0, c = 0, d = 0] = at;
        const painted = {
          x: first.x + Math.floor(((first.width - 1) * a) / 100),
          y: first.y + Math.floor(((first.height - 1) * b) / 100),
          width: 1 + c,
          height: 1 + d,
        };
        const tiles = tilesOf(painted);
        const isIn = (x: number, y: number) =>
          regions.some((region) => containsRect(region, { x, y, width: 1, height: 1 }));
        let isCovered = true;
        for (let y = painted.y; y < painted.y + painted.height; y++) {
          for (let x = painted.x; x < painted.x + painted.width; x++) isCovered &&= isIn(x, y);
        }
        if (!isCovered) {
          expect(() => useRegions(tiles, regions, photo)).toThrow(/outside all boxes/u);
          return;
        }
        const parts = useRegions(tiles, regions, photo);
        expectEachPixelOnce(tiles, parts);
        expectUsable(parts, photo);
      }),
      { numRuns: 120 },
    );
  });

  it('share an overlap at its middle', () => {
    const regions = [
      { x: 100, y: 100, width: 600, height: 600 },
      { x: 500, y: 100, width: 600, height: 600 },
    ];
    const stroke = { x: 200, y: 400, width: 800, height: 10 };
    const parts = useRegions(tilesOf(stroke), regions, photo);
    expect(parts.map(({ painted }) => painted)).toEqual([
      { x: 200, y: 400, width: 400, height: 10 },
      { x: 600, y: 400, width: 400, height: 10 },
    ]);
    expect(parts.map(({ others }) => maskBounds(others))).toEqual([
      { x: 600, y: 400, width: 100, height: 10 },
      { x: 500, y: 400, width: 100, height: 10 },
    ]);
  });

  it('are left out when nothing is painted in them', () => {
    const regions = [rectOfSize(photo), { x: 9, y: 9, width: 9, height: 9 }];
    const parts = useRegions(tilesOf({ x: 500, y: 500, width: 5, height: 5 }), regions, photo);
    expect(parts.map(({ region }) => region)).toEqual([rectOfSize(photo)]);
  });

  it('are refused outside the photo and above 16 megapixels, with a message', () => {
    const tiles = tilesOf({ x: 5, y: 5, width: 5, height: 5 });
    const wide = { width: 9000, height: 9000 };
    const use = (region: Rect, size: Size) => () => useRegions(tiles, [region], size);
    const ofKind = (kind: AppErrorKind) => expect.objectContaining({ kind });
    expect(use({ x: 0, y: 0, width: 4000, height: 4000 }, wide)).not.toThrow();
    expect(use({ x: 0, y: 0, width: 4001, height: 4000 }, wide)).toThrow(ofKind('too-large'));
    for (const [x, width] of [
      [-1, 50],
      [0, 3001],
      [0, 0],
    ] as const) {
      expect(use({ x, y: 0, width, height: 50 }, photo)).toThrow(ofKind('invalid-input'));
    }
  });
});

/** Counts the painted pixels. */
function painting(tiles: readonly PackedMaskTile[]): number {
  let count = 0;
  for (const byte of tiles.flatMap(({ bits }) => (bits ? [...bits] : [])))
    for (let rest = byte; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
