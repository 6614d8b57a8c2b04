/** The files of a job: pictures, and clips with what was measured of them. */
import { z } from 'zod';
import { idSchema } from './common.ts';
import { saveOutcomeSchema } from './export.ts';

/** A file of a job: counts from 0. */
export const outputIdSchema = z.int().min(0).max(100_000);

/** Facts of a moving picture, measured in the file itself; nothing of it is assumed. */
export const clipFactsSchema = z.strictObject({
  frameCount: z.int().positive(),
  /** When each frame begins, ms from 0, and at last the end: `frameCount` + 1 values. */
  frameTimes: z.array(z.number().nonnegative()).readonly(),
  /** As the file names it: `avc1.42001f`, `gif`, `webp` … */
  codec: z.string(),
  hasAudio: z.boolean(),
  /** False when the window has tried to decode it and could not. */
  isPlayable: z.boolean().optional(),
});

/**
 * Why a clip could not be measured: `unreadable` is cut, damaged, or no clip; `endless` reached the limit of
 * time or memory; `stopped` = Gesso ended while it read the file. The last two are not read again by themselves.
 */
export const outputDamageSchema = z.enum(['unreadable', 'endless', 'stopped']);

/** A file that a job produced. */
export const jobOutputSchema = z.strictObject({
  /** Counts the files of the job from 0; together with the job's id it names the file. */
  id: outputIdSchema,
  url: z.string(),
  mediaType: z.string(),
  byteLength: z.int().nonnegative(),
  /** Pixels of a picture, or of the frames of a clip, as they are shown. */
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
  /** Missing where the file is no clip, or could not be measured. */
  clip: clipFactsSchema.optional(),
  damage: outputDamageSchema.optional(),
  /** A still of the clip, once the window has made one. */
  poster: z.string().optional(),
});

/** Names a file of a job. */
export const outputReferenceSchema = z.strictObject({ jobId: idSchema, output: outputIdSchema });

/**
 * The outcome of showing a saved file: `shown` in the system's file manager; the others where the host
 * has no file manager and offers the file instead.
 */
export const showOutcomeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('shown') }),
  ...saveOutcomeSchema.options,
]);

export type ClipFacts = z.infer<typeof clipFactsSchema>;
export type OutputDamage = z.infer<typeof outputDamageSchema>;
export type JobOutput = z.infer<typeof jobOutputSchema>;
export type OutputReference = z.infer<typeof outputReferenceSchema>;
export type ShowOutcome = z.infer<typeof showOutcomeSchema>;
