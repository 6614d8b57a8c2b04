/** Clips on their way out: a frame, a range, the file itself. Their bytes travel by the media handler. */
import { z } from 'zod';
import { idSchema, procedure, timestampSchema } from './common.ts';
import { dragFileSchema } from './export.ts';
import { jobBriefSchema } from './job-brief.ts';
import { outputIdSchema, outputReferenceSchema } from './job-outputs.ts';

/** The files that are made of a clip. `pair`: compared frames beside each other. */
export const CLIP_PARTS = ['frame', 'mp4', 'gif', 'pair'] as const;
export type ClipPart = (typeof CLIP_PARTS)[number];

/** The keyword of the text in saved frames. */
export const FRAME_NOTE = 'Gesso';

/** The text in a saved frame: where it is from, and the settings that made it. */
export const frameNoteSchema = z.object({
  jobId: idSchema,
  output: outputIdSchema,
  /** Counts from 1, as on the screen. */
  frame: z.int().positive(),
  createdAt: timestampSchema,
  /** Decimal text. */
  seed: z.string().optional(),
  settings: jobBriefSchema.optional(),
});
export type FrameNote = z.infer<typeof frameNoteSchema>;

export const clipsContract = {
  /** The file of a clip, ready to be dragged; then `export.startDrag`. */
  prepareDrag: procedure.input(outputReferenceSchema).output(dragFileSchema),
};
