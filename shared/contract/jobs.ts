/** Paid calls: starting them and following them. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { appErrorSchema, idSchema, procedure, rectSchema, timestampSchema } from './common.ts';
import { takenMasksSchema } from './cleanup.ts';
import { saveOutcomeSchema } from './export.ts';
import { jobRequestSchema, startableRequestSchema, taskFamilySchema } from './job-requests.ts';
import { PRICED_KINDS } from './prices.ts';

/**
 * `waiting` for its turn · `submitting` the request is on its way · `queued` the service has it and
 * has not begun · `processing` it works · `downloading` the result arrives · then one of the final
 * states. `unknown`: the request left and no answer came; it may have been charged, and only the
 * user decides how to go on. `expired`: the service made a result and no longer has it.
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

/** A file of a job: counts from 0. */
const outputIdSchema = z.int().min(0).max(100_000);

/** A file that a job produced. */
export const jobOutputSchema = z.strictObject({
  /** Counts the files of the job from 0; together with the job's id it names the file. */
  id: outputIdSchema,
  url: z.string(),
  mediaType: z.string(),
  byteLength: z.int().nonnegative(),
  /** Pixels, where the file is a picture. */
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
});

/** The picture that a job works on. */
export const jobSubjectSchema = z.strictObject({
  /** The (main) picture; it may have been taken out of the library since. */
  photoId: idSchema,
  photoName: z.string(),
  /** The part of the photo that is sent, photo space. */
  region: rectSchema,
});

export const jobSchema = z.strictObject({
  id: idSchema,
  /** Grows with every change of any job: where a reader continues after a break. */
  revision: z.int().nonnegative(),
  kind: z.enum([...PRICED_KINDS, 'watch']),
  state: jobStateSchema,
  request: jobRequestSchema,
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
  /** The error that ended it; before the end, the one that holds it up. */
  error: appErrorSchema.optional(),
  outputs: z.array(jobOutputSchema).readonly(),
  /** Remarks of the service beside the files. */
  seed: z.string().optional(),
  assetId: z.string().optional(),
  warning: z.string().optional(),
  /** True once the user has dismissed the end of the job. */
  isAcknowledged: z.boolean(),
  /**
   * Jobs that were started together have the same. Where several of them have the same region, the
   * last one counts: it repeats the others.
   */
  runId: idSchema.optional(),
  /** The batch that it belongs to. */
  batchId: idSchema.optional(),
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

export type JobState = z.infer<typeof jobStateSchema>;
export type JobSubject = z.infer<typeof jobSubjectSchema>;
export type JobOutput = z.infer<typeof jobOutputSchema>;
export type Job = z.infer<typeof jobSchema>;

/** States in which nothing more happens by itself. */
export const FINAL_JOB_STATES = ['done', 'failed', 'unknown', 'expired', 'cancelled'] as const;
export type FinalJobState = (typeof FINAL_JOB_STATES)[number];

/** See {@link FINAL_JOB_STATES}. */
export function isFinalJobState(state: JobState): state is FinalJobState {
  return (FINAL_JOB_STATES as readonly JobState[]).includes(state);
}

/** A query for a list of jobs. */
export const jobQuerySchema = z.strictObject({
  limit: z.int().min(1).max(500),
  /** Only jobs created before this one: the next page. */
  beforeJobId: idSchema.optional(),
  kinds: z.array(jobSchema.shape.kind).min(1).optional(),
  states: z.array(jobStateSchema).min(1).optional(),
  /** True: those under way. False: those that have ended. */
  isActive: z.boolean().optional(),
  /** Only jobs whose main picture is this photo. */
  photoId: idSchema.optional(),
  connectionId: idSchema.optional(),
  /** Part of the photo's name or of the task id, in any case. */
  text: z.string().max(200).optional(),
});
export type JobQuery = z.infer<typeof jobQuerySchema>;

/** Names a file of a job. */
export const outputReferenceSchema = z.strictObject({ jobId: idSchema, output: outputIdSchema });
export type OutputReference = z.infer<typeof outputReferenceSchema>;

/**
 * The outcome of showing a saved file: `shown` in the system's file manager; the others where the host
 * has no file manager and offers the file instead.
 */
export const showOutcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('shown') }),
  ...saveOutcomeSchema.options,
]);
export type ShowOutcome = z.infer<typeof showOutcomeSchema>;

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
   * Starts a job on the active connection. Its request is checked against the service's limits
   * now, and holds the photo as it looks now. An identical request that is under way is joined.
   */
  start: procedure.input(startableRequestSchema).output(startedSchema),
  /**
   * Follows a task that was started elsewhere, on the active connection unless one is named. Sends
   * nothing and costs nothing. A task that Gesso knows already (its own, or watched before) is joined:
   * `jobId` is that job, which is asked about again where it had ended without a result. An id that
   * cannot be one is refused with `invalid-input`; one that the service does not know ends as `failed`.
   */
  watch: procedure
    .input(
      z.strictObject({
        connectionId: idSchema.optional(),
        taskId: z.string().max(4000),
        family: taskFamilySchema,
      }),
    )
    .output(startedSchema),
  /** Stops a job. A call that has already reached the service may still be charged. */
  cancel: procedure.input(z.strictObject({ jobId: idSchema })).output(z.void()),
  /** Dismisses the end of a job. */
  acknowledge: procedure.input(z.strictObject({ jobId: idSchema })).output(z.void()),
  /**
   * For `failed`, `unknown`, `expired` and `cancelled`: sends the same request again as a new job.
   * When the answer had arrived and only could not be stored, the same job is finished without
   * sending anything.
   */
  runAgain: procedure
    .input(z.strictObject({ jobId: idSchema }))
    .output(z.strictObject({ jobId: idSchema, masks: takenMasksSchema })),
  /**
   * Runs the jobs of a run again that ended without a result (`failed`, `unknown`, `expired`,
   * `cancelled`) and were not repeated yet. No jobs when there is nothing left.
   */
  runRest: procedure
    .input(z.strictObject({ runId: idSchema }))
    .output(z.strictObject({ jobIds: z.array(idSchema).readonly(), masks: takenMasksSchema })),
  /** Asks the service for the result of a task again; costs nothing. For jobs with `canLookAgain`. */
  lookAgain: procedure.input(z.strictObject({ jobId: idSchema })).output(z.void()),
  /** Looks after everything that is under way at once: after sleep, or when the network is back. */
  lookNow: procedure.output(z.void()),
  /** Saves a file of a job byte for byte: by the host's dialog, or into the folder that was chosen for good. */
  saveOutput: procedure.input(outputReferenceSchema).output(saveOutcomeSchema),
  /**
   * Shows where `saveOutput` has put the file. `not-found` with the action `save-first` when it was
   * not saved yet, or is not there any more.
   */
  showOutput: procedure.input(outputReferenceSchema).output(showOutcomeSchema),
  /** Saves an answer that could not be used, exactly as it came. */
  saveKeptAnswer: procedure.input(z.strictObject({ jobId: idSchema })).output(saveOutcomeSchema),
};
