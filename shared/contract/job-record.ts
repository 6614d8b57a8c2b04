import { z } from 'zod';
import { appErrorSchema, idSchema, rectSchema, timestampSchema } from './common.ts';
import { jobBriefSchema } from './job-brief.ts';
import { jobOutputSchema } from './job-outputs.ts';
import { jobStateSchema } from './job-states.ts';
import { PRICED_KINDS } from './prices.ts';
import { videoRequestSchema } from './job-requests.ts';

export const sweepAxisSchema = z.enum(['seed', 'motion', 'noise']);
export type SweepAxis = z.infer<typeof sweepAxisSchema>;

const MAX_SWEEP_VALUES = 4;

export const sweepPlaceSchema = z.strictObject({
  axis: sweepAxisSchema,
  /** Decimal text for its title, because a seed may exceed a double. */
  value: z.string().min(1).max(40),
});
export type SweepPlace = z.infer<typeof sweepPlaceSchema>;

export const startSweepSchema = z.strictObject({
  requests: z.array(videoRequestSchema).min(2).max(MAX_SWEEP_VALUES).readonly(),
  axis: sweepAxisSchema,
  values: z.array(sweepPlaceSchema.shape.value).min(2).max(MAX_SWEEP_VALUES).readonly(),
});
export type StartSweep = z.infer<typeof startSweepSchema>;

/** `jobIds` in the order of the values; a running identical job is joined. */
export const startedSweepSchema = z.strictObject({
  runId: idSchema,
  jobIds: z.array(idSchema).readonly(),
});

const jobSubjectSchema = z.strictObject({
  photoId: idSchema,
  photoName: z.string(),
  /** The part that is sent, photo space. */
  region: rectSchema,
});

/** 0: not rated. */
export const starsSchema = z.int().min(0).max(5);

export const jobSchema = z.strictObject({
  id: idSchema,
  /** Grows with every change of any job; a subscriber continues from here. */
  revision: z.int().nonnegative(),
  kind: z.enum([...PRICED_KINDS, 'watch']),
  state: jobStateSchema,
  brief: jobBriefSchema,
  title: z.string(),
  /** Missing for a watched task, which has no picture. */
  subject: jobSubjectSchema.optional(),
  connectionId: idSchema,
  connectionName: z.string(),
  /** Made in practice: no price is shown. */
  isPractice: z.boolean(),
  taskId: z.string().optional(),
  createdAt: timestampSchema,
  /** In `waiting`: the earliest time that the submit rate allows. */
  startsAt: timestampSchema.optional(),
  /** In `waiting`: among jobs with the same rate, the smallest number is sent first. */
  place: z.number().optional(),
  submittedAt: timestampSchema.optional(),
  expectedAt: timestampSchema.optional(),
  /** The service's own status if Gesso doesn't know it. */
  serviceStatus: z.string().optional(),
  endedAt: timestampSchema.optional(),
  /** 0 to 1 within the current state, if known. Never decreases within a state. */
  fraction: z.number().min(0).max(1).optional(),
  /** Median of the user's finished runs with these settings, if any. */
  typicalMilliseconds: z.int().nonnegative().optional(),
  /** When the service deletes results that are still to be downloaded. */
  expiresAt: timestampSchema.optional(),
  /** The error that ended the job; before its end, the one that delays it. */
  error: appErrorSchema.optional(),
  outputs: z.array(jobOutputSchema).readonly(),
  preview: z.string().optional(),
  seed: z.string().optional(),
  assetId: z.string().optional(),
  warning: z.string().optional(),
  isAcknowledged: z.boolean(),
  /** Shared by jobs that were started together. Of several with one region the last one counts. */
  runId: idSchema.optional(),
  batchId: idSchema.optional(),
  sweep: sweepPlaceSchema.optional(),
  stars: starsSchema,
  isLate: z.boolean(),
  /** Removed from lists; its files stay until that can no longer be undone. */
  isRemoved: z.boolean(),
  /** By the prices at the start, 1/10000 USD; 0 for a saved result, missing if unknown or free. */
  price: z.int().nonnegative().optional(),
  /** The answer could not be used but was saved. */
  hasKeptAnswer: z.boolean(),
  /** `jobs.pollAgain` may bring a result without another paid call. */
  canPollAgain: z.boolean(),
});

export type JobSubject = z.infer<typeof jobSubjectSchema>;
export type Job = z.infer<typeof jobSchema>;
