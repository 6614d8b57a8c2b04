/** Paid calls: starting them and following them. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { appErrorSchema, idSchema, procedure, rectSchema, timestampSchema } from './common.ts';

/**
 * `waiting` for its turn · `submitting` the request is on its way · `processing` the service has it ·
 * `downloading` the answer arrives · then one of the final states. `unknown`: the request left and
 * no answer came; it may have been charged, and only the user decides what happens next.
 */
export const jobStateSchema = z.enum([
  'waiting',
  'submitting',
  'processing',
  'downloading',
  'done',
  'failed',
  'unknown',
  'cancelled',
]);

export const jobSchema = z.strictObject({
  id: idSchema,
  /** Grows with every change of any job: where a reader continues after a break. */
  revision: z.int().nonnegative(),
  kind: z.enum(['cleanup']),
  state: jobStateSchema,
  photoId: idSchema,
  photoName: z.string(),
  connectionName: z.string(),
  /** Photo space: what is sent. */
  region: rectSchema,
  createdAt: timestampSchema,
  /** When the request began to leave. */
  submittedAt: timestampSchema.optional(),
  endedAt: timestampSchema.optional(),
  /** 0 to 1 within `submitting` and `downloading`, where it is known. */
  fraction: z.number().min(0).max(1).optional(),
  /** Median of the user's own finished runs of this kind, when there are some. */
  typicalMilliseconds: z.int().nonnegative().optional(),
  error: appErrorSchema.optional(),
  /** True once the user has put away what the job ended with. */
  isAcknowledged: z.boolean(),
  /** True when the service's answer could not be used but was kept. */
  hasKeptAnswer: z.boolean(),
});

export type JobState = z.infer<typeof jobStateSchema>;
export type Job = z.infer<typeof jobSchema>;

/** States in which nothing more happens by itself. */
export function isFinalJobState(state: JobState): boolean {
  return state === 'done' || state === 'failed' || state === 'unknown' || state === 'cancelled';
}

export const jobsContract = {
  /** Newest first. */
  list: procedure
    .input(z.strictObject({ limit: z.int().min(1).max(500) }))
    .output(z.array(jobSchema).readonly()),
  /**
   * Every job that changed after `afterRevision`, then every further change. A reader that
   * remembers the last revision it saw can break off and come back without loss or repetition.
   */
  changes: procedure
    .input(z.strictObject({ afterRevision: z.int().min(-1) }))
    .output(eventIterator(jobSchema)),
  /** Stops a job. What has already reached the service may still be charged. */
  cancel: procedure.input(z.strictObject({ jobId: idSchema })).output(z.void()),
  /** Puts away what a job ended with. */
  acknowledge: procedure.input(z.strictObject({ jobId: idSchema })).output(z.void()),
  /**
   * For `failed`, `unknown` and `cancelled`: sends the same mask again as a new job. When the answer
   * had arrived and only could not be stored, the same job is finished without sending anything.
   */
  runAgain: procedure
    .input(z.strictObject({ jobId: idSchema }))
    .output(z.strictObject({ jobId: idSchema })),
  /** Saves an answer that could not be used, exactly as it came. */
  saveKeptAnswer: procedure
    .input(z.strictObject({ jobId: idSchema }))
    .output(z.lazy(() => saveOutcomeSchema)),
};

export const cleanupContract = {
  /**
   * Sends the photo's painted region with its mask as a job. The mask is the one that the backend
   * holds (save it first); the run takes it, so that painting can go on, and gives it back when it
   * comes to nothing. An identical request that is still under way is joined.
   */
  run: procedure
    .input(z.strictObject({ photoId: idSchema }))
    .output(z.strictObject({ jobId: idSchema, joined: z.boolean() })),
};

/** What came of saving a file; `url` is a same-origin address that the window downloads. */
export const saveOutcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('saved'), name: z.string() }),
  z.strictObject({ kind: z.literal('download'), url: z.string(), name: z.string() }),
  z.strictObject({ kind: z.literal('cancelled') }),
]);
export type SaveOutcome = z.infer<typeof saveOutcomeSchema>;

/** File formats that a photo can be saved as. */
export const exportFormatSchema = z.enum(['png', 'jpeg', 'webp']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

export const exportContract = {
  /** Saves the photo with its applied results, at full resolution. */
  save: procedure
    .input(
      z.strictObject({
        photoId: idSchema,
        format: exportFormatSchema,
        /** 1 to 100 for `jpeg` and `webp`; ignored by `png`. */
        quality: z.int().min(1).max(100),
        /** `webp` without loss; ignored by the others. */
        lossless: z.boolean(),
      }),
    )
    .output(saveOutcomeSchema),
};
