import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRandom } from '../pictures/random.ts';
import { fillHole } from './fill.ts';

/** Fills a picture of four channels; the colour that was in the hole must not survive. */
function fill(
  width: number,
  height: number,
  isHole: (x: number, y: number) => boolean,
  colourAt: (x: number, y: number) => readonly [number, number, number, number],
) {
  const before = new Uint8Array(4 * width * height);
  const hole = new Uint8Array(width * height);
  for (const at of hole.keys()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    before.set(colourAt(x, y), 4 * at);
    if (!isHole(x, y)) continue;
    hole[at] = 1;
    before.set([255, 0, 255], 4 * at);
  }
  const samples = Uint8Array.from(before);
  fillHole({ width, height, channels: 4, hasAlpha: true, samples }, hole, false);
  return { before, samples, hole };
}

it('keeps alpha and every pixel outside the hole unchanged', () => {
  const side = fc.integer({ min: 1, max: 48 });
  fc.assert(
    fc.property(side, side, fc.integer({ min: 0, max: 100 }), (width, height, share) => {
      const random = createRandom(1 + height);
      const noise = () => [random(256), random(256), random(256), 1 + random(255)] as const;
      const { before, samples, hole } = fill(width, height, () => random(100) < share, noise);
      const isKept = (_value: number, at: number) => at % 4 === 3 || hole[at >> 2] === 0;
      expect(samples.filter(isKept)).toEqual(before.filter(isKept));
    }),
    { numRuns: 60, seed: 1 },
  );
});

it('continues a gradient and a periodic texture', () => {
  for (const [most, colourAt] of [
    [3, (x: number, y: number) => [20 + x, 20 + y, 200 - x, 255] as const],
    [
      2,
      (x: number, y: number) =>
        (((x / 5) | 0) + ((y / 5) | 0)) % 2 === 0
          ? ([230, 220, 210, 255] as const)
          : ([30, 40, 50, 255] as const),
    ],
  ] as const) {
    const isHole = (x: number, y: number) => x >= 60 && x < 96 && y >= 62 && y < 98;
    const { samples, hole } = fill(150, 150, isHole, colourAt);
    const off = [...hole.keys()]
      .filter((at) => hole[at] === 1)
      .map((at) => {
        const wanted = colourAt(at % 150, Math.floor(at / 150));
        return [0, 1, 2].reduce(
          (sum, c) => sum + Math.abs((samples[4 * at + c] ?? 0) - (wanted[c] ?? 0)) / 3,
          0,
        );
      });
    expect(off.reduce((sum, each) => sum + each, 0) / off.length).toBeLessThan(most);
  }
});

it('copies nothing from fully transparent pixels', () => {
  const isHole = (x: number, y: number) => x >= 48 && x < 60 && y >= 20 && y < 40;
  const { samples, hole } = fill(120, 60, isHole, (x) =>
    x < 60 ? [10, 200, 10, 255] : [200, 10, 10, 0],
  );
  expect([...hole.keys()].filter((at) => hole[at] === 1 && (samples[4 * at] ?? 0) > 60)).toEqual(
    [],
  );
});
