import { z } from 'zod';
import { idSchema } from './common.ts';
import { saveOutcomeSchema } from './export.ts';

const outputIdSchema = z.int().min(0).max(100_000);

export const clipFactsSchema = z.strictObject({
  frameCount: z.int().positive(),
  /** Start of each frame in ms from 0, then the end: `frameCount` + 1 values. */
  frameTimes: z.array(z.number().nonnegative()).readonly(),
  /** As in the file: `avc1.42001f`, `gif`, `webp` … */
  codec: z.string(),
  hasAudio: z.boolean(),
  /** False when the window failed to decode it. */
  isPlayable: z.boolean().optional(),
});

/** `endless`: over the limit. `stopped`: crashed Gesso. Both are not tried again by themselves. */
export const outputDamageSchema = z.enum(['unreadable', 'endless', 'stopped']);

export const jobOutputSchema = z.strictObject({
  /** Index of the file in its job; with the job's id it names the file. */
  id: outputIdSchema,
  url: z.string(),
  mediaType: z.string(),
  byteLength: z.int().nonnegative(),
  /** Displayed pixels of the picture or frames. */
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
  clip: clipFactsSchema.optional(),
  damage: outputDamageSchema.optional(),
  poster: z.string().optional(),
});

export const outputReferenceSchema = z.strictObject({ jobId: idSchema, output: outputIdSchema });

export const showOutcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('shown') }),
  ...saveOutcomeSchema.options,
]);

export type ClipFacts = z.infer<typeof clipFactsSchema>;
export type OutputDamage = z.infer<typeof outputDamageSchema>;
export type JobOutput = z.infer<typeof jobOutputSchema>;
export type OutputReference = z.infer<typeof outputReferenceSchema>;
