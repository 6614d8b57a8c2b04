/** Face merges: the faces of a picture, and pictures that lie on their side. */
import { z } from 'zod';
import { idSchema, procedure, rectSchema } from './common.ts';
import { photoSchema } from './photos.ts';

/** `left`, `right`: by 90°. `mirror`: left and right change places. */
export const photoTurnSchema = z.enum(['left', 'right', 'mirror']);
export type PhotoTurn = z.infer<typeof photoTurnSchema>;

/** A face of a photo. */
export const photoFaceSchema = z.strictObject({
  /** Photo space; from the brows to the chin. */
  bounds: rectSchema,
  /** What may keep a service from finding it: too few pixels, cut by the edge, turned away. */
  problems: z.array(z.enum(['small', 'cut', 'turned'])).readonly(),
});
export type PhotoFace = z.infer<typeof photoFaceSchema>;

export const facesContract = {
  /**
   * The faces of a photo as it was opened, on this computer and for free; the largest first.
   *
   * @throws `tool-unavailable` where the model cannot run
   */
  find: procedure
    .input(z.strictObject({ photoId: idSchema }))
    .output(z.strictObject({ faces: z.array(photoFaceSchema).readonly() })),
  /** The photo turned or mirrored as a photo of its own, for a form. The original stays. */
  turn: procedure
    .input(z.strictObject({ photoId: idSchema, turn: photoTurnSchema }))
    .output(photoSchema),
};
