import { z } from 'zod';
import { idSchema, procedure, rectSchema } from './common.ts';
import { outputReferenceSchema } from './job-outputs.ts';
import { exifChoiceSchema, exportFormatSchema, saveInto, saveOutcomeSchema } from './export.ts';

export const MIX_LIMITS = {
  strokes: 2000,
  points: 10_000,
  /** Pixels of the base. */
  radius: 20_000,
  /** Fraction of the shorter side of the result's area. */
  softEdge: 0.25,
} as const;

export const mixStrokeSchema = z.strictObject({
  /** Alternating x and y, pixels of the base, fractions allowed. */
  points: z
    .array(z.number())
    .min(2)
    .max(MIX_LIMITS.points * 2)
    .refine(({ length }) => length % 2 === 0)
    .readonly(),
  /** Pixels of the base. */
  radius: z.number().positive().max(MIX_LIMITS.radius),
  /** Fraction of the radius that is fully covered; the stroke fades out beyond it. */
  hardness: z.number().min(0).max(1),
  /** `false` paints the base, `true` brings the result back. */
  isErase: z.boolean(),
});

/** weight = strength × soft edge × (1 − painted away). */
export const mixSchema = z.strictObject({
  strength: z.number().min(0).max(1),
  /** Fraction of the shorter side over which it fades out; 0 is a hard edge. */
  softEdge: z.number().min(0).max(MIX_LIMITS.softEdge),
  strokes: z.array(mixStrokeSchema).max(MIX_LIMITS.strokes).readonly(),
});

export const softSidesSchema = z.strictObject({
  left: z.boolean(),
  top: z.boolean(),
  right: z.boolean(),
  bottom: z.boolean(),
});

const belowSchema = z.strictObject({ id: idSchema, rect: rectSchema, url: z.string() });

export const mixedOutputSchema = z.strictObject({
  mix: mixSchema,
  initial: mixSchema,
  base: z.strictObject({
    id: idSchema,
    url: z.string(),
    width: z.int().positive(),
    height: z.int().positive(),
  }),
  below: z.array(belowSchema).readonly(),
  rect: rectSchema,
  softSides: softSidesSchema,
  /** The result as a picture of exactly `rect`, with matched colours. */
  layerUrl: z.string(),
  /** Pixels of the returned picture. */
  returned: z.strictObject({ width: z.int().positive(), height: z.int().positive() }),
});

/** Formats with layers only for a result on a photo. */
export const saveMixSchema = outputReferenceSchema.extend({
  format: exportFormatSchema,
  quality: z.int().min(1).max(100),
  lossless: z.boolean(),
  exif: exifChoiceSchema.optional(),
  ...saveInto,
});

export type MixStroke = z.infer<typeof mixStrokeSchema>;
export type Mix = z.infer<typeof mixSchema>;
export type SoftSides = z.infer<typeof softSidesSchema>;
export type MixedOutput = z.infer<typeof mixedOutputSchema>;
export type SaveMix = z.infer<typeof saveMixSchema>;

export const mixContract = {
  /** `not-found` if the result is gone, `invalid-input` for a kind that is not blended. */
  read: procedure.input(outputReferenceSchema).output(mixedOutputSchema),
  save: procedure.input(outputReferenceSchema.extend({ mix: mixSchema })).output(z.void()),
  saveFile: procedure.input(saveMixSchema).output(saveOutcomeSchema),
  /**
   * Adds the blended result to its photo in the Studio, replacing an earlier one of the same run.
   */
  toStudio: procedure
    .input(outputReferenceSchema)
    .output(z.strictObject({ photoId: idSchema, patchId: idSchema })),
};
