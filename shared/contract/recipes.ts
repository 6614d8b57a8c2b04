import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  bytesSchema,
  fileSchema,
  idSchema,
  plainNameSchema,
  procedure,
  takes,
  timestampSchema,
  rowsOf,
} from './common.ts';
import { saveOutcomeSchema } from './export.ts';
import { plainName } from '../plain-name.ts';
import {
  MOST_RECIPE_NAME,
  MOST_STEPS,
  recipeStepSchema,
  recipeStepsSchema,
} from './recipe-steps.ts';
import {
  judgementSchema,
  MOST_RECIPE_FILES,
  RECIPE_PAGE,
  recipeFileFilterSchema,
  recipeFileSchema,
  recipeFileSelectionSchema,
  recipePlanSchema,
  recipeRunSchema,
} from './recipe-runs.ts';

export * from './recipe-runs.ts';
export * from './recipe-steps.ts';
export const MOST_RECIPE_BYTES = 64_000_000;

const nameSchema = plainNameSchema.min(1).max(MOST_RECIPE_NAME);
/** Recipes of 1.0.0 may have names without visible characters. */
const keptNameSchema = z
  .string()
  .overwrite((name) => plainName(name) || 'Recipe')
  .max(MOST_RECIPE_NAME);

const recipeSchema = z.strictObject({
  id: idSchema,
  name: keptNameSchema,
  steps: recipeStepsSchema,
  createdAt: timestampSchema,
  changedAt: timestampSchema,
  /** Shipped with Gesso: read-only, but `duplicate` copies it. */
  isBuiltIn: z.boolean(),
});

const frozenRecipeSchema = z.strictObject({
  name: keptNameSchema,
  steps: recipeStepsSchema,
  recipeId: idSchema.optional(),
});

export type Recipe = z.infer<typeof recipeSchema>;
export type FrozenRecipe = z.infer<typeof frozenRecipeSchema>;

const recipesSchema = z.array(recipeSchema).readonly();
const recipeIdSchema = z.strictObject({ recipeId: idSchema });
const runIdSchema = z.strictObject({ runId: idSchema });
const runsSchema = z.array(recipeRunSchema).readonly();
const changedSchema = z.strictObject({ changed: z.int().nonnegative() });
/** What was judged, by the judgement that it had. */
const judgedSchema = rowsOf({
  judgement: judgementSchema,
  positions: z.array(z.int().nonnegative()).readonly(),
});
const stepsToEditSchema = z.strictObject({
  /** Empty if nothing can be repeated. */
  steps: z.array(recipeStepSchema).max(MOST_STEPS).readonly(),
  missing: z.array(z.string()).readonly(),
});

const openedStepSchema = z.strictObject({
  /** A copy of the picture when the step began, with its mask and boxes. */
  photoId: idSchema,
  step: recipeStepSchema,
  facePhotoId: idSchema.optional(),
  /** A blend's changed picture is on the copy as this job's result. */
  jobId: idSchema.optional(),
  hasBoxes: z.boolean(),
});
export type OpenedStep = z.infer<typeof openedStepSchema>;

export const recipesContract = {
  list: procedure.output(recipesSchema),
  save: takes({ recipeId: idSchema.optional(), name: nameSchema, steps: recipeStepsSchema }).output(
    recipeIdSchema,
  ),
  /** `restore` works until Gesso quits. */
  remove: procedure.input(recipeIdSchema).output(z.void()),
  restore: procedure.input(recipeIdSchema).output(z.void()),
  /** Appends “copy” to the name. */
  duplicate: procedure.input(recipeIdSchema).output(recipeIdSchema),
  exportFile: procedure.input(recipeIdSchema).output(saveOutcomeSchema),
  /** @throws `unsupported-file` for anything that is not a recipe */
  importFile: takes({ file: fileSchema }).output(recipeIdSchema),
  /** Derives steps from a photo's applied results, or from a job's result. */
  fromPhoto: takes({ photoId: idSchema }).output(stepsToEditSchema),
  fromJob: takes({ jobId: idSchema }).output(stepsToEditSchema),

  /** @throws `empty-mask` */
  keepMask: takes({ photoId: idSchema }).output(z.strictObject({ maskId: idSchema })),
  /** In the wire format of `shared/mask/mask-tiles.ts`, with the size of its photo. */
  mask: takes({ maskId: idSchema }).output(
    z.strictObject({
      width: z.int().positive(),
      height: z.int().positive(),
      tiles: bytesSchema,
    }),
  ),
  keepFace: takes({ photoId: idSchema }).output(z.strictObject({ faceId: idSchema })),
  face: takes({ faceId: idSchema }).output(
    z.strictObject({ photoId: idSchema, thumbnailUrl: z.string().optional() }),
  ),

  /** Files come by POST to `recipeFileUrl`. The next start keeps `recipeInHand.draftId`. */
  draft: takes({}).output(runIdSchema),
  addPhotos: takes({
    ...runIdSchema.shape,
    photoIds: z.array(idSchema).min(1).max(MOST_RECIPE_FILES).readonly(),
  }).output(z.strictObject({ added: z.int().nonnegative() })),
  /** Files stay where they are. `invalid-input` in a browser: see `canLink`. */
  choose: takes({ ...runIdSchema.shape, what: z.enum(['files', 'folder']) }).output(
    z.strictObject({ added: z.int().nonnegative() }),
  ),
  /** Sends dropped files (`handOver`) to this draft, or with `undefined` to Training. */
  takeDrops: takes({ runId: idSchema.optional() }).output(z.void()),
  drop: takes({
    ...runIdSchema.shape,
    positions: z.array(z.int().nonnegative()).min(1).max(MOST_RECIPE_FILES).readonly(),
  }).output(changedSchema),

  /** Sends nothing. Unsubscribing stops planning, and the next subscription continues. */
  plan: takes({ ...runIdSchema.shape, recipe: frozenRecipeSchema }).output(
    eventIterator(recipePlanSchema),
  ),
  /** Freezes the recipe. `first` files are a trial; `goOn` runs the rest. */
  start: takes({
    ...runIdSchema.shape,
    recipe: frozenRecipeSchema,
    stored: z.enum(['ignore', 'use']),
    first: z.int().min(1).max(MOST_RECIPE_FILES).optional(),
    into: idSchema.optional(),
    isOfStudio: z.boolean().optional(),
  }).output(z.void()),
  goOn: procedure.input(runIdSchema).output(z.void()),
  /** Running calls finish. Survives a restart. */
  pause: procedure.input(runIdSchema).output(z.void()),
  resume: procedure.input(runIdSchema).output(z.void()),
  /** Permanently cancels calls that have not been sent. */
  stop: procedure.input(runIdSchema).output(z.void()),
  retry: takes({ ...runIdSchema.shape, selection: recipeFileSelectionSchema.optional() }).output(
    changedSchema,
  ),
  /** Judges files with a picture; `none` resets. Accepting writes files that wait for it. */
  judge: takes({
    ...runIdSchema.shape,
    selection: recipeFileSelectionSchema,
    judgement: judgementSchema,
  }).output(judgedSchema),
  /** Its later calls are repeated, too. */
  againFrom: takes({
    ...runIdSchema.shape,
    position: z.int().nonnegative(),
    step: z
      .int()
      .nonnegative()
      .max(MOST_STEPS - 1),
    settings: recipeStepSchema.optional(),
  }).output(z.void()),
  /** @throws `not-found` if the step has not begun, or its picture was deleted */
  openStep: takes({
    ...runIdSchema.shape,
    position: z.int().nonnegative(),
    step: z
      .int()
      .nonnegative()
      .max(MOST_STEPS - 1),
  }).output(openedStepSchema),
  /** `restoreRun` works until Gesso quits. Written files stay. */
  removeRun: procedure.input(runIdSchema).output(z.void()),
  restoreRun: procedure.input(runIdSchema).output(z.void()),
  runs: procedure.output(runsSchema),
  runChanges: procedure.output(eventIterator(runsSchema)),
  run: procedure.input(runIdSchema).output(recipeRunSchema),
  /** Files of a run in order. Fetch again when the run's `revision` grows. */
  files: takes({
    ...runIdSchema.shape,
    filter: recipeFileFilterSchema,
    offset: z.int().nonnegative(),
    limit: z.int().min(1).max(RECIPE_PAGE),
  }).output(
    z.strictObject({
      rows: z.array(recipeFileSchema).readonly(),
      total: z.int().nonnegative(),
    }),
  ),
};
