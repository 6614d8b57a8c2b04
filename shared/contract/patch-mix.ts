/**
 * How a result of the Studio lies over its photo: its opacity, a soft edge inside of it, and strokes that
 * paint it away or bring it back. The result itself stays as it came, and no pixel beside it changes.
 */
import { z } from 'zod';
import { MOST_FEATHER } from '../mix/patch-weights.ts';
import { idSchema, procedure } from './common.ts';
import { MIX_LIMITS, mixStrokeSchema } from './mix.ts';

/** weight = opacity × soft edge × (1 − painted away). */
export const patchMixSchema = z.strictObject({
  opacity: z.number().min(0).max(1),
  /** Photo pixels over which the result fades in from its edge; 0 = as the edge came. */
  feather: z.number().min(0).max(MOST_FEATHER),
  /** In the order of their making, photo space; `isErase` brings the result back. */
  strokes: z.array(mixStrokeSchema).max(MIX_LIMITS.strokes).readonly(),
});

/** A result with everything that mixing it needs. */
export const mixedPatchSchema = z.strictObject({
  mix: patchMixSchema,
  /** RGBA PNG of the result's place, as it came. */
  url: z.string(),
  /** Distance of its pixels from its edge, in the form of `shared/mix/patch-weights.ts`. */
  depthUrl: z.string(),
});

export type PatchMix = z.infer<typeof patchMixSchema>;
export type MixedPatch = z.infer<typeof mixedPatchSchema>;

const patchInput = z.strictObject({ photoId: idSchema, patchId: idSchema });

export const patchMixContract = {
  /** `not-found` when the result is gone; `invalid-input` for one of Faces, which is mixed there. */
  read: procedure.input(patchInput).output(mixedPatchSchema),
  /**
   * Saves how the result is mixed with its photo; answers when lists, runs and files show it. Refused with
   * `invalid-input` while a run that has not come back yet builds on it. The latest one counts.
   */
  save: procedure.input(patchInput.extend({ mix: patchMixSchema })).output(z.void()),
};
