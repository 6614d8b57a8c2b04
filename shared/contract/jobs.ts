/** Paid calls: starting and following them. */
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

/** Most jobs that are started as one group. */
const MOST_TOGETHER = 100;

export const jobsContract = {
  /** Newest first unless sorted otherwise. Removed ones are left out. */
  list: procedure.input(jobQuerySchema).output(z.array(jobSchema).readonly()),
  /** Lists groups as single entries; a group of one job is that job. */
  entries: procedure.input(entryQuerySchema).output(z.array(jobEntrySchema).readonly()),
  groups: procedure.input(groupQuerySchema).output(z.array(jobGroupSchema).readonly()),
  /** `not-found` when the job is gone. */
  details: procedure.input(z.strictObject({ jobId: idSchema })).output(jobDetailsSchema),
  /**
   * Emits every job that changed after `afterRevision`, then every further change, so that a
   * subscriber can reconnect without loss or repetition. Bursts are batched twice a second, each
   * job in its latest state.
   */
  changes: procedure
    .input(z.strictObject({ afterRevision: z.int().min(-1) }))
    .output(eventIterator(z.array(jobSchema).readonly())),
  /**
   * Starts a job on the active connection. Validates the request, and freezes the photo as it is
   * now. Joins a running identical request.
   */
  start: procedure.input(startableRequestSchema).output(startedSchema),
  /**
   * Starts several jobs as one group in one transaction: all or none. Each is validated first;
   * running identical ones are joined. `jobIds` are in the order of the requests.
   */
  startTogether: procedure
    .input(
      z.strictObject({
        requests: z.array(startableRequestSchema).min(1).max(MOST_TOGETHER).readonly(),
      }),
    )
    .output(z.strictObject({ runId: idSchema, jobIds: z.array(idSchema).readonly() })),
  /**
   * Starts a sweep as one group in one transaction: all or none. `invalid-input` if requests and
   * values don't match.
   */
  startSweep: procedure.input(startSweepSchema).output(startedSweepSchema),
  /**
   * Follows a task that was started elsewhere, on the active connection unless one is named. Free.
   * A known task (Gesso's own, or watched before) is joined: `jobId` is that job, which is polled
   * again if it ended without a result. A malformed id is refused with `invalid-input`; one that
   * the service doesn't know ends as `failed`.
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
  /** Cancels a job. A call that has reached the service may still be charged. */
  cancel: procedure.input(z.strictObject({ jobId: idSchema })).output(z.void()),
  /** Cancels waiting jobs of a selection, and sent ones only on request. */
  cancelMany: procedure.input(cancelManySchema).output(cancelledManySchema),
  /**
   * Moves a waiting job before another of the same rate, or to the end. Does nothing if one of them
   * was sent meanwhile.
   */
  reorder: procedure
    .input(z.strictObject({ jobId: idSchema, beforeJobId: idSchema.optional() }))
    .output(z.void()),
  /**
   * Removes ended jobs from lists and returns them. They and their files stay until undo expires:
   * at the next start, or after a day. Running jobs stay.
   */
  remove: procedure.input(jobSelectionSchema).output(z.array(idSchema).readonly()),
  /** Undoes `remove` and returns the restored jobs. */
  restore: procedure.input(jobSelectionSchema).output(z.array(idSchema).readonly()),
  /** 0 removes the rating. */
  rate: procedure.input(z.strictObject({ jobId: idSchema, stars: starsSchema })).output(z.void()),
  /** Dismisses a finished job. */
  acknowledge: procedure.input(z.strictObject({ jobId: idSchema })).output(z.void()),
  /**
   * For `failed`, `unknown`, `expired` and `cancelled`: sends the same request as a new job. If the
   * answer had arrived and only could not be stored, finishes the same job without sending
   * anything.
   */
  runAgain: procedure
    .input(z.strictObject({ jobId: idSchema }))
    .output(z.strictObject({ jobId: idSchema, masks: takenMasksSchema })),
  /**
   * Repeats jobs of a run that ended without a result (`failed`, `unknown`, `expired`, `cancelled`)
   * and were not repeated yet. May start none.
   */
  runRest: procedure
    .input(z.strictObject({ runId: idSchema }))
    .output(z.strictObject({ jobIds: z.array(idSchema).readonly(), masks: takenMasksSchema })),
  /** Polls a task's result again, for free. For jobs with `canLookAgain`. */
  lookAgain: procedure.input(z.strictObject({ jobId: idSchema })).output(z.void()),
  /** Polls everything in progress at once: after sleep, or when the network is back. */
  lookNow: procedure.output(z.void()),
  /** Saves a file of a job unchanged, by the host's dialog or to the chosen folder. */
  saveOutput: procedure.input(outputReferenceSchema.extend(saveInto)).output(saveOutcomeSchema),
  /**
   * Reveals the file that `saveOutput` wrote. `not-found` with the action `save-first` if it was
   * not saved or is gone.
   */
  showOutput: procedure.input(outputReferenceSchema).output(showOutcomeSchema),
  /** Saves an unusable answer exactly as received. */
  saveKeptAnswer: procedure.input(z.strictObject({ jobId: idSchema })).output(saveOutcomeSchema),
};
