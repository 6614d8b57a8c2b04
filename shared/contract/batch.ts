/** The same work on many photos: planned before it starts, done one photo after the other, paused and taken up again. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { appErrorSchema, idSchema, procedure, timestampSchema } from './common.ts';

/** Most photos of one batch, and of the strip that they are chosen in. */
export const MAX_BATCH_PHOTOS = 500;

const photoIdsSchema = z.array(idSchema).min(1).max(MAX_BATCH_PHOTOS).readonly();

/**
 * `remove-text`: of each whole photo, at `full` detail in tiles or `reduced`; photos of at most
 * 1024 × 1024 are sent whole either way. `same-mask`: a clean-up of each photo with the mask that is
 * painted on `maskPhotoId`, scaled to photos of the same shape. The batch has this mask as its own:
 * masks that are painted on the photos stay as they are, before and after.
 */
export const batchRequestSchema = z.discriminatedUnion('operation', [
  z.strictObject({
    operation: z.literal('remove-text'),
    photoIds: photoIdsSchema,
    detail: z.enum(['full', 'reduced']),
  }),
  z.strictObject({
    operation: z.literal('same-mask'),
    photoIds: photoIdsSchema,
    maskPhotoId: idSchema,
  }),
]);

/** A chosen photo that cannot take part, and why, as a sentence. */
export const leftOutPhotoSchema = z.strictObject({
  photoId: idSchema,
  reason: z.string(),
});

/** The plan of a batch. */
export const batchPlanSchema = z.strictObject({
  photos: z.int().nonnegative(),
  calls: z.int().nonnegative(),
  /** … of these calls, those with a saved result. */
  storedCalls: z.int().nonnegative(),
  /** Pixels that all calls send. */
  pixels: z.int().nonnegative(),
  /** The cost of all calls without saved results, 1/10000 USD; missing = not known. */
  cost: z.int().nonnegative().optional(),
  /** … and with saved results. */
  costWithStored: z.int().nonnegative().optional(),
  /** Planned for the practice service: free, so there is no cost at all. */
  isPractice: z.boolean(),
  leftOut: z.array(leftOutPhotoSchema).readonly(),
});

/**
 * `paused`: no further call leaves; calls in flight finish. `stopped`: as `done`, but some
 * of it was not run.
 */
export const batchStateSchema = z.enum(['running', 'paused', 'stopped', 'done']);

/** A photo of a batch with failed calls. */
export const batchFailureSchema = z.strictObject({
  photoId: idSchema,
  photoName: z.string(),
  error: appErrorSchema,
});

export const batchSchema = z.strictObject({
  id: idSchema,
  operation: z.enum(['remove-text', 'same-mask']),
  state: batchStateSchema,
  createdAt: timestampSchema,
  endedAt: timestampSchema.optional(),
  photos: z.int().positive(),
  photosDone: z.int().nonnegative(),
  photosFailed: z.int().nonnegative(),
  /** Of all photos; of those whose turn has not come, as planned at the start. */
  calls: z.int().nonnegative(),
  /** Answers that are here, failed calls, and calls in flight. */
  callsDone: z.int().nonnegative(),
  callsFailed: z.int().nonnegative(),
  callsUnderWay: z.int().nonnegative(),
  /** Of `callsFailed`: the request left and no answer came, so it may have been charged. */
  callsUnknown: z.int().nonnegative(),
  /** The cost of the finished calls, 1/10000 USD; missing = not known. */
  cost: z.int().nonnegative().optional(),
  /** Runs in practice: free, so there is no cost at all. */
  isPractice: z.boolean(),
  /** While it runs: about how long the rest takes. */
  remainingMilliseconds: z.int().nonnegative().optional(),
  /** The reason why Gesso paused it: the error that every further call would have met. */
  pausedBy: appErrorSchema.optional(),
  /** The first {@link MAX_BATCH_FAILURES} of them. */
  failures: z.array(batchFailureSchema).readonly(),
});

/** Most failures in the report of one batch. */
export const MAX_BATCH_FAILURES = 50;

export type BatchRequest = z.infer<typeof batchRequestSchema>;
export type BatchPlan = z.infer<typeof batchPlanSchema>;
export type LeftOutPhoto = z.infer<typeof leftOutPhotoSchema>;
export type BatchState = z.infer<typeof batchStateSchema>;
export type Batch = z.infer<typeof batchSchema>;
export type BatchFailure = z.infer<typeof batchFailureSchema>;

const batchIdSchema = z.strictObject({ batchId: idSchema });
const batchesSchema = z.array(batchSchema).readonly();

export const batchContract = {
  /** The plan of `start`. Starts nothing. */
  plan: procedure.input(z.strictObject({ request: batchRequestSchema })).output(batchPlanSchema),
  /**
   * Records the batch and lets it go. Each photo is sent as it looks when its turn comes.
   * `stored: 'use'` uses saved results in place of calls.
   */
  start: procedure
    .input(z.strictObject({ request: batchRequestSchema, stored: z.enum(['ignore', 'use']) }))
    .output(batchIdSchema),
  /** No further call leaves; calls in flight finish. Holds over a restart. */
  pause: procedure.input(batchIdSchema).output(z.void()),
  resume: procedure.input(batchIdSchema).output(z.void()),
  /** Cancels calls that have not been sent, for good; calls in flight finish and keep their results. */
  stop: procedure.input(batchIdSchema).output(z.void()),
  /** Runs failed calls again, and only those; resumes a paused batch. */
  retry: procedure.input(batchIdSchema).output(z.void()),
  /** Puts an ended batch away. */
  acknowledge: procedure.input(batchIdSchema).output(z.void()),
  /** The photos that it has finished, in their order. */
  photos: procedure
    .input(batchIdSchema)
    .output(z.array(z.strictObject({ id: idSchema, name: z.string() })).readonly()),
  /** Those that were not dismissed, newest first. */
  list: procedure.output(batchesSchema),
  /** The same list at once, and again after every change. */
  changes: procedure.output(eventIterator(batchesSchema)),
};
