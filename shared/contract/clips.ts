/** Clips on their way out: a frame, a range, the file itself. Their bytes travel by the media handler. */
import { z } from 'zod';
import { procedure } from './common.ts';
import { dragFileSchema } from './export.ts';
import { outputReferenceSchema } from './job-outputs.ts';

/** The files that are made of a clip. `pair`: compared frames beside each other. */
export const CLIP_PARTS = ['frame', 'mp4', 'gif', 'pair'] as const;
export type ClipPart = (typeof CLIP_PARTS)[number];

export const clipsContract = {
  /** The file of a clip, ready to be dragged; then `export.startDrag`. */
  prepareDrag: procedure.input(outputReferenceSchema).output(dragFileSchema),
  /** The window has tried to decode a clip. @throws AppError `not-found` */
  notePlayable: procedure
    .input(outputReferenceSchema.extend({ isPlayable: z.boolean() }))
    .output(z.void()),
};
