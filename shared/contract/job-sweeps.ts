import { z } from 'zod';
import { idSchema } from './common.ts';
import { videoRequestSchema } from './job-requests.ts';

export const sweepAxisSchema = z.enum(['seed', 'motion', 'noise']);
export type SweepAxis = z.infer<typeof sweepAxisSchema>;

const MAX_SWEEP_VALUES = 4;

export const sweepPlaceSchema = z.strictObject({
  axis: sweepAxisSchema,
  /** Decimal text for its title, because a seed may exceed a double. */
  value: z.string().min(1).max(40),
});
export type SweepPlace = z.infer<typeof sweepPlaceSchema>;

export const startSweepSchema = z.strictObject({
  requests: z.array(videoRequestSchema).min(2).max(MAX_SWEEP_VALUES).readonly(),
  axis: sweepAxisSchema,
  values: z.array(sweepPlaceSchema.shape.value).min(2).max(MAX_SWEEP_VALUES).readonly(),
});
export type StartSweep = z.infer<typeof startSweepSchema>;

/** `jobIds` in the order of the values; a running identical job is joined. */
export const startedSweepSchema = z.strictObject({
  runId: idSchema,
  jobIds: z.array(idSchema).readonly(),
});
export type StartedSweep = z.infer<typeof startedSweepSchema>;
