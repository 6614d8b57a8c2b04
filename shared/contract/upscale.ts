import { z } from 'zod';
import { idSchema, procedure, takes, rectSchema } from './common.ts';
import { pictureFormatSchema, saveInto, saveOutcomeSchema } from './export.ts';
import { upscaleRequestSchema } from './job-requests.ts';
import { outputReferenceSchema } from './jobs.ts';
import { photoPurposeSchema, photoSchema } from './photos.ts';

export const MAX_UPSCALES = 100;

const sizeSchema = z.strictObject({ width: z.int().positive(), height: z.int().positive() });

const borderSide = z.int().min(0).max(64);
/** Black pixels on each side. */
const borderSchema = z.strictObject({
  left: borderSide,
  top: borderSide,
  right: borderSide,
  bottom: borderSide,
});

/** The original file stays unchanged. */
export const upscaleFinishSchema = z.strictObject({
  /** Border to crop; `null` for none. */
  trim: borderSchema.nullable(),
  matchColors: z.boolean(),
});
export type UpscaleFinish = z.infer<typeof upscaleFinishSchema>;

export const DEFAULT_UPSCALE_FINISH: UpscaleFinish = { trim: null, matchColors: false };

/** A damaged area, as fractions of the result's sides. */
const shareRectSchema = z.strictObject({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});

export const upscaleFindingsSchema = z.strictObject({
  /** Black border from the service; `null` for none. */
  border: borderSchema.nullable(),
  /** Areas without detail where the original has some. */
  flat: z.array(shareRectSchema).readonly(),
  /** Black areas where the original is not black. */
  black: z.array(shareRectSchema).readonly(),
  /** The service's rounding rule, if the border reveals it. */
  rule: z.enum(['multiples-of-8', 'exact']).optional(),
});
export type UpscaleFindings = z.infer<typeof upscaleFindingsSchema>;

const upscaleResultSchema = sizeSchema.extend({
  /** The picture with profile, density, transparency and post-processing. */
  url: z.string(),
  hasAlpha: z.boolean(),
  /** Pixels of the received file. */
  raw: sizeSchema,
  finish: upscaleFinishSchema,
  sent: sizeSchema,
  /** Area of the sent picture in the result, in result pixels; it may extend beyond. */
  placement: shareRectSchema,
  promised: sizeSchema,
  /** The sent picture; missing if the photo was removed. */
  original: sizeSchema
    .extend({
      url: z.string(),
      hasAlpha: z.boolean(),
      rect: rectSchema,
    })
    .optional(),
});
export type UpscaleResult = z.infer<typeof upscaleResultSchema>;

const upscaleMeasureSchema = z.strictObject({
  sent: sizeSchema,
  wanted: upscaleRequestSchema.shape.parameters.shape.size,
  output: sizeSchema,
  rule: upscaleFindingsSchema.shape.rule,
});

export const upscaleContract = {
  measures: takes({ connectionId: idSchema }).output(z.array(upscaleMeasureSchema).readonly()),
  /** @throws `not-found` for a file that is no enlargement */
  result: procedure.input(outputReferenceSchema).output(upscaleResultSchema),
  setFinish: takes({ ...outputReferenceSchema.shape, finish: upscaleFinishSchema }).output(
    upscaleResultSchema,
  ),
  /** Analyses the pixels of a result; slow the first time. */
  inspect: procedure.input(outputReferenceSchema).output(upscaleFindingsSchema),
  save: takes({
    ...outputReferenceSchema.shape,
    format: pictureFormatSchema,
    quality: z.int().min(1).max(100),
    lossless: z.boolean(),
    ...saveInto,
  }).output(saveOutcomeSchema),
  toPhoto: takes({ ...outputReferenceSchema.shape, purpose: photoPurposeSchema.optional() }).output(
    photoSchema,
  ),
};
