import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { takenMasksSchema } from './cleanup.ts';
import { idSchema, procedure, takes, timestampSchema, rowsOf } from './common.ts';
import { saveInto, saveOutcomeSchema } from './export.ts';
import { outputReferenceSchema, showOutcomeSchema } from './job-outputs.ts';
import {
  jobSchema,
  starsSchema,
  startedSweepSchema,
  startSweepSchema,
  sweepAxisSchema,
} from './job-record.ts';
import { startableRequestSchema, taskFamilySchema, jobRequestSchema } from './job-requests.ts';
import { jobStateSchema } from './job-states.ts';

const jobFilterShape = {
  kinds: z.array(jobSchema.shape.kind).min(1).max(50).optional(),
  states: z.array(jobStateSchema).min(1).max(50).optional(),
  /** True: in progress. False: ended. */
  isActive: z.boolean().optional(),
  photoId: idSchema.optional(),
  connectionId: idSchema.optional(),
  groupId: idSchema.optional(),
  /** Created in this range, such as the user's day; `to` is exclusive. */
  from: timestampSchema.optional(),
  to: timestampSchema.optional(),
  stars: z.int().min(1).max(5).optional(),
  /** Part of the photo's name or the task id, ignoring case. */
  text: z.string().max(200).optional(),
} as const;

/** Sorts by date, duration or price, descending; missing durations and prices come last. */
const jobSortSchema = z.enum(['newest', 'duration', 'cost']);

const jobQuerySchema = z.strictObject({
  ...jobFilterShape,
  limit: z.int().min(1).max(500),
  /** Returns only jobs after this one in list order: the next page. */
  beforeJobId: idSchema.optional(),
  sort: jobSortSchema.optional(),
});

/** Newest first. A group is listed if one of its jobs matches. */
const entryQuerySchema = jobQuerySchema.omit({ sort: true });

/** Groups that no longer exist are left out. */
const groupQuerySchema = z.strictObject({
  groupIds: z.array(idSchema).min(1).max(100).readonly(),
});

const jobSelectionSchema = z.union([
  z.strictObject({ jobIds: z.array(idSchema).min(1).max(500).readonly() }),
  z.strictObject({ groupId: idSchema }),
]);

/** `also: 'sent'` also cancels sent calls, which may still be charged. */
const cancelManySchema = z.union([
  jobSelectionSchema.options[0].extend({ also: z.literal('sent').optional() }),
  jobSelectionSchema.options[1].extend({ also: z.literal('sent').optional() }),
]);

/** `saved`: the price of unsent calls, 1/10000 USD; missing if unknown, or practice. */
const cancelledManySchema = z.strictObject({
  cancelled: z.int().nonnegative(),
  saved: z.int().nonnegative().optional(),
});

export type JobSort = z.infer<typeof jobSortSchema>;
export type JobQuery = z.infer<typeof jobQuerySchema>;
export type EntryQuery = z.infer<typeof entryQuerySchema>;
export type JobSelection = z.infer<typeof jobSelectionSchema>;
export type CancelMany = z.infer<typeof cancelManySchema>;
export type CancelledMany = z.infer<typeof cancelledManySchema>;

/**
 * `run`: one press of Run. `sweep`: several values of a setting. `recipe`: one run on many
 * pictures.
 */
const groupKindSchema = z.enum(['run', 'sweep', 'recipe']);

const groupCountsSchema = z.strictObject({
  total: z.int().nonnegative(),
  /** Not sent yet; cancelling is free. */
  waiting: z.int().nonnegative(),
  /** Sent, or being downloaded. */
  running: z.int().nonnegative(),
  done: z.int().nonnegative(),
  /** Ended without a result: `failed`, `unknown`, `expired`. */
  failed: z.int().nonnegative(),
  cancelled: z.int().nonnegative(),
});

const jobGroupSchema = z.strictObject({
  id: idSchema,
  kind: groupKindSchema,
  jobKind: jobSchema.shape.kind,
  title: z.string(),
  axis: sweepAxisSchema.optional(),
  connectionId: idSchema,
  connectionName: z.string(),
  isPractice: z.boolean(),
  createdAt: timestampSchema,
  endedAt: timestampSchema.optional(),
  counts: groupCountsSchema,
  /** 0 to 1: share of ended jobs. */
  fraction: z.number().min(0).max(1),
  /** Cost of sent calls, 1/10000 USD; missing if unknown, or practice. */
  cost: z.int().nonnegative().optional(),
  /** Cost of waiting calls, which cancelling saves. */
  waitingCost: z.int().nonnegative().optional(),
  first: z.array(jobSchema).max(4).readonly(),
});

const jobEntrySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('job'), job: jobSchema }),
  z.strictObject({ kind: z.literal('group'), group: jobGroupSchema }),
]);

export type GroupKind = z.infer<typeof groupKindSchema>;
export type JobGroup = z.infer<typeof jobGroupSchema>;
export type JobListEntry = z.infer<typeof jobEntrySchema>;

const jobContentCheckSchema = z.strictObject({
  valid: z.boolean().optional(),
  /** A score as sent; the specification doesn't explain it. */
  confidence: z.number().optional(),
});

const lastAnswerSchema = z.strictObject({
  at: timestampSchema,
  /** The whole answer as text, without credentials, signatures and base64 pictures. */
  text: z.string(),
  taskType: z.string().optional(),
  status: z.string(),
  /** Free text of the service (`info`). */
  info: z.string().optional(),
  /** `submit_time` and similar, also from `debug_info`, with the service's names. */
  times: rowsOf({ name: z.string(), value: z.string() }),
  /** One per file in their order; empty if no check ran. */
  contentChecks: z.array(jobContentCheckSchema).readonly(),
});

const jobDetailsSchema = z.strictObject({
  request: jobRequestSchema,
  timeline: rowsOf({ state: jobStateSchema, at: timestampSchema }),
  /** Missing if nothing was asked: the kind has no task, or it was not submitted. */
  lastAnswer: lastAnswerSchema.optional(),
  previews: z.array(z.string()).readonly(),
  /** Files that the user saved: output number and file name without folder. */
  saved: rowsOf({ output: z.int(), name: z.string() }),
});

export type JobDetails = z.infer<typeof jobDetailsSchema>;
export type LastAnswer = z.infer<typeof lastAnswerSchema>;

export * from './job-brief.ts';

export * from './job-outputs.ts';

export * from './job-record.ts';
export * from './job-states.ts';
export * from './job-record.ts';

const startedSchema = z.strictObject({ jobId: idSchema, joined: z.boolean() });

const MOST_TOGETHER = 100;

export const jobsContract = {
  /** Newest first unless sorted otherwise, without removed ones. */
  list: procedure.input(jobQuerySchema).output(z.array(jobSchema).readonly()),
  /** A group of one job is listed as that job. */
  entries: procedure.input(entryQuerySchema).output(z.array(jobEntrySchema).readonly()),
  groups: procedure.input(groupQuerySchema).output(z.array(jobGroupSchema).readonly()),
  /** `not-found` when the job is gone. */
  details: takes({ jobId: idSchema }).output(jobDetailsSchema),
  /** Emits every job that changed after `afterRevision`, so that a reconnection loses nothing. */
  changes: takes({ afterRevision: z.int().min(-1) }).output(
    eventIterator(z.array(jobSchema).readonly()),
  ),
  /** Freezes the photo as it is now. Joins a running identical request. */
  start: procedure.input(startableRequestSchema).output(startedSchema),
  /** All or none, in one transaction. `jobIds` are in the order of the requests. */
  startTogether: takes({
    requests: z.array(startableRequestSchema).min(1).max(MOST_TOGETHER).readonly(),
  }).output(z.strictObject({ runId: idSchema, jobIds: z.array(idSchema).readonly() })),
  /** All or none. `invalid-input` if requests and values don't match. */
  startSweep: procedure.input(startSweepSchema).output(startedSweepSchema),
  /**
   * Free. Joins a known task, which is polled again if it ended without a result. `invalid-input`
   * for a malformed id; an unknown one ends as `failed`.
   */
  watch: takes({
    connectionId: idSchema.optional(),
    taskId: z.string().max(4000),
    family: taskFamilySchema,
  }).output(startedSchema),
  /** A call that has reached the service may still be charged. */
  cancel: takes({ jobId: idSchema }).output(z.void()),
  cancelMany: procedure.input(cancelManySchema).output(cancelledManySchema),
  /** Does nothing if one of them was sent meanwhile. Without a second job, moves to the end. */
  reorder: takes({ jobId: idSchema, beforeJobId: idSchema.optional() }).output(z.void()),
  /** Running jobs stay. Files stay until undo expires: at the next start, or after a day. */
  remove: procedure.input(jobSelectionSchema).output(z.array(idSchema).readonly()),
  restore: procedure.input(jobSelectionSchema).output(z.array(idSchema).readonly()),
  /** 0 removes the rating. */
  rate: takes({ jobId: idSchema, stars: starsSchema }).output(z.void()),
  acknowledge: takes({ jobId: idSchema }).output(z.void()),
  /** Sends a new job, unless the answer had arrived and only could not be stored. */
  runAgain: takes({ jobId: idSchema }).output(
    z.strictObject({ jobId: idSchema, masks: takenMasksSchema }),
  ),
  /** Repeats jobs that ended without a result and were not repeated yet. May start none. */
  runRest: takes({ runId: idSchema }).output(
    z.strictObject({ jobIds: z.array(idSchema).readonly(), masks: takenMasksSchema }),
  ),
  /** Free. For jobs with `canPollAgain`. */
  pollAgain: takes({ jobId: idSchema }).output(z.void()),
  /** Polls everything in progress at once: after sleep, or when the network is back. */
  pollNow: procedure.output(z.void()),
  saveOutput: procedure.input(outputReferenceSchema.extend(saveInto)).output(saveOutcomeSchema),
  /** `not-found` with the action `save-first` if the file was not saved or is gone. */
  showOutput: procedure.input(outputReferenceSchema).output(showOutcomeSchema),
  saveKeptAnswer: takes({ jobId: idSchema }).output(saveOutcomeSchema),
};
