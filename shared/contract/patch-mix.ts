import { z } from 'zod';
import { MOST_FEATHER } from '../mix/patch-weights.ts';
import { idSchema, procedure } from './common.ts';
import { MIX_LIMITS, mixStrokeSchema } from './mix.ts';

/** weight = opacity × soft edge × (1 − painted away). */
export const patchMixSchema = z.strictObject({
  opacity: z.number().min(0).max(1),
  /** Photo pixels over which the result fades in from its edge; 0 keeps its edge. */
  feather: z.number().min(0).max(MOST_FEATHER),
  strokes: z.array(mixStrokeSchema).max(MIX_LIMITS.strokes).readonly(),
});

export const mixedPatchSchema = z.strictObject({
  mix: patchMixSchema,
  /** RGBA PNG of the unchanged result. */
  url: z.string(),
  /** Distance of its pixels from its edge, in the format of `shared/mix/patch-weights.ts`. */
  depthUrl: z.string(),
});

export type PatchMix = z.infer<typeof patchMixSchema>;
export type MixedPatch = z.infer<typeof mixedPatchSchema>;

const patchInput = z.strictObject({ photoId: idSchema, patchId: idSchema });

export const patchMixContract = {
  /**
   * `not-found` if the result is gone; `invalid-input` for one of Faces, which is blended there.
   */
  read: procedure.input(patchInput).output(mixedPatchSchema),
  /**
   * Waits until lists, runs and files show it. `invalid-input` while a running job builds on it.
   */
  save: procedure.input(patchInput.extend({ mix: patchMixSchema })).output(z.void()),
};
