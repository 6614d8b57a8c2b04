import type { Mix, MixedOutput } from '../../../shared/contract/mix.ts';
import { weightFrame, type MixFrame } from '../../../shared/mix/mix-frame.ts';
import { edgeShares } from '../../../shared/mix/mix-weights.ts';
import type { MixLook, SoftEdge } from '../weights/mix-weight.ts';

/** The width is a share of the shorter side. */
export function sideEdgeOf({ rect, softSides }: Pick<MixedOutput, 'rect' | 'softSides'>): {
  readonly frame: MixFrame;
  readonly softEdge: SoftEdge;
} {
  const frame = weightFrame(rect);
  return {
    frame,
    softEdge(width) {
      const { across, down } = edgeShares(frame, width, softSides);
      return (y, shares) => {
        const ofRow = down[y] ?? 0;
        for (const [x, share] of across.entries()) shares[x] = ofRow * share;
      };
    },
  };
}

export function lookOfMix({ strength, softEdge, strokes }: Mix): MixLook {
  return { opacity: strength, edge: softEdge, strokes };
}
