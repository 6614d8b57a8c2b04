/** The soft edge of a Studio result: it follows the result's own edge, inside of it. */
import { sharesByDepth } from '../../../../../shared/mix/patch-weights.ts';
import type { SoftEdge } from '../../../../pictures/weights/mix-weight.ts';

/**
 * @param depths in the form of `shared/mix/patch-weights.ts`
 * @param width of the frame @returns a width of the edge is in photo pixels
 */
export function depthEdge(depths: Uint8Array, width: number): SoftEdge {
  return (feather) => {
    const byDepth = sharesByDepth(feather);
    return (y, shares) => {
      const row = y * width;
      for (let x = 0; x < width; x++) shares[x] = byDepth[depths[row + x] ?? 0] ?? 0;
    };
  };
}
