/** The steps of a recipe: operations that Gesso has, with their settings, and a condition each may have. */
import { z } from 'zod';
import { RESPONSE_IMAGE_TYPES } from '../api/images.ts';
import { idSchema } from './common.ts';
import { exifChoiceSchema, formatChoiceSchema, namePatternSchema } from './export.ts';
import { upscaleRequestSchema, videoRequestSchema } from './job-requests.ts';

/** Longest side of a picture in a setting, pixels. */
const MOST_SIDE = 65_535;

const sideSchema = z.int().min(1).max(MOST_SIDE);

/** Looked for in the picture as it is when the step's turn comes. */
export const foundThingSchema = z.enum(['text', 'face', 'people']);

/**
 * A step is passed over unless its condition holds. `larger`, `smaller`: the longer side, pixels.
 * `changed`: the step before has changed something; one that was passed over has not.
 */
export const stepConditionSchema = z.discriminatedUnion('if', [
  z.strictObject({ if: z.literal('larger'), side: sideSchema }),
  z.strictObject({ if: z.literal('smaller'), side: sideSchema }),
  z.strictObject({ if: z.literal('found'), what: foundThingSchema }),
  z.strictObject({ if: z.literal('changed') }),
]);

const only = { only: stepConditionSchema.optional() };

/** Nine places of a picture: its middle, edges and corners. */
export const anchorSchema = z.enum([
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
]);

/** `found`: only around lines of text that Gesso finds; a picture without any is left as it is. */
export const removeTextStepSchema = z.strictObject({
  kind: z.literal('remove-text'),
  detail: z.enum(['full', 'reduced']),
  where: z.enum(['whole', 'found']),
  ...only,
});

const shareSchema = z.number().min(0).max(1);

/**
 * The pixels that a clean-up fills. `kept`: a mask that is kept with the recipe (`recipes.keepMask`);
 * `scale` fits it to pictures of the same shape, an anchor puts it there at its own size. The others are found in
 * each picture; one in which nothing is found is left as it is. `object`: points in shares of width and height.
 */
export const stepMaskSchema = z.discriminatedUnion('from', [
  z.strictObject({
    from: z.literal('kept'),
    maskId: idSchema,
    placement: z.union([z.literal('scale'), anchorSchema]),
  }),
  z.strictObject({ from: z.literal('people'), withShadow: z.boolean() }),
  z.strictObject({ from: z.literal('spots'), sensitivity: z.int().min(0).max(100) }),
  z.strictObject({ from: z.literal('text') }),
  z.strictObject({
    from: z.literal('object'),
    at: z
      .array(z.strictObject({ x: shareSchema, y: shareSchema }))
      .min(1)
      .max(50)
      .readonly(),
    withShadow: z.boolean(),
  }),
]);

export const cleanUpStepSchema = z.strictObject({
  kind: z.literal('clean-up'),
  mask: stepMaskSchema,
  /** Pixels around the mask, as in the settings of a clean-up. */
  margin: z.int().min(0).max(64),
  matchColors: z.boolean(),
  ...only,
});

export const upscaleStepSchema = z.strictObject({
  kind: z.literal('upscale'),
  parameters: upscaleRequestSchema.shape.parameters,
  ...only,
});

/**
 * Made on this computer, free, in this order: `turn` clockwise and `mirror`; `cut` to a shape (the
 * largest part of this ratio) or to a size in pixels; `fit` into a box, never larger unless `enlarge`.
 */
export const cropStepSchema = z.strictObject({
  kind: z.literal('crop'),
  turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  mirror: z.boolean(),
  cut: z
    .strictObject({
      by: z.enum(['shape', 'pixels']),
      width: sideSchema,
      height: sideSchema,
      anchor: anchorSchema,
    })
    .optional(),
  fit: z.strictObject({ width: sideSchema, height: sideSchema, enlarge: z.boolean() }).optional(),
  ...only,
});

/** `accepted`: written when the user has accepted the picture; steps after it wait for that, too. */
export const saveStepSchema = z.strictObject({
  kind: z.literal('save'),
  format: formatChoiceSchema,
  quality: z.int().min(1).max(100),
  lossless: z.boolean(),
  exif: exifChoiceSchema,
  namePattern: namePatternSchema,
  when: z.enum(['at-once', 'accepted']),
  ...only,
});

/** The face of a picture that is kept with the recipe (`recipes.keepFace`). */
export const mergeFaceStepSchema = z.strictObject({
  kind: z.literal('merge-face'),
  faceId: idSchema,
  responseType: z.enum(RESPONSE_IMAGE_TYPES),
  ...only,
});

/** The picture before the last step that changed it, mixed in; free. */
export const mixStepSchema = z.strictObject({
  kind: z.literal('mix'),
  /** The share of the changed picture. */
  strength: shareSchema,
  /** A shift of its colours against the picture before is taken back. */
  matchColors: z.boolean(),
  ...only,
});

/**
 * A clip of the picture, kept with its task, and with `isFile` as a file in the folder of the run, too. The picture itself
 * goes on to the next step as it is.
 */
export const clipStepSchema = z.strictObject({
  kind: z.literal('clip'),
  parameters: videoRequestSchema.shape.parameters.omit({ webhook: true }),
  preparation: videoRequestSchema.shape.preparation,
  isFile: z.boolean().optional(),
  ...only,
});

export const recipeStepSchema = z.discriminatedUnion('kind', [
  removeTextStepSchema,
  cleanUpStepSchema,
  upscaleStepSchema,
  cropStepSchema,
  saveStepSchema,
  mergeFaceStepSchema,
  mixStepSchema,
  clipStepSchema,
]);

/** Most steps of one recipe. */
export const MOST_STEPS = 20;

export const recipeStepsSchema = z.array(recipeStepSchema).min(1).max(MOST_STEPS).readonly();

export type FoundThing = z.infer<typeof foundThingSchema>;
export type StepCondition = z.infer<typeof stepConditionSchema>;
export type Anchor = z.infer<typeof anchorSchema>;
export type StepMask = z.infer<typeof stepMaskSchema>;
export type RecipeStep = z.infer<typeof recipeStepSchema>;
export type StepKind = RecipeStep['kind'];
export type StepOf<Kind extends StepKind> = Extract<RecipeStep, { readonly kind: Kind }>;
