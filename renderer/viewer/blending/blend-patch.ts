import type { PicturePatch } from '../stage/viewer-types.ts';
import type { OpenBlend } from './blend-session.ts';

/** Keep the object while the result is open: another one is loaded again. */
export function blendPatch({ output, described, weight }: OpenBlend): PicturePatch {
  return {
    id: `blend ${output.jobId} ${output.output}`,
    url: described.layerUrl,
    rect: described.rect,
    weight: weight.weight,
  };
}
