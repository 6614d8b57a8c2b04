/** Sweeps: the same clip with three or four values of one setting, started together. */
import { z } from 'zod';
import { idSchema } from './common.ts';
import { videoRequestSchema } from './job-requests.ts';

/** The setting that differs. */
export const sweepAxisSchema = z.enum(['seed', 'motion', 'noise']);
export type SweepAxis = z.infer<typeof sweepAxisSchema>;

/** Most values of one sweep: what can be compared at once. */
export const MAX_SWEEP_VALUES = 4;

/** A job's place in its sweep. */
export const sweepPlaceSchema = z.strictObject({
  axis: sweepAxisSchema,
  /** The value as decimal text, for its title: a seed may be larger than a number can hold. */
  value: z.string().min(1).max(40),
});
export type SweepPlace = z.infer<typeof sweepPlaceSchema>;

/** One request for each value, in the order of the values. */
export const startSweepSchema = z.strictObject({
  requests: z.array(videoRequestSchema).min(2).max(MAX_SWEEP_VALUES).readonly(),
  axis: sweepAxisSchema,
  values: z.array(sweepPlaceSchema.shape.value).min(2).max(MAX_SWEEP_VALUES).readonly(),
});
export type StartSweep = z.infer<typeof startSweepSchema>;

/** `jobIds` in the order of the values; one that is under way already is joined. */
export const startedSweepSchema = z.strictObject({
  runId: idSchema,
  jobIds: z.array(idSchema).readonly(),
});
export type StartedSweep = z.infer<typeof startedSweepSchema>;
