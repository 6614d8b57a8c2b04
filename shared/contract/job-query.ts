import { z } from 'zod';
import { idSchema, timestampSchema } from './common.ts';
import { jobSchema } from './job-record.ts';
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

export const jobQuerySchema = z.strictObject({
  ...jobFilterShape,
  limit: z.int().min(1).max(500),
  /** Returns only jobs after this one in list order: the next page. */
  beforeJobId: idSchema.optional(),
  sort: jobSortSchema.optional(),
});

/** Newest first. A group is listed if one of its jobs matches. */
export const entryQuerySchema = jobQuerySchema.omit({ sort: true });

/** Groups that no longer exist are left out. */
export const groupQuerySchema = z.strictObject({
  groupIds: z.array(idSchema).min(1).max(100).readonly(),
});

export const jobSelectionSchema = z.union([
  z.strictObject({ jobIds: z.array(idSchema).min(1).max(500).readonly() }),
  z.strictObject({ groupId: idSchema }),
]);

/** `also: 'sent'` also cancels sent calls, which may still be charged. */
export const cancelManySchema = z.union([
  jobSelectionSchema.options[0].extend({ also: z.literal('sent').optional() }),
  jobSelectionSchema.options[1].extend({ also: z.literal('sent').optional() }),
]);

/**
 * `saved`: the price of calls that had not been sent, 1/10000 USD; missing if unknown, or practice.
 */
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
