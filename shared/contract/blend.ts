import { z } from 'zod';
import { idSchema, procedure, takes, rectSchema } from './common.ts';
import { outputReferenceSchema } from './job-outputs.ts';
import { exifChoiceSchema, exportFormatSchema, saveInto, saveOutcomeSchema } from './export.ts';

export const BLEND_LIMITS = {
  strokes: 2000,
  points: 10_000,
  /** Pixels of the base. */
  radius: 20_000,
  /** Fraction of the shorter side of the result's area. */
  softEdge: 0.25,
} as const;

export const blendStrokeSchema = z.strictObject({
  /** Alternating x and y, pixels of the base, fractions allowed. */
  points: z
    .array(z.number())
    .min(2)
    .max(BLEND_LIMITS.points * 2)
    .refine(({ length }) => length % 2 === 0)
    .readonly(),
  /** Pixels of the base. */
  radius: z.number().positive().max(BLEND_LIMITS.radius),
  /** Fraction of the radius that is fully covered; the stroke fades out beyond it. */
  hardness: z.number().min(0).max(1),
  /** `false` paints the base, `true` brings the result back. */
  isErase: z.boolean(),
});

/** weight = strength × soft edge × (1 − painted away). */
export const blendSchema = z.strictObject({
  strength: z.number().min(0).max(1),
  /** Fraction of the shorter side over which it fades out; 0 is a hard edge. */
  softEdge: z.number().min(0).max(BLEND_LIMITS.softEdge),
  strokes: z.array(blendStrokeSchema).max(BLEND_LIMITS.strokes).readonly(),
});

const softSidesSchema = z.strictObject({
  left: z.boolean(),
  top: z.boolean(),
  right: z.boolean(),
  bottom: z.boolean(),
});

const belowSchema = z.strictObject({ id: idSchema, rect: rectSchema, url: z.string() });

const blendedOutputSchema = z.strictObject({
  blend: blendSchema,
  initial: blendSchema,
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
const saveBlendSchema = outputReferenceSchema.extend({
  format: exportFormatSchema,
  quality: z.int().min(1).max(100),
  lossless: z.boolean(),
  exif: exifChoiceSchema.optional(),
  ...saveInto,
});

export type BlendStroke = z.infer<typeof blendStrokeSchema>;
export type Blend = z.infer<typeof blendSchema>;
export type SoftSides = z.infer<typeof softSidesSchema>;
export type BlendedOutput = z.infer<typeof blendedOutputSchema>;
export type SaveBlend = z.infer<typeof saveBlendSchema>;

export const blendContract = {
  /** `not-found` if the result is gone, `invalid-input` for a kind that is not blended. */
  read: procedure.input(outputReferenceSchema).output(blendedOutputSchema),
  save: takes({ ...outputReferenceSchema.shape, blend: blendSchema }).output(z.void()),
  saveFile: procedure.input(saveBlendSchema).output(saveOutcomeSchema),
  /** Replaces an earlier one of the same run in the Studio. */
  toStudio: procedure
    .input(outputReferenceSchema)
    .output(z.strictObject({ photoId: idSchema, patchId: idSchema })),
};
