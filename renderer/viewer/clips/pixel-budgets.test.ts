import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pixelBudgets } from './pixel-budgets.ts';

const FRAME = 1024 * 576;
const CAP = 400e6;

describe('the memory budget for frames', () => {
  it('stores clips of 25, 25, 100 and 14 frames as pixels', () => {
    const frames = [25, 25, 100, 14];
    expect(
      pixelBudgets(
        frames.map((count) => count * FRAME),
        CAP,
      ),
    ).toEqual(frames.map((count) => count * FRAME * 4));
  });

  it('stores the small ones as pixels when not all fit', () => {
    const [long, short, other, last] = pixelBudgets(
      [100, 25, 100, 100].map((count) => count * FRAME),
      CAP,
    );
    expect(short).toBe(25 * FRAME * 4);
    expect([long, other, last]).toEqual([0, 0, 0]);
  });

  it('gives clips of unknown size an equal share', () => {
    expect(pixelBudgets([undefined, undefined], CAP)).toEqual([CAP / 2, CAP / 2]);
    expect(pixelBudgets([undefined], CAP)).toEqual([CAP]);
  });

  it('never exceeds its total while the planes fit', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 120 * FRAME }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(counts, (pixels) => {
        const planes = pixels.reduce((sum, count) => sum + count * 1.5, 0);
        fc.pre(planes <= CAP);
        const used = pixelBudgets(pixels, CAP).reduce(
          (sum, allowed, index) =>
            sum + (allowed >= (pixels[index] ?? 0) * 4 ? allowed : (pixels[index] ?? 0) * 1.5),
          0,
        );
        expect(used).toBeLessThanOrEqual(CAP + 1);
      }),
    );
  });
});
