import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { pressedDiameter } from './tool-state.ts';

it('pen pressure widens the stroke with pressure, from one pixel up to the size', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), share, share, (size, a, b) => {
      const [light, hard] = [Math.min(a, b), Math.max(a, b)];
      expect(pressedDiameter(size, light)).toBeLessThanOrEqual(pressedDiameter(size, hard));
      expect(pressedDiameter(size, light)).toBeGreaterThanOrEqual(1);
      expect(pressedDiameter(size, 1)).toBeCloseTo(size, 9);
    }),
  );
});
