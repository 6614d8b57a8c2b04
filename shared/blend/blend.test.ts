import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import type { Blend, BlendStroke } from '../contract/blend.ts';
import { blendFrame, type BlendFrame } from './blend-frame.ts';
import { blendNumber, blendWeights } from './blend-weights.ts';
import { coverOf, coverStroke } from './stroke-cover.ts';
import { sizeWithin } from '../geometry/rect.ts';

const ALL_SIDES = { left: true, top: true, right: true, bottom: true };
const PLACE = { x: 40, y: 30, width: 60, height: 50 };
const WHOLE: Blend = { strength: 1, softEdge: 0, strokes: [] };

function stroke(points: readonly number[], more: Partial<BlendStroke> = {}): BlendStroke {
  return { points, radius: 6, hardness: 0.5, isErase: false, ...more };
}

const strokes = fc.array(
  fc.record({
    points: fc
      .array(fc.tuple(fc.integer({ min: 20, max: 120 }), fc.integer({ min: 10, max: 100 })), {
        minLength: 1,
        maxLength: 6,
      })
      .map((pairs) => pairs.flat()),
    radius: fc.double({ min: 0.3, max: 20, noNaN: true }),
    hardness: fc.double({ min: 0, max: 1, noNaN: true }),
    isErase: fc.boolean(),
  }),
  { maxLength: 4 },
);

describe('a painted stroke', () => {
  it('covers its middle completely, fades towards its radius and ends there', () => {
    const frame = blendFrame(PLACE);
    const cover = coverOf(frame, [stroke([70.5, 55.5])]);
    const at = (x: number) => cover[25 * PLACE.width + x];
    expect([at(30), at(33), at(36), at(37)]).toEqual([255, 255, expect.any(Number), 0]);
    expect(at(35)).toBeGreaterThan(0);
    expect(at(35)).toBeLessThan(255);
  });

  it('is equal drawn at once and piece by piece, over the whole and over a part', () => {
    fc.assert(
      fc.property(strokes, fc.integer({ min: 0, max: 49 }), (all, top) => {
        const frame = blendFrame(PLACE);
        const whole = coverOf(frame, all);
        const pieces = new Uint8Array(whole.length);
        for (const each of all) {
          for (let count = 1; count <= each.points.length / 2; count++) {
            const begun = { ...each, points: each.points.slice(0, count * 2) };
            coverStroke(pieces, frame, begun, count - 1);
          }
        }
        expect(pieces).toEqual(whole);
        const part: BlendFrame = { ...frame, part: { ...frame.part, y: top, height: 50 - top } };
        expect(coverOf(part, all)).toEqual(whole.subarray(top * PLACE.width));
      }),
      { numRuns: 60 },
    );
  });

  it('that restores the result removes as much as it covers', () => {
    const frame = blendFrame(PLACE);
    const painted = [stroke([70, 55], { radius: 15, hardness: 1 })];
    const back = [...painted, stroke([70, 55], { radius: 30, hardness: 1, isErase: true })];
    expect(Math.max(...coverOf(frame, painted))).toBe(255);
    expect(Math.max(...coverOf(frame, back))).toBe(0);
  });

  it('reports exactly the part that it has changed', () => {
    const frame = blendFrame(PLACE);
    const cover = new Uint8Array(60 * 50);
    const changed = coverStroke(cover, frame, stroke([45, 35, 60, 40]));
    for (const [index, value] of cover.entries()) {
      if (value === 0) continue;
      const [x, y] = [index % 60, Math.floor(index / 60)];
      expect(x >= changed.x && x < changed.x + changed.width).toBe(true);
      expect(y >= changed.y && y < changed.y + changed.height).toBe(true);
    }
    expect(coverStroke(cover, frame, stroke([900, 900])).width).toBe(0);
  });

  it('looks the same in a smaller frame', () => {
    const half = blendFrame(PLACE, { width: 30, height: 25 });
    const cover = coverOf(half, [stroke([70, 55], { radius: 20, hardness: 1 })]);
    const large = coverOf(blendFrame(PLACE), [stroke([70, 55], { radius: 20, hardness: 1 })]);
    const share = (of: Uint8Array) => of.reduce((sum, value) => sum + value, 0) / of.length / 255;
    expect(share(cover)).toBeCloseTo(share(large), 1);
  });
});

describe('the weights of a blend', () => {
  it('are strength × soft edge × the share that is not painted back', () => {
    const blend = { strength: 0.5, softEdge: 0, strokes: [stroke([70, 55], { hardness: 1 })] };
    const weights = blendWeights(blendFrame(PLACE), blend, ALL_SIDES);
    expect(weights[0]).toBe(128);
    expect(weights[25 * 60 + 30]).toBe(0);
  });

  it('fade to zero at soft sides and not at the picture’s own', () => {
    const blend = { ...WHOLE, softEdge: 0.2 };
    const weights = blendWeights(blendFrame(PLACE), blend, { ...ALL_SIDES, left: false });
    const row = 25 * 60;
    expect(weights[row]).toBe(255);
    expect(weights[row + 30]).toBe(255);
    expect(weights[row + 59]).toBeLessThan(5);
    const fading = [...weights.subarray(row + 45, row + 60)];
    expect(fading).toEqual(fading.toSorted((a, b) => b - a));
  });

  it('stay within 0 … 255 and work for a crop of 1 pixel', () => {
    const tiny = { x: 3, y: 3, width: 1, height: 1 };
    const blend = { strength: 1, softEdge: 0.25, strokes: [stroke([3.5, 3.5], { radius: 0.2 })] };
    expect(blendWeights(blendFrame(tiny), blend, ALL_SIDES)).toHaveLength(1);
  });
});

it('blends values exactly at both ends, with 8 and with 16 bits', () => {
  for (const most of [255, 65_535]) {
    expect(blendNumber(7, most, 0)).toBe(7);
    expect(blendNumber(7, most, 255)).toBe(most);
    expect(blendNumber(0, most, 128)).toBe(Math.floor((most * 128 + 127) / 255));
  }
});

it('draws a large crop with fewer pixels of the same shape', () => {
  expect(sizeWithin({ width: 10_000, height: 10_000 }, 4_000_000)).toEqual({
    width: 2000,
    height: 2000,
  });
  expect(sizeWithin({ width: 30, height: 20 }, 4_000_000)).toEqual({ width: 30, height: 20 });
});
