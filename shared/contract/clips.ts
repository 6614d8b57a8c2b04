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
  /**
   * Measures a clip again, by the user's order: one that could not be measured before is read once more.
   * The job's outputs say what was found. @throws AppError `not-found`
   */
  measure: procedure.input(outputReferenceSchema).output(z.void()),
  /**
   * The window is about to make a still by itself. False: the clip was tried before, and the window or the
   * program ended with it; it is left alone. Over with the still, with `notePlayable`, or `endStill`.
   */
  beginStill: procedure.input(outputReferenceSchema).output(z.boolean()),
  /** The still was not made, and it is no fault of the clip. */
  endStill: procedure.input(outputReferenceSchema).output(z.void()),
  /** The window has tried to decode a clip. @throws AppError `not-found` */
  notePlayable: procedure
    .input(outputReferenceSchema.extend({ isPlayable: z.boolean() }))
    .output(z.void()),
};
