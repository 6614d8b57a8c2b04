/** Face merges: starting one or a whole matrix, and pictures that lie on their side. */
import { z } from 'zod';
import { idSchema, procedure } from './common.ts';
import { MATRIX } from './faces-form.ts';
import { mergeFaceRequestSchema } from './job-requests.ts';
import { photoSchema } from './photos.ts';

/** `left`, `right`: by 90°. `mirror`: left and right change places. */
export const photoTurnSchema = z.enum(['left', 'right', 'mirror']);
export type PhotoTurn = z.infer<typeof photoTurnSchema>;

export const facesContract = {
  /**
   * Starts face merges as one group, in one transaction: all of them, or none. Each is checked first;
   * identical ones that are under way are joined.
   */
  start: procedure
    .input(
      z.strictObject({
        requests: z.array(mergeFaceRequestSchema).min(1).max(MATRIX.cells).readonly(),
      }),
    )
    .output(z.strictObject({ runId: idSchema, jobIds: z.array(idSchema).readonly() })),
  /** The photo turned or mirrored as a photo of its own, for a form. The original stays. */
  turn: procedure
    .input(z.strictObject({ photoId: idSchema, turn: photoTurnSchema }))
    .output(photoSchema),
};
