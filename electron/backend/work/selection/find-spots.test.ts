import { describe, expect, it } from 'vitest';
import { loadOpenCv } from '../../../workers/opencv.ts';
import { findSpots } from './find-spots.ts';
import type { HeldPicture } from './messages.ts';

const cv = await loadOpenCv();

const SIZE = { width: 800, height: 500 } as const;

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Levels of brightness. */
  readonly change: number;
}

/** Soft discs on a sky that grows lighter, under a grain. */
function sky(discs: readonly Disc[]): HeldPicture {
  let state = 1;
  const grey = Float32Array.from({ length: SIZE.width * SIZE.height }, (_none, index) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 120 + (index / SIZE.width / SIZE.height) * 90 + (state / 2 ** 32 - 0.5) * 4;
  });
  for (const { x, y, radius, change } of discs) {
    for (
      let row = Math.max(0, Math.ceil(y - radius));
      row < Math.min(SIZE.height, y + radius);
      row++
    ) {
      for (
        let at = Math.max(0, Math.ceil(x - radius));
        at < Math.min(SIZE.width, x + radius);
        at++
      ) {
        const far = Math.hypot(at - x, row - y) / radius;
        const index = row * SIZE.width + at;
        grey[index] = (grey[index] ?? 0) + change * Math.min(1, Math.max(0, 1.5 - 1.5 * far));
      }
    }
  }
  const rgb = Uint8Array.from({ length: grey.length * 3 }, (_none, index) =>
    Math.round(grey[Math.floor(index / 3)] ?? 0),
  );
  return { key: '', rect: { x: 0, y: 0, ...SIZE }, ...SIZE, rgb };
}

const DUST: readonly Disc[] = [
  { x: 80, y: 90, radius: 5, change: -14 },
  { x: 300, y: 60, radius: 12, change: -20 },
  { x: 560, y: 130, radius: 8, change: 18 },
  { x: 700, y: 300, radius: 9, change: -12 },
  { x: 180, y: 380, radius: 15, change: -12 },
];

/** Stones of all sizes, close to each other. */
function stones(): Disc[] {
  let state = 7;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: 600 }, () => ({
    x: next() * SIZE.width,
    y: next() * SIZE.height,
    radius: 4 + next() * 7,
    change: next() < 0.3 ? 30 : -34,
  }));
}

describe('finding spots', () => {
  it('finds dark and light spots at the default, each with its position and size', () => {
    const { spots } = findSpots(cv, sky(DUST), 50, () => undefined);
    expect(spots).toHaveLength(DUST.length);
    for (const { x, y, radius } of DUST) {
      const spot = spots.find(({ bounds }) => Math.abs(bounds.x + bounds.width / 2 - x) < radius);
      expect(spot?.bounds.y).toBeLessThan(y);
      expect(spot?.bounds.width).toBeGreaterThan(1.6 * radius);
      expect(spot?.bounds.width).toBeLessThan(5 * radius);
    }
  });

  it('ignores texture', { tags: 'second' }, () => {
    const found = (sensitivity: number): number =>
      findSpots(cv, sky(stones()), sensitivity, () => undefined).spots.length;
    expect(found(50)).toBeLessThan(12); // of 600
    expect(found(100)).toBeGreaterThan(20);
  });
});
