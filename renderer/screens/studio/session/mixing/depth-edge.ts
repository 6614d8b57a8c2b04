/** Follows the inner side of the result's own edge. */
import { sharesByDepth } from '../../../../../shared/mix/patch-weights.ts';
import type { SoftEdge } from '../../../../pictures/weights/mix-weight.ts';

/** @param depths as in `shared/mix/patch-weights.ts` @param width of the frame, photo pixels */
export function depthEdge(depths: Uint8Array, width: number): SoftEdge {
  return (feather) => {
    const byDepth = sharesByDepth(feather);
    return (y, shares) => {
      const row = y * width;
      for (let x = 0; x < width; x++) shares[x] = byDepth[depths[row + x] ?? 0] ?? 0;
    };
  };
}
