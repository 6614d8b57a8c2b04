/** Recipes: what was done to one picture, done to many. */
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

/** Largest recipe file, bytes. */
export const MOST_RECIPE_BYTES = 64_000_000;

const nameSchema = plainNameSchema.min(1).max(MOST_RECIPE_NAME);
/** One that 1.0.0 has kept may have nothing that is seen. */
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
  /** Comes with Gesso: it cannot be changed or removed, `duplicate` makes one that can. */
  isBuiltIn: z.boolean(),
});

/** A recipe as a run freezes it. */
export const frozenRecipeSchema = z.strictObject({
  name: keptNameSchema,
  steps: recipeStepsSchema,
  /** The recipe that it came from. */
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
  /** Empty where nothing of it can be repeated. */
  steps: z.array(recipeStepSchema).max(MOST_STEPS).readonly(),
  /** Parts that cannot be repeated, each as a sentence. */
  missing: z.array(z.string()).readonly(),
});

/** A step of one file, to be opened in the screen that it belongs to. */
const openedStepSchema = z.strictObject({
  /** A copy of the picture as it was when the step began, with the mask and boxes that the step used. */
  photoId: idSchema,
  /** Its settings for this file. */
  step: recipeStepSchema,
  /** The photo with the face of a merge. */
  facePhotoId: idSchema.optional(),
  /** Of a mix: the changed picture lies on the copy as the result of this job, with the strength as its opacity. */
  jobId: idSchema.optional(),
  /** Its boxes around text are on the copy. */
  hasBoxes: z.boolean(),
});
export type OpenedStep = z.infer<typeof openedStepSchema>;

export const recipesContract = {
  /** The user's by name, then those that come with Gesso. */
  list: procedure.output(recipesSchema),
  changes: procedure.output(eventIterator(recipesSchema)),
  /** Makes a recipe, or changes the one named. A recipe that comes with Gesso is refused. */
  save: procedure
    .input(
      z.strictObject({ recipeId: idSchema.optional(), name: nameSchema, steps: recipeStepsSchema }),
    )
    .output(recipeIdSchema),
  /** Takes it out of the list; `restore` brings it back until Gesso ends. */
  remove: procedure.input(recipeIdSchema).output(z.void()),
  restore: procedure.input(recipeIdSchema).output(z.void()),
  /** Under a name with “copy”. */
  duplicate: procedure.input(recipeIdSchema).output(recipeIdSchema),
  /** A file with its masks and faces inside. */
  exportFile: procedure.input(recipeIdSchema).output(saveOutcomeSchema),
  /** @throws `unsupported-file` for anything that is no recipe */
  importFile: procedure.input(z.strictObject({ file: fileSchema })).output(recipeIdSchema),
  /** The steps that led to the photo's look, or to a job's result. */
  fromPhoto: procedure.input(z.strictObject({ photoId: idSchema })).output(stepsToEditSchema),
  fromJob: procedure.input(z.strictObject({ jobId: idSchema })).output(stepsToEditSchema),

  /** Keeps the painted mask of a photo for steps of recipes. @throws `empty-mask` */
  keepMask: procedure
    .input(z.strictObject({ photoId: idSchema }))
    .output(z.strictObject({ maskId: idSchema })),
  /** A kept mask, in the wire form of `shared/mask/mask-tiles.ts`, and the size of its photo. */
  mask: procedure.input(z.strictObject({ maskId: idSchema })).output(
    z.strictObject({
      width: z.int().positive(),
      height: z.int().positive(),
      tiles: bytesSchema,
    }),
  ),
  /** Keeps the photo as it looks now as a face for steps of recipes. `photoId`: the kept picture. */
  keepFace: procedure
    .input(z.strictObject({ photoId: idSchema }))
    .output(z.strictObject({ faceId: idSchema })),
  face: procedure
    .input(z.strictObject({ faceId: idSchema }))
    .output(z.strictObject({ photoId: idSchema, thumbnailUrl: z.string().optional() })),

  /**
   * Begins a draft: a run that gathers its files. Bytes come by POST to `recipeFileUrl` of `shared/media.ts`. The next
   * start of Gesso keeps the one that the screen has in hand (`recipeInHand.draftId`), with its plan.
   */
  draft: procedure.input(z.strictObject({})).output(runIdSchema),
  /** Photos of the library, as they look when their turn comes. */
  addPhotos: procedure
    .input(
      runIdSchema.extend({
        photoIds: z.array(idSchema).min(1).max(MOST_RECIPE_FILES).readonly(),
      }),
    )
    .output(z.strictObject({ added: z.int().nonnegative() })),
  /**
   * Files or folders by the program's own dialog: they stay where they are. In a browser there is none
   * (`invalid-input`): see `canLink` of the trainings' summary.
   */
  choose: procedure
    .input(runIdSchema.extend({ what: z.enum(['files', 'folder']) }))
    .output(z.strictObject({ added: z.int().nonnegative() })),
  /** From now on files that are dropped on the window by `handOver` belong to this draft; `undefined` = to Training. */
  takeDrops: procedure.input(z.strictObject({ runId: idSchema.optional() })).output(z.void()),
  /** Takes files out of a draft; the others move up. */
  drop: procedure
    .input(
      runIdSchema.extend({
        positions: z.array(z.int().nonnegative()).min(1).max(MOST_RECIPE_FILES).readonly(),
      }),
    )
    .output(changedSchema),

  /**
   * Plans every file of a draft for this recipe: the sums so far, a few times a second, until all are planned. Sends
   * nothing. Breaking off the stream stops it; the next one goes on where it was.
   */
  plan: procedure
    .input(runIdSchema.extend({ recipe: frozenRecipeSchema }))
    .output(eventIterator(recipePlanSchema)),
  /**
   * Freezes the recipe and lets the run go. `first`: number of files of a trial; `goOn` lets the rest follow. Files
   * go to the folder of `export.folderForMany`, or the folder for all files.
   */
  start: procedure
    .input(
      runIdSchema.extend({
        recipe: frozenRecipeSchema,
        stored: z.enum(['ignore', 'use']),
        first: z.int().min(1).max(MOST_RECIPE_FILES).optional(),
        into: idSchema.optional(),
        /** Started in the Studio, on its photos, and shown there as well. */
        isOfStudio: z.boolean().optional(),
      }),
    )
    .output(z.void()),
  goOn: procedure.input(runIdSchema).output(z.void()),
  /** No further call leaves; calls in flight finish. Holds over a restart. */
  pause: procedure.input(runIdSchema).output(z.void()),
  resume: procedure.input(runIdSchema).output(z.void()),
  /** Cancels calls that have not been sent, for good. */
  stop: procedure.input(runIdSchema).output(z.void()),
  /** Failed files again, from the step that failed; all of them unless some are selected. */
  retry: procedure
    .input(runIdSchema.extend({ selection: recipeFileSelectionSchema.optional() }))
    .output(changedSchema),
  /** Of files with a picture; `none` takes a judgement back. Files that wait for it are written when they are accepted. */
  judge: procedure
    .input(runIdSchema.extend({ selection: recipeFileSelectionSchema, judgement: judgementSchema }))
    .output(changedSchema),
  /** One file again from a step, with other settings of that step where they are given. Its later calls are made anew. */
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
  /** @throws `not-found` where the step has not begun, or its picture was freed */
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
   * Takes a run that is not under way out of the list; `restoreRun` brings it back until Gesso ends. Its pictures are
   * freed at the next start. Written files stay.
   */
  removeRun: procedure.input(runIdSchema).output(z.void()),
  restoreRun: procedure.input(runIdSchema).output(z.void()),
  /** Newest first, without drafts. */
  runs: procedure.output(runsSchema),
  runChanges: procedure.output(eventIterator(runsSchema)),
  /** One run, also a draft. */
  run: procedure.input(runIdSchema).output(recipeRunSchema),
  /** Files of a run, in their order. Read them again when the run's `revision` has grown. */
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
