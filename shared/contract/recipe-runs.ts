import { z } from 'zod';
import { appErrorSchema, idSchema, timestampSchema, rowsOf } from './common.ts';
import { MOST_STEPS, recipeStepsSchema } from './recipe-steps.ts';

export const MOST_RECIPE_FILES = 10_000;

export const RECIPE_PAGE = 200;

export const MOST_LEFT_OUT = 50;

/**
 * `draft`: nothing was started. `tried`: the rest waits for `goOn`. `paused`: running calls finish.
 * `stopped`: some files were not run.
 */
export const recipeRunStateSchema = z.enum([
  'draft',
  'running',
  'paused',
  'tried',
  'stopped',
  'done',
]);

/** `to-judge`: the next step waits until the user accepts it. `left-out`: see its error. */
export const recipeFileStateSchema = z.enum([
  'waiting',
  'running',
  'to-judge',
  'done',
  'failed',
  'stopped',
  'left-out',
]);

export const judgementSchema = z.enum(['none', 'accepted', 'rejected']);

/** `skipped`: its condition was false, or there was nothing to do. */
export const recipeStepStateSchema = z.enum([
  'waiting',
  'started',
  'done',
  'skipped',
  'failed',
  'stopped',
]);

const count = z.int().nonnegative();

/** Totals of a plan; costs in 1/10000 USD, missing if unknown. */
const plannedWorkShape = {
  calls: count,
  /** Pixels that these calls send. */
  pixels: count,
  cost: count.optional(),
  isEstimate: z.boolean(),
} as const;

export const recipePlanSchema = z.strictObject({
  planned: count,
  files: count,
  taking: count,
  ...plannedWorkShape,
  /** Calls with a saved result, and the cost when these are used. */
  storedCalls: count,
  costWithStored: count.optional(),
  expectedMilliseconds: count.optional(),
  /** Estimated time to plan the rest. */
  planningMilliseconds: count.optional(),
  isPractice: z.boolean(),
  steps: z
    .array(z.strictObject({ calls: count, cost: count.optional() }))
    .max(MOST_STEPS)
    .readonly(),
  leftOutCount: count,
  leftOut: rowsOf({ position: count, name: z.string(), reason: z.string() }),
  /** Files in the draft's folders of formats that Gesso does not read, such as CR3. */
  otherKinds: rowsOf({ kind: z.string(), count }).optional(),
});

/** A file's picture at one moment: the photo and the results that belong to it. */
const recipePictureSchema = z.strictObject({
  photoId: idSchema,
  width: z.int().positive(),
  height: z.int().positive(),
  thumbnailUrl: z.string().optional(),
  /** Results on it, lowest first; other results of the photo don't count. */
  patchIds: z.array(idSchema).readonly(),
});

const recipeFileStepSchema = z.strictObject({
  state: recipeStepStateSchema,
  calls: count,
  /** Cost of sent calls, 1/10000 USD; missing if unknown. */
  cost: count.optional(),
  jobIds: z.array(idSchema).readonly(),
  error: appErrorSchema.optional(),
  note: z.string().optional(),
  /** The file that it wrote; `url` where the browser downloads it. */
  saved: z.strictObject({ name: z.string(), url: z.string().optional() }).optional(),
});

export const recipeFileSchema = z.strictObject({
  /** Its index in the run, which also identifies it. */
  position: count,
  name: z.string(),
  /** Its folder within the added files, `a/b`; empty for none. */
  folder: z.string(),
  state: recipeFileStateSchema,
  judgement: judgementSchema,
  /** Missing until it is planned. */
  plan: z
    .strictObject({
      ...plannedWorkShape,
      /** Size of the result, if known. */
      width: z.int().positive().optional(),
      height: z.int().positive().optional(),
    })
    .optional(),
  /** The source file's, until it is run. */
  thumbnailUrl: z.string().optional(),
  /** Missing until it is run. */
  before: recipePictureSchema.optional(),
  after: recipePictureSchema.optional(),
  steps: z.array(recipeFileStepSchema).max(MOST_STEPS).readonly(),
  /** Calls so far, and their cost. */
  calls: count,
  cost: count.optional(),
  error: appErrorSchema.optional(),
});

const RECIPE_FILE_FILTERS = [
  'all',
  'waiting',
  'running',
  'to-judge',
  'done',
  'failed',
  'left-out',
  'stopped',
  'accepted',
  'rejected',
  /** Ended with a picture that was neither accepted nor rejected. */
  'unjudged',
] as const;
export const recipeFileFilterSchema = z.enum(RECIPE_FILE_FILTERS);

export const recipeRunSchema = z.strictObject({
  id: idSchema,
  /** Grows with each change; visible files are then fetched again. */
  revision: count,
  state: recipeRunStateSchema,
  name: z.string(),
  steps: recipeStepsSchema.optional(),
  /** The recipe that it came from, which may have changed or be gone. */
  recipeId: idSchema.optional(),
  /** Started in the Studio on its photos. After its removal, Tasks and Spend keep its name. */
  isOfStudio: z.boolean(),
  createdAt: timestampSchema,
  endedAt: timestampSchema.optional(),
  first: count.optional(),
  files: count,
  states: z.record(recipeFileStateSchema, count),
  /** `none` counts finished pictures that wait for a judgement. */
  judged: z.record(judgementSchema, count),
  calls: count,
  callsDone: count,
  callsFailed: count,
  callsUnderWay: count,
  /** The part of `callsFailed` that was sent without an answer and may have been charged. */
  callsUnknown: count,
  /** Cost of sent calls, 1/10000 USD; missing if unknown, or practice. */
  cost: count.optional(),
  isPractice: z.boolean(),
  remainingMilliseconds: count.optional(),
  pausedBy: appErrorSchema.optional(),
  /** Target folder for display; missing where the browser downloads files. */
  savesTo: z.string().optional(),
});

export const recipeFileSelectionSchema = z.union([
  z.strictObject({ positions: z.array(count).min(1).max(MOST_RECIPE_FILES).readonly() }),
  z.strictObject({ filter: recipeFileFilterSchema }),
]);

export type RecipeRunState = z.infer<typeof recipeRunStateSchema>;
export type RecipeFileState = z.infer<typeof recipeFileStateSchema>;
export type Judgement = z.infer<typeof judgementSchema>;
export type RecipePlan = z.infer<typeof recipePlanSchema>;
export type RecipePicture = z.infer<typeof recipePictureSchema>;
export type RecipeFileStep = z.infer<typeof recipeFileStepSchema>;
export type RecipeFile = z.infer<typeof recipeFileSchema>;
export type RecipeFileFilter = z.infer<typeof recipeFileFilterSchema>;
export type RecipeRun = z.infer<typeof recipeRunSchema>;
export type RecipeFileSelection = z.infer<typeof recipeFileSelectionSchema>;
