/** Enlarged pictures: starting several, looking at a result with its local finish, and saving it. */
import { z } from 'zod';
import { idSchema, procedure, rectSchema } from './common.ts';
import { pictureFormatSchema, saveInto, saveOutcomeSchema } from './export.ts';
import { upscaleRequestSchema } from './job-requests.ts';
import { outputReferenceSchema } from './jobs.ts';
import { photoPurposeSchema, photoSchema } from './photos.ts';

/** Most calls that are started at once. */
export const MAX_UPSCALES = 100;

const sizeSchema = z.strictObject({ width: z.int().positive(), height: z.int().positive() });

const rimSide = z.int().min(0).max(64);
/** Black pixels at each side. */
const rimSchema = z.strictObject({ left: rimSide, top: rimSide, right: rimSide, bottom: rimSide });

/** Local changes to a result; the file that came stays as it is. */
export const upscaleFinishSchema = z.strictObject({
  /** The rim that is cut off; `null` = none. */
  trim: rimSchema.nullable(),
  /** The original's colours, taken over in broad areas. */
  matchColors: z.boolean(),
});
export type UpscaleFinish = z.infer<typeof upscaleFinishSchema>;

export const DEFAULT_UPSCALE_FINISH: UpscaleFinish = { trim: null, matchColors: false };

/** A part of a result that looks broken, as shares of its sides. */
const shareRectSchema = z.strictObject({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});

/** Findings about the pixels of a result, beside the original's. */
export const upscaleFindingsSchema = z.strictObject({
  /** The black rim that the service has left; `null` = none. */
  rim: rimSchema.nullable(),
  /** Parts without any detail where the original has some. */
  flat: z.array(shareRectSchema).readonly(),
  /** Black parts where the original is not black. */
  black: z.array(shareRectSchema).readonly(),
  /** The rule by which the service has rounded, where the rim shows it. */
  rule: z.enum(['multiples-of-8', 'exact']).optional(),
});
export type UpscaleFindings = z.infer<typeof upscaleFindingsSchema>;

/** A result as it is shown and saved. */
export const upscaleResultSchema = sizeSchema.extend({
  /** The picture with profile, density, transparency and the finish. */
  url: z.string(),
  hasAlpha: z.boolean(),
  /** Pixels of the file that came. */
  raw: sizeSchema,
  finish: upscaleFinishSchema,
  /** Pixels that were sent. */
  sent: sizeSchema,
  /** Where the whole sent picture lies in the result, pixels of the result; it may reach beyond. */
  placement: shareRectSchema,
  /** The size that was expected. */
  promised: sizeSchema,
  /** The picture that was sent; missing when the photo is no longer in the library. */
  original: sizeSchema
    .extend({
      url: z.string(),
      hasAlpha: z.boolean(),
      /** The part of it that was sent. */
      rect: rectSchema,
    })
    .optional(),
});
export type UpscaleResult = z.infer<typeof upscaleResultSchema>;

/** One answer: what was asked for, and the size that came. */
export const upscaleMeasureSchema = z.strictObject({
  sent: sizeSchema,
  wanted: upscaleRequestSchema.shape.parameters.shape.size,
  output: sizeSchema,
  rule: upscaleFindingsSchema.shape.rule,
});

export const upscaleContract = {
  /** The latest answers of a connection, the newest first. */
  measures: procedure
    .input(z.strictObject({ connectionId: idSchema }))
    .output(z.array(upscaleMeasureSchema).readonly()),
  /** A result with its finish. @throws `not-found` for a file that no enlargement has brought */
  result: procedure.input(outputReferenceSchema).output(upscaleResultSchema),
  /** Another finish. */
  setFinish: procedure
    .input(outputReferenceSchema.extend({ finish: upscaleFinishSchema }))
    .output(upscaleResultSchema),
  /** Looks at the pixels of a result; the first time it takes a moment. */
  inspect: procedure.input(outputReferenceSchema).output(upscaleFindingsSchema),
  /** Saves a result with its finish in any format. */
  save: procedure
    .input(
      outputReferenceSchema.extend({
        format: pictureFormatSchema,
        quality: z.int().min(1).max(100),
        lossless: z.boolean(),
        ...saveInto,
      }),
    )
    .output(saveOutcomeSchema),
  /** Takes a result with its finish into the library; for the studio unless a purpose is given. */
  toPhoto: procedure
    .input(outputReferenceSchema.extend({ purpose: photoPurposeSchema.optional() }))
    .output(photoSchema),
};
