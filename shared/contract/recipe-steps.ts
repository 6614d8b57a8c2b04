import { z } from 'zod';
import { IMAGE_PARAMETERS } from '../parameters/image-parameters.ts';
import { looseShape } from '../parameters/parameter-schemas.ts';
import { idSchema } from './common.ts';
import { exifChoiceSchema, formatChoiceSchema, namePatternSchema } from './export.ts';
import { upscaleRequestSchema, videoRequestSchema } from './job-requests.ts';
import { MOST_MARGIN } from './cleanup.ts';

export const MOST_RECIPE_NAME = 120;

/** Longest side of a picture in a setting, pixels. */
const MOST_SIDE = 65_535;

const sideSchema = z.int().min(1).max(MOST_SIDE);

/** Detected in the picture when the step begins. */
const foundThingSchema = z.enum(['text', 'face', 'people']);

/** `larger`, `smaller`: the longer side in pixels. `changed`: by the previous step. */
const stepConditionSchema = z.discriminatedUnion('if', [
  z.strictObject({ if: z.literal('larger'), side: sideSchema }),
  z.strictObject({ if: z.literal('smaller'), side: sideSchema }),
  z.strictObject({ if: z.literal('found'), what: foundThingSchema }),
  z.strictObject({ if: z.literal('changed') }),
]);

const only = { only: stepConditionSchema.optional() };

const anchorSchema = z.enum([
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

/** `found`: only around detected lines of text; a picture without any stays unchanged. */
const removeTextStepSchema = z.strictObject({
  kind: z.literal('remove-text'),
  detail: z.enum(['full', 'reduced']),
  where: z.enum(['whole', 'found']),
  ...only,
});

const shareSchema = z.number().min(0).max(1);

/**
 * `kept` is stored with the recipe; the others are detected in each picture. `object`: points as
 * fractions of width and height.
 */
const stepMaskSchema = z.discriminatedUnion('from', [
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

const cleanUpStepSchema = z.strictObject({
  kind: z.literal('clean-up'),
  mask: stepMaskSchema,
  /** Pixels around the mask, as in the settings of a clean-up. */
  margin: z.int().min(0).max(MOST_MARGIN),
  matchColors: z.boolean(),
  ...only,
});

const upscaleStepSchema = z.strictObject({
  kind: z.literal('upscale'),
  parameters: upscaleRequestSchema.shape.parameters,
  ...only,
});

/** In this order, locally and for free. `turn` is clockwise; `fit` enlarges only with `enlarge`. */
const cropStepSchema = z.strictObject({
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

/** `accepted`: saved once the user accepts the picture; later steps wait too. */
const saveStepSchema = z.strictObject({
  kind: z.literal('save'),
  format: formatChoiceSchema,
  quality: z.int().min(1).max(100),
  lossless: z.boolean(),
  exif: exifChoiceSchema,
  namePattern: namePatternSchema,
  when: z.enum(['at-once', 'accepted']),
  ...only,
});

/** Uses a face stored with the recipe (`recipes.keepFace`). */
const mergeFaceStepSchema = z.strictObject({
  kind: z.literal('merge-face'),
  faceId: idSchema,
  ...looseShape(IMAGE_PARAMETERS),
  ...only,
});

/** Blends the picture with the one before the last step that changed it; free. */
const blendStepSchema = z.strictObject({
  kind: z.literal('mix'),
  strength: shareSchema,
  /** Reverses a colour shift against the earlier picture. */
  matchColors: z.boolean(),
  ...only,
});

/** Stored with its task, and with `isFile` in the run's folder. */
const clipStepSchema = z.strictObject({
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
  blendStepSchema,
  clipStepSchema,
]);

export const MOST_STEPS = 20;

export const recipeStepsSchema = z.array(recipeStepSchema).min(1).max(MOST_STEPS).readonly();

export type FoundThing = z.infer<typeof foundThingSchema>;
export type StepCondition = z.infer<typeof stepConditionSchema>;
export type Anchor = z.infer<typeof anchorSchema>;
export type StepMask = z.infer<typeof stepMaskSchema>;
export type RecipeStep = z.infer<typeof recipeStepSchema>;
export type StepKind = RecipeStep['kind'];
export type StepOf<Kind extends StepKind> = Extract<RecipeStep, { readonly kind: Kind }>;
