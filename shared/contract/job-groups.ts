/** Jobs that were started together, as one entry of a list. */
import { z } from 'zod';
import { idSchema, timestampSchema } from './common.ts';
import { jobSchema } from './job-record.ts';
import { sweepAxisSchema } from './job-sweeps.ts';

/** `run`: one press of Run · `sweep`: one setting in several values · `recipe`: a run of a recipe on many pictures. */
export const groupKindSchema = z.enum(['run', 'sweep', 'recipe']);

/** How many jobs of a group are how far. Calls that a recipe has yet to make count as waiting. */
export const groupCountsSchema = z.strictObject({
  total: z.int().nonnegative(),
  /** Not sent yet: these can be cancelled without a charge. */
  waiting: z.int().nonnegative(),
  /** Sent, or being fetched. */
  running: z.int().nonnegative(),
  done: z.int().nonnegative(),
  /** Without a result: `failed`, `unknown`, `expired`. */
  failed: z.int().nonnegative(),
  cancelled: z.int().nonnegative(),
});

export const jobGroupSchema = z.strictObject({
  /** The run's or the recipe's run's id: `runId` or `batchId` of its jobs. */
  id: idSchema,
  kind: groupKindSchema,
  jobKind: jobSchema.shape.kind,
  /** The photo's name, or the number of photos. */
  title: z.string(),
  axis: sweepAxisSchema.optional(),
  connectionId: idSchema,
  connectionName: z.string(),
  isPractice: z.boolean(),
  createdAt: timestampSchema,
  /** Missing while something of it is under way. */
  endedAt: timestampSchema.optional(),
  counts: groupCountsSchema,
  /** 0 to 1: ended jobs as a share of all. */
  fraction: z.number().min(0).max(1),
  /** Of all calls that have left, 1/10000 USD; missing = not known, or practice. */
  cost: z.int().nonnegative().optional(),
  /** Of the calls that still wait: what cancelling them saves. */
  waitingCost: z.int().nonnegative().optional(),
  /** Its first jobs, for thumbnails. */
  first: z.array(jobSchema).max(4).readonly(),
});

/** One entry of a list in which groups are one entry each. */
export const jobEntrySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('job'), job: jobSchema }),
  z.strictObject({ kind: z.literal('group'), group: jobGroupSchema }),
]);

export type GroupKind = z.infer<typeof groupKindSchema>;
export type JobGroup = z.infer<typeof jobGroupSchema>;
export type JobListEntry = z.infer<typeof jobEntrySchema>;
