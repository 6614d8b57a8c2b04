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
 * what is painted on any of the photos stays as it is, before and after.
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

/** What a batch would do now. */
export const batchPlanSchema = z.strictObject({
  photos: z.int().nonnegative(),
  calls: z.int().nonnegative(),
  /** … of these calls, whose answers are kept from before. */
  storedCalls: z.int().nonnegative(),
  /** Pixels that all calls send. */
  pixels: z.int().nonnegative(),
  /** What all calls would cost if none came from the store, 1/10000 USD; missing = not known. */
  cost: z.int().nonnegative().optional(),
  /** … and with what is in the store. */
  costWithStored: z.int().nonnegative().optional(),
  leftOut: z.array(leftOutPhotoSchema).readonly(),
});

/**
 * `paused`: nothing more leaves; what was under way has ended or ends. `stopped`: as `done`, but some
 * of it was not run.
 */
export const batchStateSchema = z.enum(['running', 'paused', 'stopped', 'done']);

/** A photo of a batch that came to nothing, or not to all. */
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
  /** Answers that are here, calls that came to nothing, and calls that are on their way. */
  callsDone: z.int().nonnegative(),
  callsFailed: z.int().nonnegative(),
  callsUnderWay: z.int().nonnegative(),
  /** Of `callsFailed`: the request left and no answer came, so it may have been charged. */
  callsUnknown: z.int().nonnegative(),
  /** What the calls that are done cost, 1/10000 USD; missing = not known. */
  cost: z.int().nonnegative().optional(),
  /** While it runs: about how long the rest takes. */
  remainingMilliseconds: z.int().nonnegative().optional(),
  /** Why it was paused by itself: what every further call would have failed with. */
  pausedBy: appErrorSchema.optional(),
  /** The first {@link MAX_BATCH_FAILURES} of them. */
  failures: z.array(batchFailureSchema).readonly(),
});

/** Most failures that are told of one batch. */
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
  /** What `start` would do now. Starts nothing. */
  plan: procedure.input(z.strictObject({ request: batchRequestSchema })).output(batchPlanSchema),
  /**
   * Records the batch and lets it go. Each photo is sent as it looks when its turn comes.
   * `stored: 'use'` takes kept answers in place of calls.
   */
  start: procedure
    .input(z.strictObject({ request: batchRequestSchema, stored: z.enum(['ignore', 'use']) }))
    .output(batchIdSchema),
  /** Nothing more leaves; what is under way ends. Holds over a restart. */
  pause: procedure.input(batchIdSchema).output(z.void()),
  resume: procedure.input(batchIdSchema).output(z.void()),
  /** Gives up what has not left yet, for good; what is under way ends and its results are kept. */
  stop: procedure.input(batchIdSchema).output(z.void()),
  /** Runs what came to nothing again, and only that; goes on where it was paused. */
  retry: procedure.input(batchIdSchema).output(z.void()),
  /** Puts an ended batch away. */
  acknowledge: procedure.input(batchIdSchema).output(z.void()),
  /** Those that were not put away, newest first. */
  list: procedure.output(batchesSchema),
  /** The same list at once, and again after every change. */
  changes: procedure.output(eventIterator(batchesSchema)),
};
