import { z } from 'zod';
import { procedure, takes } from './common.ts';
import { dragFileSchema } from './export.ts';
import { outputReferenceSchema } from './job-outputs.ts';

export const CLIP_PARTS = ['frame', 'mp4', 'gif', 'pair'] as const;
export type ClipPart = (typeof CLIP_PARTS)[number];

export const clipsContract = {
  prepareDrag: procedure.input(outputReferenceSchema).output(dragFileSchema),
  /** Measures again, even if it failed before. @throws AppError `not-found` */
  measure: procedure.input(outputReferenceSchema).output(z.void()),
  /** False if an earlier try crashed. Released by the poster, `notePlayable` or `endStill`. */
  beginStill: procedure.input(outputReferenceSchema).output(z.boolean()),
  /** Releases the claim: the poster was not made, and not because of the clip. */
  endStill: procedure.input(outputReferenceSchema).output(z.void()),
  /** Records whether the window could decode a clip. @throws AppError `not-found` */
  notePlayable: takes({ ...outputReferenceSchema.shape, isPlayable: z.boolean() }).output(z.void()),
};
