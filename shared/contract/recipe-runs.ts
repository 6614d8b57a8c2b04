/** A recipe at work on many files: the run, its files, and orders for them. */
import { z } from 'zod';
import { appErrorSchema, idSchema, timestampSchema } from './common.ts';
import { MOST_STEPS, recipeStepsSchema } from './recipe-steps.ts';

/** Most files of one run. */
export const MOST_RECIPE_FILES = 10_000;

/** Most files on one page of them. */
export const RECIPE_PAGE = 200;

/** Files that a plan or a report names one by one. */
export const MOST_LEFT_OUT = 50;

/**
 * `draft`: files are being gathered and planned, nothing was started. `tried`: the trial is over, the rest waits for
 * `goOn`. `paused`: no further call leaves; calls in flight finish. `stopped`: as `done`, but some was not run.
 */
export const recipeRunStateSchema = z.enum([
  'draft',
  'running',
  'paused',
  'tried',
  'stopped',
  'done',
]);

/**
 * `waiting` for its turn · `running` · `to-judge`: its next step waits until it is accepted · `left-out`: cannot take
 * part, see its error · `stopped`: given up before its end.
 */
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

/** `skipped`: its condition did not hold, or there was nothing to do. */
export const recipeStepStateSchema = z.enum([
  'waiting',
  'started',
  'done',
  'skipped',
  'failed',
  'stopped',
]);

const count = z.int().nonnegative();

/** Sums of a plan; costs in 1/10000 USD, missing = not known. */
const plannedWorkShape = {
  calls: count,
  /** Pixels that these calls send. */
  pixels: count,
  cost: count.optional(),
  /** Something of it depends on what earlier steps bring, so it may become more or less. */
  isEstimate: z.boolean(),
} as const;

/** The plan of a run as far as it is made; it grows. */
export const recipePlanSchema = z.strictObject({
  /** Files that are planned, and all of them. */
  planned: count,
  files: count,
  /** Planned files that would run. */
  taking: count,
  ...plannedWorkShape,
  /** Of these calls, those with a saved result; and the cost with these. */
  storedCalls: count,
  costWithStored: count.optional(),
  expectedMilliseconds: count.optional(),
  /** Until the rest is planned, at the pace so far. */
  planningMilliseconds: count.optional(),
  isPractice: z.boolean(),
  /** For each step of the recipe. */
  steps: z
    .array(z.strictObject({ calls: count, cost: count.optional() }))
    .max(MOST_STEPS)
    .readonly(),
  leftOutCount: count,
  /** The first {@link MOST_LEFT_OUT} of them, each with its reason as a sentence. */
  leftOut: z
    .array(z.strictObject({ position: count, name: z.string(), reason: z.string() }))
    .readonly(),
  /** Files in the draft's folders of kinds that Gesso does not read, such as CR3. */
  otherKinds: z
    .array(z.strictObject({ kind: z.string(), count }))
    .readonly()
    .optional(),
});

/** A picture of a file at one moment: the photo, and which of its results belong to it. */
export const recipePictureSchema = z.strictObject({
  photoId: idSchema,
  /** Pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** Small, with its results. */
  thumbnailUrl: z.string().optional(),
  /** Results that lie on it, lowest first; others of the photo do not count. */
  patchIds: z.array(idSchema).readonly(),
});

/** A step of one file. */
export const recipeFileStepSchema = z.strictObject({
  state: recipeStepStateSchema,
  calls: count,
  /** Of the calls that left, 1/10000 USD; missing = not known. */
  cost: count.optional(),
  /** For the screen of the step: the jobs that it began. */
  jobIds: z.array(idSchema).readonly(),
  error: appErrorSchema.optional(),
  /** The reason why it was skipped, as a sentence. */
  note: z.string().optional(),
  /** The file that it wrote; `url` where the browser fetches it from Gesso. */
  saved: z.strictObject({ name: z.string(), url: z.string().optional() }).optional(),
});

/** A file of a run. */
export const recipeFileSchema = z.strictObject({
  /** Its place in the run, and its name in orders. */
  position: count,
  name: z.string(),
  /** The folders around it in what was added, `a/b`; empty for none. */
  folder: z.string(),
  state: recipeFileStateSchema,
  judgement: judgementSchema,
  /** As it was planned; missing until it is. */
  plan: z
    .strictObject({
      ...plannedWorkShape,
      /** Of the result, as far as it is known. */
      width: z.int().positive().optional(),
      height: z.int().positive().optional(),
    })
    .optional(),
  /** Of the file itself, until its turn has come. */
  thumbnailUrl: z.string().optional(),
  /** Missing until its turn has come. */
  before: recipePictureSchema.optional(),
  after: recipePictureSchema.optional(),
  /** One for each step of the recipe, from its turn on; empty before. */
  steps: z.array(recipeFileStepSchema).max(MOST_STEPS).readonly(),
  /** Calls so far, and their cost. */
  calls: count,
  cost: count.optional(),
  /** Why it failed or was left out. */
  error: appErrorSchema.optional(),
});

export const RECIPE_FILE_FILTERS = [
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
  /** Ended with a picture and neither accepted nor rejected. */
  'unjudged',
] as const;
export const recipeFileFilterSchema = z.enum(RECIPE_FILE_FILTERS);

/** A run as lists show it. */
export const recipeRunSchema = z.strictObject({
  id: idSchema,
  /** Grows when something of it changed: files in sight are read again. */
  revision: count,
  state: recipeRunStateSchema,
  /** As it was when the run began; of a draft as it was planned last. */
  name: z.string(),
  steps: recipeStepsSchema.optional(),
  /** The recipe that it came from; it may have changed or be gone since. */
  recipeId: idSchema.optional(),
  /** It was started in the Studio, on its photos; removing it leaves its name to Tasks and Spend. */
  isOfStudio: z.boolean(),
  createdAt: timestampSchema,
  endedAt: timestampSchema.optional(),
  /** While only some may begin: how many. */
  first: count.optional(),
  /** Files in these states. */
  files: count,
  states: z.record(recipeFileStateSchema, count),
  /** `none`: finished pictures that wait for a judgement. */
  judged: z.record(judgementSchema, count),
  /** Of files whose turn has not come, as planned. */
  calls: count,
  callsDone: count,
  callsFailed: count,
  callsUnderWay: count,
  /** Of `callsFailed`: the request left and no answer came, so it may have been charged. */
  callsUnknown: count,
  /** Of the calls that left, 1/10000 USD; missing = not known, or practice. */
  cost: count.optional(),
  isPractice: z.boolean(),
  remainingMilliseconds: count.optional(),
  /** The reason why Gesso paused it. */
  pausedBy: appErrorSchema.optional(),
  /** Where its files go, to be shown; missing where the browser fetches them. */
  savesTo: z.string().optional(),
});

/** Files that an order is for. */
export const recipeFileSelectionSchema = z.union([
  z.strictObject({ positions: z.array(count).min(1).max(MOST_RECIPE_FILES).readonly() }),
  z.strictObject({ filter: recipeFileFilterSchema }),
]);

export type RecipeRunState = z.infer<typeof recipeRunStateSchema>;
export type RecipeFileState = z.infer<typeof recipeFileStateSchema>;
export type RecipeStepState = z.infer<typeof recipeStepStateSchema>;
export type Judgement = z.infer<typeof judgementSchema>;
export type RecipePlan = z.infer<typeof recipePlanSchema>;
export type RecipePicture = z.infer<typeof recipePictureSchema>;
export type RecipeFileStep = z.infer<typeof recipeFileStepSchema>;
export type RecipeFile = z.infer<typeof recipeFileSchema>;
export type RecipeFileFilter = z.infer<typeof recipeFileFilterSchema>;
export type RecipeRun = z.infer<typeof recipeRunSchema>;
export type RecipeFileSelection = z.infer<typeof recipeFileSelectionSchema>;
