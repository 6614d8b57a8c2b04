/** A job as every list and stream carries it. */
import { z } from 'zod';
import { appErrorSchema, idSchema, rectSchema, timestampSchema } from './common.ts';
import { jobBriefSchema } from './job-brief.ts';
import { jobOutputSchema } from './job-outputs.ts';
import { jobStateSchema } from './job-states.ts';
import { sweepPlaceSchema } from './job-sweeps.ts';
import { PRICED_KINDS } from './prices.ts';

/** The picture that a job works on. */
export const jobSubjectSchema = z.strictObject({
  /** The (main) picture; it may have been taken out of the library since. */
  photoId: idSchema,
  photoName: z.string(),
  /** The part of the photo that is sent, photo space. */
  region: rectSchema,
});

/** The user's rating; 0 = none. */
export const starsSchema = z.int().min(0).max(5);

export const jobSchema = z.strictObject({
  id: idSchema,
  /** Grows with every change of any job: where a reader continues after a break. */
  revision: z.int().nonnegative(),
  kind: z.enum([...PRICED_KINDS, 'watch']),
  state: jobStateSchema,
  /** The part of the request that lists carry; all of it comes with `jobs.details`. */
  brief: jobBriefSchema,
  /** For lists: the photo's name, or the beginning of the task's id. */
  title: z.string(),
  /** Missing where the job has no picture of its own: a watched task. */
  subject: jobSubjectSchema.optional(),
  connectionId: idSchema,
  connectionName: z.string(),
  /** Made in practice: no money is shown for it. */
  isPractice: z.boolean(),
  /** The service's id of the task, once it has given one. */
  taskId: z.string().optional(),
  createdAt: timestampSchema,
  /** In `waiting`: when the request may leave, as far as the submit rate decides. */
  startsAt: timestampSchema.optional(),
  /** In `waiting`: of those that wait for the same, the smaller number leaves first. */
  place: z.number().optional(),
  /** When the request began to leave. */
  submittedAt: timestampSchema.optional(),
  /** When it should be done, by the service's own estimate. */
  expectedAt: timestampSchema.optional(),
  /** The service's word for how it stands, where Gesso does not know the word. */
  serviceStatus: z.string().optional(),
  endedAt: timestampSchema.optional(),
  /** 0 to 1 within the present state, where it is known. Never goes back within a state. */
  fraction: z.number().min(0).max(1).optional(),
  /** Median of the user's own finished runs of this kind with these settings, when there are some. */
  typicalMilliseconds: z.int().nonnegative().optional(),
  /** Until when the service keeps the results that are still to be fetched. */
  expiresAt: timestampSchema.optional(),
  /** The error that ended it; before the end, the one that holds it up. */
  error: appErrorSchema.optional(),
  outputs: z.array(jobOutputSchema).readonly(),
  /** The newest picture of the work so far, while it runs. */
  preview: z.string().optional(),
  /** Remarks of the service beside the files. */
  seed: z.string().optional(),
  assetId: z.string().optional(),
  warning: z.string().optional(),
  /** True once the user has dismissed the end of the job. */
  isAcknowledged: z.boolean(),
  /**
   * Jobs that were started together have the same. Where several of them have the same region, the
   * last one counts: it repeats the others. The jobs of a sweep differ in their `sweep`.
   */
  runId: idSchema.optional(),
  /** The recipe's run that it belongs to. */
  batchId: idSchema.optional(),
  /** Its place in a sweep, if the run is one. */
  sweep: sweepPlaceSchema.optional(),
  /** The user's rating. */
  stars: starsSchema,
  /** True when the user had cancelled it and its result came all the same. */
  isLate: z.boolean(),
  /** True when the user has removed it from the lists; its files stay until that can no longer be undone. */
  isRemoved: z.boolean(),
  /**
   * The price of the call at its start, by the connection's prices, 1/10000 USD; 0 for a saved result.
   * Missing = not known, or nothing to pay: a watched task, or practice (`isPractice`).
   */
  price: z.int().nonnegative().optional(),
  /** True when the service's answer could not be used but was kept. */
  hasKeptAnswer: z.boolean(),
  /** True when `jobs.lookAgain` may bring a result without another paid call. */
  canLookAgain: z.boolean(),
});

export type JobSubject = z.infer<typeof jobSubjectSchema>;
export type Job = z.infer<typeof jobSchema>;
