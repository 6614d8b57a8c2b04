/**
 * The fill writes the hole alone, goes on with its surroundings, and makes equal pictures of equal
 * calls.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillHole } from './fill.ts';
import { createRandom } from './random.ts';

/** RGB bytes from a function of the position. */
function paint(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => readonly [number, number, number],
): Uint8Array {
  const colours = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) colours.set(colourAt(x, y), 3 * (y * width + x));
  }
  return colours;
}

/** A mask that is 1 inside a rectangle. */
function rectangle(
  width: number,
  height: number,
  left: number,
  top: number,
  holeWidth: number,
  holeHeight: number,
): Uint8Array {
  const hole = new Uint8Array(width * height);
  for (let y = Math.max(0, top); y < Math.min(height, top + holeHeight); y += 1) {
    hole.fill(1, y * width + Math.max(0, left), y * width + Math.min(width, left + holeWidth));
  }
  return hole;
}

/** Sets the hole to a colour that must not survive. */
function spoil(colours: Uint8Array, hole: Uint8Array): Uint8Array {
  const spoilt = Uint8Array.from(colours);
  for (const [at, value] of hole.entries()) if (value === 1) spoilt.set([255, 0, 255], 3 * at);
  return spoilt;
}

function fill(
  width: number,
  height: number,
  colours: Uint8Array,
  hole: Uint8Array,
  unusable: Uint8Array | null = null,
): Uint8Array {
  const filled = spoil(colours, hole);
  fillHole({ width, height, colours: filled, hole, unusable });
  return filled;
}

/** Largest and mean difference of samples inside the hole. */
function errors(
  filled: Uint8Array,
  truth: Uint8Array,
  hole: Uint8Array,
): { largest: number; mean: number } {
  let largest = 0;
  let sum = 0;
  let count = 0;
  for (const [at, value] of hole.entries()) {
    if (value !== 1) continue;
    for (let sample = 3 * at; sample < 3 * at + 3; sample += 1) {
      const difference = Math.abs((filled[sample] ?? 0) - (truth[sample] ?? 0));
      largest = Math.max(largest, difference);
      sum += difference;
      count += 1;
    }
  }
  return { largest, mean: sum / count };
}

function changedOutside(filled: Uint8Array, before: Uint8Array, hole: Uint8Array): number {
  let changed = 0;
  for (const [at, value] of hole.entries()) {
    if (value === 1) continue;
    for (let sample = 3 * at; sample < 3 * at + 3; sample += 1) {
      if (filled[sample] !== before[sample]) changed += 1;
    }
  }
  return changed;
}

function noise(width: number, height: number, seed: number): Uint8Array {
  const random = createRandom(seed);
  return paint(width, height, () => [random(256), random(256), random(256)]);
}

describe('fillHole', { timeout: 30_000 }, () => {
  it('leaves every pixel outside the hole as it is', () => {
    const cases = fc.record({
      width: fc.integer({ min: 1, max: 48 }),
      height: fc.integer({ min: 1, max: 48 }),
      seed: fc.integer({ min: 1, max: 1e6 }),
      share: fc.integer({ min: 0, max: 100 }),
    });
    fc.assert(
      fc.property(cases, ({ width, height, seed, share }) => {
        const colours = noise(width, height, seed);
        const random = createRandom(seed + 1);
        const hole = Uint8Array.from({ length: width * height }, () =>
          random(100) < share ? 1 : 0,
        );
        expect(changedOutside(fill(width, height, colours, hole), colours, hole)).toBe(0);
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it('gives the same picture every time', { tags: 'second' }, () => {
    const colours = noise(80, 60, 7);
    const hole = rectangle(80, 60, 30, 20, 24, 18);
    expect(fill(80, 60, colours, hole)).toEqual(fill(80, 60, colours, hole));
  });

  it('gives another picture for another variant', { tags: 'second' }, () => {
    const colours = noise(80, 60, 7);
    const hole = rectangle(80, 60, 30, 20, 24, 18);
    const filled = (variant: number) => {
      const copy = Uint8Array.from(colours);
      fillHole({ width: 80, height: 60, colours: copy, hole, unusable: null }, variant);
      return copy;
    };
    expect(filled(1)).not.toEqual(filled(0));
    expect(filled(1)).toEqual(filled(1));
  });

  it('fills a plain colour exactly', () => {
    const colours = paint(120, 90, () => [37, 140, 222]);
    const hole = rectangle(120, 90, 40, 25, 45, 40);
    expect(errors(fill(120, 90, colours, hole), colours, hole).largest).toBe(0);
  });

  it('goes on with a gradient, across and aslant', () => {
    const slopes = [
      { across: 1, down: 0 },
      { across: 0, down: 1 },
      { across: 0.5, down: 0.6 },
    ];
    for (const { across, down } of slopes) {
      const colours = paint(140, 120, (x, y) => {
        const light = Math.round(20 + across * x + down * y);
        return [light, light, 200 - light];
      });
      const hole = rectangle(140, 120, 50, 40, 40, 36);
      const { largest, mean } = errors(fill(140, 120, colours, hole), colours, hole);
      expect(mean).toBeLessThan(3);
      expect(largest).toBeLessThan(12);
    }
  });

  it('goes on with a periodic texture in step', () => {
    const colours = paint(160, 160, (x, y) =>
      (Math.floor(x / 5) + Math.floor(y / 5)) % 2 === 0 ? [230, 220, 210] : [30, 40, 50],
    );
    const hole = rectangle(160, 160, 60, 62, 40, 40);
    expect(errors(fill(160, 160, colours, hole), colours, hole).mean).toBeLessThan(2);
  });

  it('keeps the contrast of a texture instead of blurring it', { tags: 'second' }, () => {
    const colours = noise(160, 160, 3);
    const hole = rectangle(160, 160, 50, 50, 60, 60);
    const filled = fill(160, 160, colours, hole);
    let sum = 0;
    let squares = 0;
    let count = 0;
    for (const [at, value] of hole.entries()) {
      if (value !== 1) continue;
      sum += filled[3 * at] ?? 0;
      squares += (filled[3 * at] ?? 0) ** 2;
      count += 1;
    }
    // Even noise from 0 to 255 has a standard deviation of 74.
    expect(Math.sqrt(squares / count - (sum / count) ** 2)).toBeGreaterThan(50);
  });

  it('fills a large hole in steps of scale, without a trace of what was there', () => {
    const colours = paint(500, 500, (x, y) => [
      128 + 60 * Math.sin(x / 9),
      128 + 60 * Math.sin(y / 7),
      128,
    ]);
    const hole = rectangle(500, 500, 40, 40, 380, 380);
    const filled = fill(500, 500, colours, hole);
    const blues = [...hole.keys()].filter((at) => hole[at] === 1 && filled[3 * at + 2] === 255);
    expect(blues).toHaveLength(0);
    expect(errors(filled, colours, hole).mean).toBeLessThan(40);
  });

  it('fills holes that touch all borders', () => {
    const colours = paint(100, 80, () => [90, 120, 60]);
    const hole = rectangle(100, 80, 0, 0, 100, 80);
    for (let y = 30; y < 50; y += 1) hole.fill(0, y * 100 + 40, y * 100 + 60);
    const filled = fill(100, 80, colours, hole);
    expect(errors(filled, colours, hole).largest).toBe(0);
  });

  it('fills a hole in each corner', () => {
    const colours = paint(90, 90, (x) => [x, 128, 255 - x]);
    const hole = rectangle(90, 90, 0, 0, 12, 12);
    for (const [left, top] of [
      [78, 0],
      [0, 78],
      [78, 78],
    ] as const) {
      hole.set(rectangle(90, 90, left, top, 12, 12).map((value, at) => value | (hole[at] ?? 0)));
    }
    expect(errors(fill(90, 90, colours, hole), colours, hole).largest).toBeLessThan(16);
  });

  it('gives an even grey where the hole is the whole picture', () => {
    for (const [width, height] of [
      [64, 48],
      [5, 3],
      [1, 1],
    ] as const) {
      const hole = new Uint8Array(width * height).fill(1);
      const filled = fill(width, height, noise(width, height, 5), hole);
      expect(new Set(filled)).toEqual(new Set([128]));
    }
  });

  it('goes on smoothly where too little is known for a patch', () => {
    const colours = paint(40, 40, () => [200, 100, 50]);
    const hole = rectangle(40, 40, 0, 0, 40, 40);
    hole.fill(0, 0, 3);
    const filled = fill(40, 40, colours, hole);
    expect(errors(filled, colours, hole).largest).toBeLessThanOrEqual(1);
  });

  it('copies nothing from pixels that are marked as unusable', () => {
    const colours = paint(120, 60, (x) => (x < 60 ? [10, 200, 10] : [200, 10, 10]));
    const hole = rectangle(120, 60, 48, 20, 12, 20);
    const unusable = rectangle(120, 60, 60, 0, 60, 60);
    const filled = fill(120, 60, colours, hole, unusable);
    const reds = [...hole.keys()].filter((at) => hole[at] === 1 && (filled[3 * at] ?? 0) > 60);
    expect(reds).toHaveLength(0);
  });

  it('fills far apart holes each from its own surroundings', () => {
    const colours = paint(600, 60, (x) => (x < 300 ? [20, 20, 220] : [220, 20, 20]));
    const hole = rectangle(600, 60, 60, 20, 20, 20);
    hole.set(rectangle(600, 60, 520, 20, 20, 20).map((value, at) => value | (hole[at] ?? 0)));
    expect(errors(fill(600, 60, colours, hole), colours, hole).largest).toBe(0);
  });
});
