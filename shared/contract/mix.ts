/**
 * Mixing: a result laid over its picture in part. Strength, a soft edge and painted strokes decide how much of
 * the result is seen at each pixel; all of it is local, free, and can be undone.
 */
import { z } from 'zod';
import { idSchema, procedure, rectSchema } from './common.ts';
import { outputReferenceSchema } from './job-outputs.ts';
import { exifChoiceSchema, exportFormatSchema, saveInto, saveOutcomeSchema } from './export.ts';

/** Bounds of what is stored for one result. */
export const MIX_LIMITS = {
  /** Strokes of one mix. */
  strokes: 2000,
  /** Points of one stroke. */
  points: 10_000,
  /** Pixels of the base. */
  radius: 20_000,
  /** Width of the soft edge as a share of the shorter side of the result's place. */
  softEdge: 0.25,
} as const;

/** A stroke of the brush, as vectors: window and backend draw it with the same function. */
export const mixStrokeSchema = z.strictObject({
  /** x and y of each point in turn; pixels of the base, fractions allowed. */
  points: z
    .array(z.number())
    .min(2)
    .max(MIX_LIMITS.points * 2)
    .refine(({ length }) => length % 2 === 0)
    .readonly(),
  /** Pixels of the base. */
  radius: z.number().positive().max(MIX_LIMITS.radius),
  /** Share of the radius that is covered completely; beyond it the stroke fades out. */
  hardness: z.number().min(0).max(1),
  /** `false`: paints the base back. `true`: brings the result again where the base was painted back. */
  isErase: z.boolean(),
});

/** How a result lies over its base: weight = strength × soft edge × (1 − painted back). */
export const mixSchema = z.strictObject({
  strength: z.number().min(0).max(1),
  /** Share of the shorter side of the result's place over which it fades out; 0 = a hard edge. */
  softEdge: z.number().min(0).max(MIX_LIMITS.softEdge),
  /** In the order of their making. */
  strokes: z.array(mixStrokeSchema).max(MIX_LIMITS.strokes).readonly(),
});

/** The sides at which a result fades out; not those that are the picture's own border. */
export const softSidesSchema = z.strictObject({
  left: z.boolean(),
  top: z.boolean(),
  right: z.boolean(),
  bottom: z.boolean(),
});

/** A picture that lies over the base as it was when it was sent. */
const belowSchema = z.strictObject({ id: idSchema, rect: rectSchema, url: z.string() });

/** A result with everything that mixing it needs. */
export const mixedOutputSchema = z.strictObject({
  mix: mixSchema,
  /** The mix of an unchanged result. */
  initial: mixSchema,
  /** The picture below; its pixels are the space of all that follows. */
  base: z.strictObject({
    id: idSchema,
    url: z.string(),
    width: z.int().positive(),
    height: z.int().positive(),
  }),
  /** Results over the base that belong to it, the lowest first. */
  below: z.array(belowSchema).readonly(),
  /** The place of the result. */
  rect: rectSchema,
  softSides: softSidesSchema,
  /** The result as it is laid: a picture of exactly `rect`, its colours matched. */
  layerUrl: z.string(),
  /** Pixels of the picture that the service returned. */
  returned: z.strictObject({ width: z.int().positive(), height: z.int().positive() }),
});

/** Encoding of a mixed picture; formats with layers only for a result that lies over a photo. */
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
  /** A result with its mix. `not-found` when it is gone, `invalid-input` for a kind that is not mixed. */
  read: procedure.input(outputReferenceSchema).output(mixedOutputSchema),
  /** Keeps the mix of a result. The latest one counts. */
  save: procedure.input(outputReferenceSchema.extend({ mix: mixSchema })).output(z.void()),
  /** Saves base and result as they are mixed, at full size: by the host's dialog, or into the chosen folder. */
  saveFile: procedure.input(saveMixSchema).output(saveOutcomeSchema),
  /**
   * Puts the mixed result over its photo as a result of the Studio; it replaces an earlier one of the
   * same run. The photo is then one of the Studio's.
   */
  toStudio: procedure
    .input(outputReferenceSchema)
    .output(z.strictObject({ photoId: idSchema, patchId: idSchema })),
};
