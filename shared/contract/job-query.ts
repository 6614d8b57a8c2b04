/** Questions for the lists of jobs, and orders on several of them. */
import { z } from 'zod';
import { idSchema, timestampSchema } from './common.ts';
import { jobSchema } from './job-record.ts';
import { jobStateSchema } from './job-states.ts';

/** The jobs of a list. */
const jobFilterShape = {
  kinds: z.array(jobSchema.shape.kind).min(1).max(50).optional(),
  states: z.array(jobStateSchema).min(1).max(50).optional(),
  /** True: those under way. False: those that have ended. */
  isActive: z.boolean().optional(),
  /** Only jobs whose main picture is this photo. */
  photoId: idSchema.optional(),
  connectionId: idSchema.optional(),
  /** Only jobs of this run, sweep or recipe. */
  groupId: idSchema.optional(),
  /** Created in this time, e.g. a day as the user counts it: `from` included, `to` not. */
  from: timestampSchema.optional(),
  to: timestampSchema.optional(),
  /** Least number of stars. */
  stars: z.int().min(1).max(5).optional(),
  /** Part of the photo's name or of the task id, in any case. */
  text: z.string().max(200).optional(),
} as const;

/** `newest` first; the longest; the dearest. Those without a duration or a price come last. */
export const jobSortSchema = z.enum(['newest', 'duration', 'cost']);

/** A query for a list of jobs. */
export const jobQuerySchema = z.strictObject({
  ...jobFilterShape,
  limit: z.int().min(1).max(500),
  /** Only jobs after this one in the order of the list: the next page. */
  beforeJobId: idSchema.optional(),
  /** `newest` unless given. */
  sort: jobSortSchema.optional(),
});

/**
 * A query for a list in which what was started together is one entry, newest first. A group is
 * listed when one of its jobs is.
 */
export const entryQuerySchema = jobQuerySchema.omit({ sort: true });

/** Groups by their ids, as they are now; those that are gone are left out. */
export const groupQuerySchema = z.strictObject({
  groupIds: z.array(idSchema).min(1).max(100).readonly(),
});

/** Several jobs, or all of a group. */
export const jobSelectionSchema = z.union([
  z.strictObject({ jobIds: z.array(idSchema).min(1).max(500).readonly() }),
  z.strictObject({ groupId: idSchema }),
]);

/** `also`: `sent` cancels those that have left, too; they may still be charged. */
export const cancelManySchema = z.union([
  jobSelectionSchema.options[0].extend({ also: z.literal('sent').optional() }),
  jobSelectionSchema.options[1].extend({ also: z.literal('sent').optional() }),
]);

/** `cancelled`: how many. `saved`: the price of those that had not left, 1/10000 USD; missing = not known, or practice. */
export const cancelledManySchema = z.strictObject({
  cancelled: z.int().nonnegative(),
  saved: z.int().nonnegative().optional(),
});

export type JobSort = z.infer<typeof jobSortSchema>;
export type JobQuery = z.infer<typeof jobQuerySchema>;
export type EntryQuery = z.infer<typeof entryQuerySchema>;
export type JobSelection = z.infer<typeof jobSelectionSchema>;
export type CancelMany = z.infer<typeof cancelManySchema>;
export type CancelledMany = z.infer<typeof cancelledManySchema>;
