import { z } from 'zod';
import { MOST_FEATHER } from '../blend/patch-weights.ts';
import { idSchema, procedure, takes } from './common.ts';
import { BLEND_LIMITS, blendStrokeSchema } from './blend.ts';

/** weight = opacity × soft edge × (1 − painted away). */
export const patchBlendSchema = z.strictObject({
  opacity: z.number().min(0).max(1),
  /** Photo pixels over which the result fades in from its edge; 0 keeps its edge. */
  feather: z.number().min(0).max(MOST_FEATHER),
  strokes: z.array(blendStrokeSchema).max(BLEND_LIMITS.strokes).readonly(),
});

const blendedPatchSchema = z.strictObject({
  blend: patchBlendSchema,
  /** RGBA PNG of the unchanged result. */
  url: z.string(),
  /** Distance of its pixels from its edge, in the format of `shared/blend/patch-weights.ts`. */
  depthUrl: z.string(),
});

export type PatchBlend = z.infer<typeof patchBlendSchema>;

const patchInput = z.strictObject({ photoId: idSchema, patchId: idSchema });

export const patchBlendContract = {
  /** `not-found` if the result is gone; `invalid-input` for one of Faces. */
  read: procedure.input(patchInput).output(blendedPatchSchema),
  /** Waits until files show it. `invalid-input` while a running job builds on it. */
  save: takes({ ...patchInput.shape, blend: patchBlendSchema }).output(z.void()),
};
