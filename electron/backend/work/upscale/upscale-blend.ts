import type { Blend } from '../../../../shared/contract/blend.ts';
import { invalidInput } from '../../../../shared/errors/app-error.ts';
import { NO_SOFT_SIDES } from '../../vision/imaging/results/blend-upscale.ts';
import type { BlendKind, BlendTarget } from '../blend/blend-kind.ts';
import type { UpscaleResults } from './upscale-results.ts';

/** Default blend: nothing of the original is visible. */
const INITIAL_UPSCALE_BLEND: Blend = { strength: 1, softEdge: 0, strokes: [] };

export function createUpscaleBlend(
  results: Pick<UpscaleResults, 'result' | 'finishedPath' | 'blendedFile'>,
): BlendKind {
  const outputOf = ({ job, output }: BlendTarget) => ({ jobId: job.id, output: output.id });
  return {
    async describe(target) {
      const { url, width, height, raw, original } = await results.result(outputOf(target));
      return {
        initial: INITIAL_UPSCALE_BLEND,
        // The window enlarges it itself, for the visible part only.
        base: { id: `${target.job.id} base`, url: original?.url ?? url, width, height },
        below: [],
        rect: { x: 0, y: 0, width, height },
        softSides: NO_SOFT_SIDES,
        layerUrl: url,
        returned: raw,
      };
    },
    layer: (target) => results.finishedPath(outputOf(target)),
    file(target, _blend, options) {
      const { format } = options;
      if (format === 'psd' || format === 'ora') {
        throw invalidInput(
          'An enlarged picture has no layers. Save it as PNG, JPEG, WebP or TIFF.',
        );
      }
      const { stem, write } = results.blendedFile(outputOf(target), { ...options, format });
      return { stem, write };
    },
  };
}
