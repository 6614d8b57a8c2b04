/** Recipes repeat what was done to one picture on many. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  bytesSchema,
  fileSchema,
  idSchema,
  plainNameSchema,
  procedure,
  timestampSchema,
} from './common.ts';
import { saveOutcomeSchema } from './export.ts';
import { plainName } from '../plain-name.ts';
import { MOST_RECIPE_NAME } from './setting-limits.ts';
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
import { MOST_STEPS, recipeStepSchema, recipeStepsSchema } from './recipe-steps.ts';

export * from './recipe-runs.ts';
export * from './recipe-steps.ts';
export { MOST_RECIPE_NAME };

export const MOST_RECIPE_BYTES = 64_000_000;

const nameSchema = plainNameSchema.min(1).max(MOST_RECIPE_NAME);
/** Recipes of 1.0.0 may have names without visible characters. */
const keptNameSchema = z
  .string()
  .overwrite((name) => plainName(name) || 'Recipe')
  .max(MOST_RECIPE_NAME);

export const recipeSchema = z.strictObject({
  id: idSchema,
  name: keptNameSchema,
  steps: recipeStepsSchema,
  createdAt: timestampSchema,
  changedAt: timestampSchema,
  /** Shipped with Gesso: read-only, but `duplicate` copies it. */
  isBuiltIn: z.boolean(),
});

/** The copy of a recipe that a run keeps. */
export const frozenRecipeSchema = z.strictObject({
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
const stepsToEditSchema = z.strictObject({
  /** Empty if nothing can be repeated. */
  steps: z.array(recipeStepSchema).max(MOST_STEPS).readonly(),
  /** Parts that cannot be repeated, each as a sentence. */
  missing: z.array(z.string()).readonly(),
});

/** A step of one file, opened in its screen. */
const openedStepSchema = z.strictObject({
  /** A copy of the picture when the step began, with its mask and boxes. */
  photoId: idSchema,
  /** Its settings for this file. */
  step: recipeStepSchema,
  /** The photo with the face of a merge. */
  facePhotoId: idSchema.optional(),
  /**
   * For a blend: the changed picture is on the copy as this job's result, with the strength as
   * opacity.
   */
  jobId: idSchema.optional(),
  /** The copy has text boxes. */
  hasBoxes: z.boolean(),
});
export type OpenedStep = z.infer<typeof openedStepSchema>;

export const recipesContract = {
  /** The user's by name, then those shipped with Gesso. */
  list: procedure.output(recipesSchema),
  changes: procedure.output(eventIterator(recipesSchema)),
  /** Creates a recipe or changes an existing one. Shipped recipes are refused. */
  save: procedure
    .input(
      z.strictObject({ recipeId: idSchema.optional(), name: nameSchema, steps: recipeStepsSchema }),
    )
    .output(recipeIdSchema),
  /** `restore` works until Gesso quits. */
  remove: procedure.input(recipeIdSchema).output(z.void()),
  restore: procedure.input(recipeIdSchema).output(z.void()),
  /** Appends “copy” to the name. */
  duplicate: procedure.input(recipeIdSchema).output(recipeIdSchema),
  /** Saves a file that includes masks and faces. */
  exportFile: procedure.input(recipeIdSchema).output(saveOutcomeSchema),
  /** @throws `unsupported-file` for anything that is not a recipe */
  importFile: procedure.input(z.strictObject({ file: fileSchema })).output(recipeIdSchema),
  /** Derives steps from a photo's applied results, or from a job's result. */
  fromPhoto: procedure.input(z.strictObject({ photoId: idSchema })).output(stepsToEditSchema),
  fromJob: procedure.input(z.strictObject({ jobId: idSchema })).output(stepsToEditSchema),

  /** Stores the photo's painted mask for recipe steps. @throws `empty-mask` */
  keepMask: procedure
    .input(z.strictObject({ photoId: idSchema }))
    .output(z.strictObject({ maskId: idSchema })),
  /**
   * A stored mask in the wire format of `shared/mask/mask-tiles.ts`, with the size of its photo.
   */
  mask: procedure.input(z.strictObject({ maskId: idSchema })).output(
    z.strictObject({
      width: z.int().positive(),
      height: z.int().positive(),
      tiles: bytesSchema,
    }),
  ),
  /**
   * Stores the photo with its results as a face for recipe steps. `photoId`: the stored picture.
   */
  keepFace: procedure
    .input(z.strictObject({ photoId: idSchema }))
    .output(z.strictObject({ faceId: idSchema })),
  face: procedure
    .input(z.strictObject({ faceId: idSchema }))
    .output(z.strictObject({ photoId: idSchema, thumbnailUrl: z.string().optional() })),

  /**
   * Starts a draft, which gathers files. Their bytes come by POST to `recipeFileUrl` of
   * `shared/media.ts`. The next start of Gesso keeps the draft that the screen holds
   * (`recipeInHand.draftId`), with its plan.
   */
  draft: procedure.input(z.strictObject({})).output(runIdSchema),
  /** Adds photos of the library, with the results they have when they are run. */
  addPhotos: procedure
    .input(
      runIdSchema.extend({
        photoIds: z.array(idSchema).min(1).max(MOST_RECIPE_FILES).readonly(),
      }),
    )
    .output(z.strictObject({ added: z.int().nonnegative() })),
  /**
   * Adds files or folders from the host's dialog; they stay where they are. A browser has none
   * (`invalid-input`): see `canLink` of the training summary.
   */
  choose: procedure
    .input(runIdSchema.extend({ what: z.enum(['files', 'folder']) }))
    .output(z.strictObject({ added: z.int().nonnegative() })),
  /**
   * Sends files that are dropped on the window (`handOver`) to this draft, or with `undefined` to
   * Training.
   */
  takeDrops: procedure.input(z.strictObject({ runId: idSchema.optional() })).output(z.void()),
  /** Removes files from a draft and closes the gaps. */
  drop: procedure
    .input(
      runIdSchema.extend({
        positions: z.array(z.int().nonnegative()).min(1).max(MOST_RECIPE_FILES).readonly(),
      }),
    )
    .output(changedSchema),

  /**
   * Plans all files of a draft for this recipe: emits totals a few times a second until all are
   * planned. Sends nothing. Unsubscribing stops it, and the next subscription continues.
   */
  plan: procedure
    .input(runIdSchema.extend({ recipe: frozenRecipeSchema }))
    .output(eventIterator(recipePlanSchema)),
  /**
   * Freezes the recipe and starts the run. `first` files are a trial; `goOn` runs the rest. Results
   * go to the folder of `export.folderForMany`, or the default folder.
   */
  start: procedure
    .input(
      runIdSchema.extend({
        recipe: frozenRecipeSchema,
        stored: z.enum(['ignore', 'use']),
        first: z.int().min(1).max(MOST_RECIPE_FILES).optional(),
        into: idSchema.optional(),
        /** Started in the Studio on its photos, and shown there. */
        isOfStudio: z.boolean().optional(),
      }),
    )
    .output(z.void()),
  goOn: procedure.input(runIdSchema).output(z.void()),
  /** Sends no further calls; running ones finish. Survives a restart. */
  pause: procedure.input(runIdSchema).output(z.void()),
  resume: procedure.input(runIdSchema).output(z.void()),
  /** Permanently cancels calls that have not been sent. */
  stop: procedure.input(runIdSchema).output(z.void()),
  /** Repeats failed files from the failed step; all unless some are selected. */
  retry: procedure
    .input(runIdSchema.extend({ selection: recipeFileSelectionSchema.optional() }))
    .output(changedSchema),
  /** Judges files with a picture; `none` resets. Accepting writes files that wait for it. */
  judge: procedure
    .input(runIdSchema.extend({ selection: recipeFileSelectionSchema, judgement: judgementSchema }))
    .output(changedSchema),
  /**
   * Repeats one file from a step, optionally with other settings for it. Its later calls are
   * repeated.
   */
  againFrom: procedure
    .input(
      runIdSchema.extend({
        position: z.int().nonnegative(),
        step: z
          .int()
          .nonnegative()
          .max(MOST_STEPS - 1),
        settings: recipeStepSchema.optional(),
      }),
    )
    .output(z.void()),
  /** @throws `not-found` if the step has not begun, or its picture was deleted */
  openStep: procedure
    .input(
      runIdSchema.extend({
        position: z.int().nonnegative(),
        step: z
          .int()
          .nonnegative()
          .max(MOST_STEPS - 1),
      }),
    )
    .output(openedStepSchema),
  /**
   * Removes a stopped run from the list; `restoreRun` works until Gesso quits. Its pictures are
   * deleted at the next start. Written files stay.
   */
  removeRun: procedure.input(runIdSchema).output(z.void()),
  restoreRun: procedure.input(runIdSchema).output(z.void()),
  /** Newest first, without drafts. */
  runs: procedure.output(runsSchema),
  runChanges: procedure.output(eventIterator(runsSchema)),
  /** One run or draft. */
  run: procedure.input(runIdSchema).output(recipeRunSchema),
  /** Files of a run in order. Fetch again when the run's `revision` grows. */
  files: procedure
    .input(
      runIdSchema.extend({
        filter: recipeFileFilterSchema,
        offset: z.int().nonnegative(),
        limit: z.int().min(1).max(RECIPE_PAGE),
      }),
    )
    .output(
      z.strictObject({
        rows: z.array(recipeFileSchema).readonly(),
        total: z.int().nonnegative(),
      }),
    ),
};
