/** Jobs that were started together, as one list entry. */
import { z } from 'zod';
import { idSchema, timestampSchema } from './common.ts';
import { jobSchema } from './job-record.ts';
import { sweepAxisSchema } from './job-sweeps.ts';

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

export const jobGroupSchema = z.strictObject({
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

export const jobEntrySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('job'), job: jobSchema }),
  z.strictObject({ kind: z.literal('group'), group: jobGroupSchema }),
]);

export type GroupKind = z.infer<typeof groupKindSchema>;
export type JobGroup = z.infer<typeof jobGroupSchema>;
export type JobListEntry = z.infer<typeof jobEntrySchema>;
