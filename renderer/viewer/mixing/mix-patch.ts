import type { PicturePatch } from '../stage/viewer-types.ts';
import type { OpenMix } from './mix-session.ts';

/** Keep the object while the result is open: another one is loaded again. */
export function mixPatch({ output, described, weight }: OpenMix): PicturePatch {
  return {
    id: `mix ${output.jobId} ${output.output}`,
    url: described.layerUrl,
    rect: described.rect,
    weight: weight.weight,
  };
}
