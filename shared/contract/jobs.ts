import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { takenMasksSchema } from './cleanup.ts';
import { idSchema, procedure } from './common.ts';
import { saveInto, saveOutcomeSchema } from './export.ts';
import { jobDetailsSchema } from './job-details.ts';
import { jobEntrySchema, jobGroupSchema } from './job-groups.ts';
import { outputReferenceSchema, showOutcomeSchema } from './job-outputs.ts';
import {
  cancelledManySchema,
  cancelManySchema,
  entryQuerySchema,
  groupQuerySchema,
  jobQuerySchema,
  jobSelectionSchema,
} from './job-query.ts';
import { jobSchema, starsSchema } from './job-record.ts';
import { startableRequestSchema, taskFamilySchema } from './job-requests.ts';
import { startedSweepSchema, startSweepSchema } from './job-sweeps.ts';

export * from './job-brief.ts';
export * from './job-details.ts';
export * from './job-groups.ts';
export * from './job-outputs.ts';
export * from './job-query.ts';
export * from './job-record.ts';
export * from './job-states.ts';
export * from './job-sweeps.ts';

const startedSchema = z.strictObject({ jobId: idSchema, joined: z.boolean() });

const MOST_TOGETHER = 100;

export const jobsContract = {
  /** Newest first unless sorted otherwise, without removed ones. */
  list: procedure.input(jobQuerySchema).output(z.array(jobSchema).readonly()),
  /** A group of one job is listed as that job. */
  entries: procedure.input(entryQuerySchema).output(z.array(jobEntrySchema).readonly()),
  groups: procedure.input(groupQuerySchema).output(z.array(jobGroupSchema).readonly()),
  /** `not-found` when the job is gone. */
  details: procedure.input(z.strictObject({ jobId: idSchema })).output(jobDetailsSchema),
  /**
   * Emits every job that changed after `afterRevision`, so that a subscriber can reconnect without
   * loss. Bursts are batched twice a second.
   */
  changes: procedure
    .input(z.strictObject({ afterRevision: z.int().min(-1) }))
    .output(eventIterator(z.array(jobSchema).readonly())),
  /** Freezes the photo as it is now. Joins a running identical request. */
  start: procedure.input(startableRequestSchema).output(startedSchema),
  /** All or none, in one transaction. `jobIds` are in the order of the requests. */
  startTogether: procedure
    .input(
      z.strictObject({
        requests: z.array(startableRequestSchema).min(1).max(MOST_TOGETHER).readonly(),
      }),
    )
    .output(z.strictObject({ runId: idSchema, jobIds: z.array(idSchema).readonly() })),
  /** All or none. `invalid-input` if requests and values don't match. */
  startSweep: procedure.input(startSweepSchema).output(startedSweepSchema),
  /**
   * Free. Joins a known task, which is polled again if it ended without a result. `invalid-input`
   * for a malformed id; an unknown one ends as `failed`.
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
  /** A call that has reached the service may still be charged. */
  cancel: procedure.input(z.strictObject({ jobId: idSchema })).output(z.void()),
  cancelMany: procedure.input(cancelManySchema).output(cancelledManySchema),
  /** Does nothing if one of them was sent meanwhile. Without a second job, moves to the end. */
  reorder: procedure
    .input(z.strictObject({ jobId: idSchema, beforeJobId: idSchema.optional() }))
    .output(z.void()),
  /** Running jobs stay. Files stay until undo expires: at the next start, or after a day. */
  remove: procedure.input(jobSelectionSchema).output(z.array(idSchema).readonly()),
  restore: procedure.input(jobSelectionSchema).output(z.array(idSchema).readonly()),
  /** 0 removes the rating. */
  rate: procedure.input(z.strictObject({ jobId: idSchema, stars: starsSchema })).output(z.void()),
  acknowledge: procedure.input(z.strictObject({ jobId: idSchema })).output(z.void()),
  /** Sends a new job, unless the answer had arrived and only could not be stored. */
  runAgain: procedure
    .input(z.strictObject({ jobId: idSchema }))
    .output(z.strictObject({ jobId: idSchema, masks: takenMasksSchema })),
  /** Repeats jobs that ended without a result and were not repeated yet. May start none. */
  runRest: procedure
    .input(z.strictObject({ runId: idSchema }))
    .output(z.strictObject({ jobIds: z.array(idSchema).readonly(), masks: takenMasksSchema })),
  /** Free. For jobs with `canPollAgain`. */
  pollAgain: procedure.input(z.strictObject({ jobId: idSchema })).output(z.void()),
  /** Polls everything in progress at once: after sleep, or when the network is back. */
  pollNow: procedure.output(z.void()),
  saveOutput: procedure.input(outputReferenceSchema.extend(saveInto)).output(saveOutcomeSchema),
  /** `not-found` with the action `save-first` if the file was not saved or is gone. */
  showOutput: procedure.input(outputReferenceSchema).output(showOutcomeSchema),
  saveKeptAnswer: procedure.input(z.strictObject({ jobId: idSchema })).output(saveOutcomeSchema),
};
