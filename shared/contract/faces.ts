/** Face merges: pictures that lie on their side. */
import { z } from 'zod';
import { idSchema, procedure } from './common.ts';
import { photoSchema } from './photos.ts';

/** `left`, `right`: by 90°. `mirror`: left and right change places. */
export const photoTurnSchema = z.enum(['left', 'right', 'mirror']);
export type PhotoTurn = z.infer<typeof photoTurnSchema>;

export const facesContract = {
  /** The photo turned or mirrored as a photo of its own, for a form. The original stays. */
  turn: procedure
    .input(z.strictObject({ photoId: idSchema, turn: photoTurnSchema }))
    .output(photoSchema),
};
