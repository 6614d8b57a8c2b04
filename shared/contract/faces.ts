import { z } from 'zod';
import { idSchema, takes, rectSchema } from './common.ts';
import { photoSchema } from './photos.ts';

/** `left` and `right` rotate by 90°, `mirror` flips horizontally. */
const photoTurnSchema = z.enum(['left', 'right', 'mirror']);
export type PhotoTurn = z.infer<typeof photoTurnSchema>;

const photoFaceSchema = z.strictObject({
  /** Photo space, from the brows to the chin. */
  bounds: rectSchema,
  /** Reasons why a service may not find it: too few pixels, cut by the edge, turned away. */
  problems: z.array(z.enum(['small', 'cut', 'turned'])).readonly(),
});
export type PhotoFace = z.infer<typeof photoFaceSchema>;

export const facesContract = {
  /** Local and free, largest first. @throws `tool-unavailable` if the model cannot run */
  find: takes({ photoId: idSchema }).output(
    z.strictObject({ faces: z.array(photoFaceSchema).readonly() }),
  ),
  turn: takes({ photoId: idSchema, turn: photoTurnSchema }).output(photoSchema),
};
