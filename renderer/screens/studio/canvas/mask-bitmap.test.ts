import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import {
  type Point,
  type Rect,
  type Size,
  containsRect,
} from '../../../../shared/geometry/rect.ts';
import { MASK_TILE, unpackTile, type PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { createMaskBitmap, type MaskBitmap } from './mask-bitmap.ts';
import { rasteriseSegment } from './rasteriser.ts';

const photo: Size = { width: 700, height: 530 };

/** A plain bitmap of the whole photo to compare with. */
function createReference(size: Size) {
  const pixels = new Uint8Array(size.width * size.height);
  return {
    pixels,
    paint(from: Point, to: Point, diameter: number, value: 0 | 255) {
      rasteriseSegment(from, to, diameter, size, (y, fromX, toX) => {
        pixels.fill(value, y * size.width + fromX, y * size.width + toX);
      });
    },
  };
}

function flatten(tiles: readonly PackedMaskTile[], size: Size): Uint8Array {
  const pixels = new Uint8Array(size.width * size.height);
  for (const { column, row, bits } of tiles) {
    if (bits === undefined) continue;
    const tile = unpackTile(bits);
    const left = column * MASK_TILE.side;
    for (let y = 0; y < MASK_TILE.side; y++) {
      const line = tile.subarray(y * MASK_TILE.side, (y + 1) * MASK_TILE.side);
      const photoY = row * MASK_TILE.side + y;
      const inside = photoY < size.height ? Math.max(0, size.width - left) : 0;
      if (line.includes(255, inside)) throw new Error('Outside the photo.');
      if (inside > 0) pixels.set(line.subarray(0, inside), photoY * size.width + left);
    }
  }
  return pixels;
}

function boundsOf(pixels: Uint8Array, size: Size): Rect | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (let y = 0; y < size.height; y++) {
    const line = pixels.subarray(y * size.width, (y + 1) * size.width);
    const first = line.indexOf(255);
    if (first < 0) continue;
    left = Math.min(left, first);
    right = Math.max(right, line.lastIndexOf(255));
    top = Math.min(top, y);
    bottom = y;
  }
  if (right < 0) return undefined;
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.from(a).equals(Buffer.from(b));
}

interface StrokePlan {
  readonly points: readonly Point[];
  readonly diameter: number;
  readonly value: 0 | 255;
}

const pointInOrNear = fc.record({
  x: fc.double({ min: -100, max: 800, noNaN: true }),
  y: fc.double({ min: -100, max: 630, noNaN: true }),
});
const strokePlan: fc.Arbitrary<StrokePlan> = fc.record({
  points: fc.array(pointInOrNear, { minLength: 1, maxLength: 5 }),
  diameter: fc.integer({ min: 1, max: 400 }),
  value: fc.constantFrom(255 as const, 255 as const, 0 as const),
});

function applyStroke(bitmap: MaskBitmap, plan: StrokePlan) {
  bitmap.beginEdit();
  let from = plan.points[0];
  for (const to of plan.points) {
    const start = from ?? to;
    bitmap.paintSpans(
      (span) => rasteriseSegment(start, to, plan.diameter, bitmap.size, span),
      plan.value,
    );
    from = to;
  }
  return bitmap.commitEdit();
}

function applyToReference(reference: ReturnType<typeof createReference>, plan: StrokePlan): void {
  let from = plan.points[0];
  for (const to of plan.points) {
    reference.paint(from ?? to, to, plan.diameter, plan.value);
    from = to;
  }
}

describe('the mask bitmap', () => {
  it('equals a plain bitmap of the whole photo, with tight bounds', () => {
    fc.assert(
      fc.property(fc.array(strokePlan, { minLength: 1, maxLength: 6 }), (plans) => {
        const bitmap = createMaskBitmap(photo);
        const reference = createReference(photo);
        for (const plan of plans) {
          applyStroke(bitmap, plan);
          applyToReference(reference, plan);
        }
        expect(same(flatten(bitmap.packed(), photo), reference.pixels)).toBe(true);
        expect(bitmap.bounds()).toEqual(boundsOf(reference.pixels, photo));
      }),
      { numRuns: 60 },
    );
  });

  it('fills and inverts the whole photo, and undoes both', () => {
    fc.assert(
      fc.property(strokePlan, (plan) => {
        const bitmap = createMaskBitmap(photo);
        applyStroke(bitmap, plan);
        const painted = flatten(bitmap.packed(), photo);
        const filled = bitmap.fill();
        expect(flatten(bitmap.packed(), photo).every((value) => value === 255)).toBe(true);
        expect(bitmap.bounds()).toEqual({ x: 0, y: 0, ...photo });
        if (filled !== undefined) bitmap.flip(filled);
        expect(same(flatten(bitmap.packed(), photo), painted)).toBe(true);
        const inverted = bitmap.invert();
        expect(flatten(bitmap.packed(), photo).every((value, i) => value !== painted[i])).toBe(
          true,
        );
        if (inverted !== undefined) bitmap.flip(inverted);
        expect(same(flatten(bitmap.packed(), photo), painted)).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  it('undoes and redoes strokes, in any number', () => {
    fc.assert(
      fc.property(fc.array(strokePlan, { minLength: 1, maxLength: 6 }), (plans) => {
        const bitmap = createMaskBitmap(photo);
        const states = [flatten(bitmap.packed(), photo)];
        const deltas = plans.map((plan) => {
          const delta = applyStroke(bitmap, plan);
          states.push(flatten(bitmap.packed(), photo));
          return delta;
        });
        for (let index = deltas.length - 1; index >= 0; index--) {
          const delta = deltas[index];
          if (delta !== undefined) bitmap.flip(delta);
          const expected = states[index] ?? new Uint8Array();
          expect(same(flatten(bitmap.packed(), photo), expected)).toBe(true);
          expect(bitmap.bounds()).toEqual(boundsOf(expected, photo));
        }
        for (const [index, delta] of deltas.entries()) {
          if (delta !== undefined) bitmap.flip(delta);
          const expected = states[index + 1] ?? new Uint8Array();
          expect(same(flatten(bitmap.packed(), photo), expected)).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('returns a rectangle that contains every changed pixel', () => {
    fc.assert(
      fc.property(strokePlan, strokePlan, (first, second) => {
        const bitmap = createMaskBitmap(photo);
        applyStroke(bitmap, first);
        const before = flatten(bitmap.packed(), photo);
        const delta = applyStroke(bitmap, second);
        const changed = flatten(bitmap.packed(), photo).map((value, index) =>
          value === before[index] ? 0 : 255,
        );
        const bounds = boundsOf(changed, photo);
        expect(delta === undefined).toBe(bounds === undefined);
        if (delta !== undefined && bounds !== undefined) {
          expect(containsRect(delta.rect, bounds)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('adds, subtracts and replaces like sets of pixels, and undoes each', () => {
    fc.assert(
      fc.property(
        strokePlan,
        strokePlan,
        fc.constantFrom('unite' as const, 'subtract' as const, 'replace' as const),
        (own, other, mode) => {
          const paint = (plan: StrokePlan): MaskBitmap => {
            const bitmap = createMaskBitmap(photo);
            applyStroke(bitmap, { ...plan, value: 255 });
            return bitmap;
          };
          const bitmap = paint(own);
          const a = flatten(bitmap.packed(), photo);
          const given = paint(other).packed();
          const b = flatten(given, photo);
          const delta = bitmap.combine(given, mode);
          const expected = a.map((value, index) => {
            const painted = b[index] === 255;
            if (mode === 'replace') return painted ? 255 : 0;
            return mode === 'unite' ? (painted ? 255 : value) : painted ? 0 : value;
          });
          expect(same(flatten(bitmap.packed(), photo), expected)).toBe(true);
          expect(bitmap.bounds()).toEqual(boundsOf(expected, photo));
          if (delta !== undefined) bitmap.flip(delta);
          expect(same(flatten(bitmap.packed(), photo), a)).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('drops pixels of given tiles outside the photo', () => {
    const bitmap = createMaskBitmap({ width: 300, height: 261 });
    const everything = new Uint8Array(MASK_TILE.packedBytes).fill(255);
    const places = [0, 1, 2, 3];
    bitmap.combine(
      places.flatMap((row) => places.map((column) => ({ column, row, bits: everything }))),
      'unite',
    );
    expect(bitmap.bounds()).toEqual({ x: 0, y: 0, width: 300, height: 261 });
    expect(
      flatten(bitmap.packed(), { width: 300, height: 261 }).every((value) => value === 255),
    ).toBe(true);
  });

  it('reports changed tiles once, emptied ones without bits', () => {
    const bitmap = createMaskBitmap(photo);
    const dot = { points: [{ x: 10, y: 10 }], diameter: 20, value: 255 as const };
    applyStroke(bitmap, dot);
    applyStroke(bitmap, { ...dot, points: [{ x: 600, y: 500 }] });
    const dirty = bitmap.takeDirty();
    expect(dirty.map(({ column, row }) => [column, row])).toEqual([
      [0, 0],
      [2, 1],
    ]);
    expect(dirty.every(({ bits }) => bits !== undefined)).toBe(true);
    expect(bitmap.takeDirty()).toEqual([]);
    applyStroke(bitmap, { ...dot, diameter: 30, value: 0 });
    expect(bitmap.takeDirty()).toEqual([{ column: 0, row: 0, bits: undefined }]);
  });

  it('stores only the touched rows of touched tiles for undoing a stroke', () => {
    const bitmap = createMaskBitmap({ width: 8000, height: 6000 });
    const delta = applyStroke(bitmap, { points: [{ x: 4000, y: 3000 }], diameter: 20, value: 255 });
    const bytes = delta?.tiles.reduce((sum, { bits }) => sum + bits.length, 0);
    expect(bytes).toBeLessThanOrEqual(2 * 20 * (MASK_TILE.side / 8));
  });

  it('stores fully painted tiles only once', () => {
    const bitmap = createMaskBitmap({ width: 4096, height: 4096 });
    const centre = { x: 2048, y: 2048 };
    applyStroke(bitmap, { points: [centre], diameter: 5000, value: 255 });
    // A disc that leaves out the corners: 252 of 256 tiles are touched, most of them full.
    expect(new Set(bitmap.packed().map(({ bits }) => bits)).size).toBeLessThan(60);
    expect(bitmap.packed().length).toBe(252);
  });
});
