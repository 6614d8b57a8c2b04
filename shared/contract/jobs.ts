/** Paid calls: starting them and following them. */
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

/** Jobs that are started as one group. */
const MOST_TOGETHER = 100;

export const jobsContract = {
  /** Newest first, unless the query sorts otherwise. Removed ones are left out. */
  list: procedure.input(jobQuerySchema).output(z.array(jobSchema).readonly()),
  /** The same with groups as one entry each; a group of one job is that job. */
  entries: procedure.input(entryQuerySchema).output(z.array(jobEntrySchema).readonly()),
  /** Groups as they are now. */
  groups: procedure.input(groupQuerySchema).output(z.array(jobGroupSchema).readonly()),
  /** Everything about one job. `not-found` when it is gone. */
  details: procedure.input(z.strictObject({ jobId: idSchema })).output(jobDetailsSchema),
  /**
   * Every job that changed after `afterRevision`, then every further change. A reader that
   * remembers the last revision it saw can break off and come back without loss or repetition.
   * While many change, they come together, twice a second, each job as it is then.
   */
  changes: procedure
    .input(z.strictObject({ afterRevision: z.int().min(-1) }))
    .output(eventIterator(z.array(jobSchema).readonly())),
  /**
   * Starts a job on the active connection. Its request is checked against the service's limits
   * now, and holds the photo as it looks now. An identical request that is under way is joined.
   */
  start: procedure.input(startableRequestSchema).output(startedSchema),
  /**
   * Starts several as one group, in one transaction: all of them, or none. Each is checked first; identical
   * ones that are under way are joined. `jobIds` are in the order of the requests.
   */
  startTogether: procedure
    .input(
      z.strictObject({
        requests: z.array(startableRequestSchema).min(1).max(MOST_TOGETHER).readonly(),
      }),
    )
    .output(z.strictObject({ runId: idSchema, jobIds: z.array(idSchema).readonly() })),
  /**
   * Starts the jobs of a sweep as one group, in one transaction: all of them, or none. Every value is
   * checked first; `invalid-input` when requests and values do not belong together.
   */
  startSweep: procedure.input(startSweepSchema).output(startedSweepSchema),
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
  /** Cancels those of a selection that wait; those that have left only where the order says so. */
  cancelMany: procedure.input(cancelManySchema).output(cancelledManySchema),
  /**
   * Puts a waiting job before another waiting one of its kind of rate; without one, at the end. Does
   * nothing when one of them has left meanwhile.
   */
  reorder: procedure
    .input(z.strictObject({ jobId: idSchema, beforeJobId: idSchema.optional() }))
    .output(z.void()),
  /**
   * Takes ended jobs out of the lists. They and their files stay until the undo is gone: at the next
   * start, or a day later. Answers with those that were removed; what is under way stays.
   */
  remove: procedure.input(jobSelectionSchema).output(z.array(idSchema).readonly()),
  /** Brings removed jobs back. Answers with those that are back. */
  restore: procedure.input(jobSelectionSchema).output(z.array(idSchema).readonly()),
  /** The user's rating; 0 takes it away. */
  rate: procedure.input(z.strictObject({ jobId: idSchema, stars: starsSchema })).output(z.void()),
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
  /** Saves a file of a job byte for byte: by the host's dialog, or into the chosen folder. */
  saveOutput: procedure.input(outputReferenceSchema.extend(saveInto)).output(saveOutcomeSchema),
  /**
   * Shows where `saveOutput` has put the file. `not-found` with the action `save-first` when it was
   * not saved yet, or is gone.
   */
  showOutput: procedure.input(outputReferenceSchema).output(showOutcomeSchema),
  /** Saves an answer that could not be used, exactly as it came. */
  saveKeptAnswer: procedure.input(z.strictObject({ jobId: idSchema })).output(saveOutcomeSchema),
};
