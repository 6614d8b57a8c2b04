/** Paid calls: starting them and following them. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { appErrorSchema, idSchema, procedure, rectSchema, timestampSchema } from './common.ts';
import { saveOutcomeSchema } from './export.ts';
import { jobRequestSchema, startableRequestSchema } from './job-requests.ts';

/**
 * `waiting` for its turn · `submitting` the request is on its way · `queued` the service has it and
 * has not begun · `processing` it works · `downloading` the result arrives · then one of the final
 * states. `unknown`: the request left and no answer came; it may have been charged, and only the
 * user decides what happens next. `expired`: the service made a result and does not give it any more.
 */
export const jobStateSchema = z.enum([
  'waiting',
  'submitting',
  'queued',
  'processing',
  'downloading',
  'done',
  'failed',
  'unknown',
  'expired',
  'cancelled',
]);

/** A file that a job has brought. */
export const jobOutputSchema = z.strictObject({
  url: z.string(),
  mediaType: z.string(),
  byteLength: z.int().nonnegative(),
  /** Pixels, where the file is a picture. */
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
});

export const jobSchema = z.strictObject({
  id: idSchema,
  /** Grows with every change of any job: where a reader continues after a break. */
  revision: z.int().nonnegative(),
  kind: z.enum(['cleanup', 'remove-text', 'merge-face', 'upscale', 'video', 'training-upload']),
  state: jobStateSchema,
  request: jobRequestSchema,
  /** The (main) picture. */
  photoId: idSchema,
  photoName: z.string(),
  connectionName: z.string(),
  /** Photo space: what of the photo is sent. */
  region: rectSchema,
  /** The service's id of the task, once it has given one. */
  taskId: z.string().optional(),
  createdAt: timestampSchema,
  /** In `waiting`: when the request may leave, as far as the submit rate decides. */
  startsAt: timestampSchema.optional(),
  /** When the request began to leave. */
  submittedAt: timestampSchema.optional(),
  /** When it should be done, by the service's own estimate. */
  expectedAt: timestampSchema.optional(),
  endedAt: timestampSchema.optional(),
  /** 0 to 1 within the present state, where it is known. Never goes back within a state. */
  fraction: z.number().min(0).max(1).optional(),
  /** Median of the user's own finished runs of this kind with these settings, when there are some. */
  typicalMilliseconds: z.int().nonnegative().optional(),
  /** Until when the service keeps the results that are still to be fetched. */
  expiresAt: timestampSchema.optional(),
  /** How it ended; before the end, why it is held up at the moment. */
  error: appErrorSchema.optional(),
  outputs: z.array(jobOutputSchema).readonly(),
  /** What the service said beside the files. */
  seed: z.string().optional(),
  assetId: z.string().optional(),
  warning: z.string().optional(),
  /** True once the user has put away what the job ended with. */
  isAcknowledged: z.boolean(),
  /**
   * Jobs that were started together have the same. Where several of them have the same region, the
   * last one counts: it repeats the others.
   */
  runId: idSchema.optional(),
  /** The batch that it belongs to. */
  batchId: idSchema.optional(),
  /** What the call costs by the settings at its start, 1/10000 USD; 0 for a kept answer. */
  price: z.int().nonnegative().optional(),
  /** True when the service's answer could not be used but was kept. */
  hasKeptAnswer: z.boolean(),
  /** True when `jobs.lookAgain` may bring a result without another paid call. */
  canLookAgain: z.boolean(),
});

export type JobState = z.infer<typeof jobStateSchema>;
export type JobOutput = z.infer<typeof jobOutputSchema>;
export type Job = z.infer<typeof jobSchema>;

/** States in which nothing more happens by itself. */
export const FINAL_JOB_STATES = ['done', 'failed', 'unknown', 'expired', 'cancelled'] as const;
export type FinalJobState = (typeof FINAL_JOB_STATES)[number];

/** See {@link FINAL_JOB_STATES}. */
export function isFinalJobState(state: JobState): state is FinalJobState {
  return (FINAL_JOB_STATES as readonly JobState[]).includes(state);
}

/** What a list of jobs is asked for. */
export const jobQuerySchema = z.strictObject({
  limit: z.int().min(1).max(500),
  /** Only jobs created before this one: the next page. */
  beforeJobId: idSchema.optional(),
  kinds: z.array(jobSchema.shape.kind).min(1).optional(),
  states: z.array(jobStateSchema).min(1).optional(),
  /** Part of the photo's name or of the task id, in any case. */
  text: z.string().max(200).optional(),
});
export type JobQuery = z.infer<typeof jobQuerySchema>;

const startedSchema = z.strictObject({ jobId: idSchema, joined: z.boolean() });

export const jobsContract = {
  /** Newest first. */
  list: procedure.input(jobQuerySchema).output(z.array(jobSchema).readonly()),
  /**
   * Every job that changed after `afterRevision`, then every further change. A reader that
   * remembers the last revision it saw can break off and come back without loss or repetition.
   */
  changes: procedure
    .input(z.strictObject({ afterRevision: z.int().min(-1) }))
    .output(eventIterator(jobSchema)),
  /**
   * Starts a job on the active connection. What it sends is checked against the service's limits
   * now, and is the photo as it looks now. An identical request that is under way is joined.
   */
  start: procedure.input(startableRequestSchema).output(startedSchema),
  /** Stops a job. What has already reached the service may still be charged. */
  cancel: procedure.input(z.strictObject({ jobId: idSchema })).output(z.void()),
  /** Puts away what a job ended with. */
  acknowledge: procedure.input(z.strictObject({ jobId: idSchema })).output(z.void()),
  /**
   * For `failed`, `unknown`, `expired` and `cancelled`: sends the same request again as a new job.
   * When the answer had arrived and only could not be stored, the same job is finished without
   * sending anything.
   */
  runAgain: procedure
    .input(z.strictObject({ jobId: idSchema }))
    .output(z.strictObject({ jobId: idSchema })),
  /**
   * Runs everything of a run again that came to nothing (`failed`, `unknown`, `expired`,
   * `cancelled`) and was not repeated yet. No jobs when there is nothing left.
   */
  runRest: procedure
    .input(z.strictObject({ runId: idSchema }))
    .output(z.strictObject({ jobIds: z.array(idSchema).readonly() })),
  /** Asks the service for the result of a task again; costs nothing. For jobs with `canLookAgain`. */
  lookAgain: procedure.input(z.strictObject({ jobId: idSchema })).output(z.void()),
  /** Looks after everything that is under way at once: after sleep, or when the network is back. */
  lookNow: procedure.output(z.void()),
  /** Saves an answer that could not be used, exactly as it came. */
  saveKeptAnswer: procedure.input(z.strictObject({ jobId: idSchema })).output(saveOutcomeSchema),
};
