import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../pictures/random.ts';
import { fillHole } from './fill.ts';

type Colour = readonly [number, number, number];

/** A picture and its hole: 1 inside a rectangle. */
function paint(
  width: number,
  height: number,
  [left, top, across, down]: readonly [number, number, number, number],
  colourAt: (x: number, y: number) => Colour,
) {
  const truth = new Uint8Array(3 * width * height);
  const hole = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      truth.set(colourAt(x, y), 3 * (y * width + x));
      const isInside = x >= left && x < left + across && y >= top && y < top + down;
      hole[y * width + x] = isInside ? 1 : 0;
    }
  }
  return { width, height, truth, hole };
}

/** Fills the hole, which has a colour before that must not survive. */
function fill({ width, height, truth, hole }: ReturnType<typeof paint>, variant = 0): Uint8Array {
  const samples = Uint8Array.from(truth);
  for (const [at, value] of hole.entries()) if (value === 1) samples.set([255, 0, 255], 3 * at);
  const photo = { width, height, channels: 3, hasAlpha: false, samples } as const;
  fillHole(photo, hole, false, variant);
  return samples;
}

/** Largest and mean difference of samples, inside the hole or outside. */
function errors(filled: Uint8Array, { truth, hole }: ReturnType<typeof paint>, inside: 0 | 1 = 1) {
  const differences = [...filled.keys()]
    .filter((sample) => hole[Math.floor(sample / 3)] === inside)
    .map((sample) => Math.abs((filled[sample] ?? 0) - (truth[sample] ?? 0)));
  const sum = differences.reduce((total, each) => total + each, 0);
  return {
    largest: differences.reduce((most, each) => Math.max(most, each), 0),
    mean: sum / differences.length,
  };
}

function noise(seed: number): () => Colour {
  const random = createRandom(seed);
  return () => [random(256), random(256), random(256)];
}

describe('fillHole', { timeout: 30_000 }, () => {
  it('leaves every pixel outside the hole as it is', () => {
    const side = fc.integer({ min: 1, max: 48 });
    const cases = fc.record({ width: side, height: side, share: fc.integer({ max: 100, min: 0 }) });
    fc.assert(
      fc.property(cases, ({ width, height, share }) => {
        const picture = paint(width, height, [0, 0, 0, 0], noise(width + share));
        const random = createRandom(1 + height);
        for (const at of picture.hole.keys()) picture.hole[at] = random(100) < share ? 1 : 0;
        expect(errors(fill(picture), picture, 0).largest).toBe(0);
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it('gives the same picture every time, and another one for another variant', () => {
    const picture = paint(80, 60, [30, 20, 24, 18], noise(7));
    expect(fill(picture)).toEqual(fill(picture));
    expect(fill(picture, 1)).not.toEqual(fill(picture));
  });

  it.each([
    [1, 0],
    [0, 1],
    [0.5, 0.6],
  ])('goes on with a gradient of %d across and %d down', (across, down) => {
    const picture = paint(140, 120, [50, 40, 40, 36], (x, y) => {
      const light = Math.round(20 + across * x + down * y);
      return [light, light, 200 - light];
    });
    const { largest, mean } = errors(fill(picture), picture);
    expect(mean).toBeLessThan(3);
    expect(largest).toBeLessThan(12);
  });

  it('goes on with a periodic texture in step', () => {
    const picture = paint(160, 160, [60, 62, 40, 40], (x, y) =>
      (Math.floor(x / 5) + Math.floor(y / 5)) % 2 === 0 ? [230, 220, 210] : [30, 40, 50],
    );
    expect(errors(fill(picture), picture).mean).toBeLessThan(2);
  });

  it('fills a large hole without a trace of what was there', () => {
    const picture = paint(500, 500, [40, 40, 380, 380], (x, y) => [
      128 + 60 * Math.sin(x / 9),
      128 + 60 * Math.sin(y / 7),
      128,
    ]);
    expect(errors(fill(picture), picture).mean).toBeLessThan(40);
  });

  it('fills a hole that leaves nothing to copy with an even colour', () => {
    const known = paint(40, 40, [0, 1, 40, 39], () => [200, 100, 50]);
    expect(errors(fill(known), known).largest).toBeLessThanOrEqual(1);
    const nothing = paint(5, 3, [0, 0, 5, 3], noise(5));
    expect(new Set(fill(nothing))).toEqual(new Set([128]));
  });

  it('fills each of several holes from its own surroundings', () => {
    const picture = paint(600, 60, [60, 20, 20, 20], (x) =>
      x < 300 ? [20, 20, 220] : [220, 20, 20],
    );
    for (let y = 20; y < 40; y += 1) picture.hole.fill(1, y * 600 + 520, y * 600 + 540);
    expect(errors(fill(picture), picture).largest).toBe(0);
  });

  it('copies nothing from pixels that are fully transparent', () => {
    const [width, height] = [120, 60];
    const samples = new Uint8Array(4 * width * height);
    const hole = new Uint8Array(width * height);
    for (let at = 0; at < hole.length; at += 1) {
      const x = at % width;
      samples.set(x < 60 ? [10, 200, 10, 255] : [200, 10, 10, 0], 4 * at);
      if (x >= 48 && x < 60 && at >= 20 * width && at < 40 * width) hole[at] = 1;
    }
    fillHole({ width, height, channels: 4, hasAlpha: true, samples }, hole, false);
    const reds = [...hole.keys()].filter((at) => hole[at] === 1 && (samples[4 * at] ?? 0) > 60);
    expect(reds).toEqual([]);
  });
});
