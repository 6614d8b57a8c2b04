import { z } from 'zod';
import { appErrorSchema } from '../../../../shared/contract/common.ts';
import {
  judgementSchema,
  recipeFileSchema,
  recipeRunStateSchema,
  recipeStepSchema,
  recipeStepStateSchema,
  type RecipeFileState,
  type RecipeStep,
} from '../../../../shared/contract/recipes.ts';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';
import { stepsOf } from './recipe-store.ts';
import {
  createRowReader,
  optionalNumber,
  optionalText,
  storedJson,
  toBoolean,
  type Row,
} from '../../library/row-values.ts';

const idsSchema = z.array(z.string()).readonly();
const settingsSchema = z.record(z.string(), recipeStepSchema);

export const toRun = createRowReader({
  id: String,
  state: (value) => recipeRunStateSchema.parse(value),
  name: String,
  steps: (value) => (value === null ? undefined : stepsOf(value)),
  recipeId: optionalText,
  connectionId: optionalText,
  stored: (value) => (value === 'use' ? 'use' : 'ignore'),
  first: optionalNumber,
  folder: optionalText,
  createdAt: Number,
  endedAt: optionalNumber,
  pausedBy: optionalError,
  isOfStudio: toBoolean,
  isDismissed: toBoolean,
});

export type StoredRun = ReturnType<typeof toRun>;

/** `ready`: can continue locally. `calls`: waits for jobs. `to-judge`: waits for acceptance. */
const fileStateSchema = z.enum([
  'waiting',
  'ready',
  'calls',
  'to-judge',
  'done',
  'failed',
  'stopped',
  'left-out',
]);
export type StoredFileState = z.infer<typeof fileStateSchema>;

export type RunFileSource =
  | { readonly from: 'photo'; readonly photoId: string }
  /** `hash`: SHA-256 in hexadecimal of a file from a watched folder when it was taken. */
  | { readonly from: 'path'; readonly path: string; readonly hash?: string | undefined }
  | { readonly from: 'copy'; readonly copy: string };

/** The plan as shown, saved results, and calls by step. */
const filePlanSchema = recipeFileSchema.shape.plan.unwrap().extend({
  storedCalls: z.int().nonnegative(),
  /** `cost`: of one call, 1/10000 USD. */
  steps: z
    .array(z.strictObject({ calls: z.int().nonnegative(), price: z.int().optional() }))
    .readonly(),
});
export type FilePlan = z.infer<typeof filePlanSchema>;

const outputSchema = z.strictObject({
  /** Absolute. */
  path: z.string(),
  /** Temporary file until it is complete. */
  part: z.string().optional(),
  /** Replaces a file that the same step wrote before. */
  isReplacing: z.boolean().optional(),
  /** As Gesso wrote it; missing until then. */
  byteLength: z.number().optional(),
  modifiedAt: z.number().optional(),
  /** Gesso keeps it, and the page downloads it. */
  isKept: z.boolean(),
});
export type StepOutput = z.infer<typeof outputSchema>;

export const toStep = createRowReader({
  runId: String,
  position: Number,
  step: Number,
  state: (value) => recipeStepStateSchema.parse(value),
  /** Run id of its jobs, even before there are any. */
  jobRunId: String,
  joinedJobIds: idsOf,
  photoBefore: optionalText,
  patchesBefore: idsOf,
  photoAfter: optionalText,
  patchesAfter: idsOf,
  isChanged: toBoolean,
  output: (value): StepOutput | undefined => storedJson(outputSchema, value),
  error: optionalError,
  note: optionalText,
});

export type FileStep = ReturnType<typeof toStep>;

const readFile = createRowReader({
  runId: String,
  position: Number,
  name: String,
  folder: String,
  state: (value) => fileStateSchema.parse(value),
  step: Number,
  judgement: (value) => judgementSchema.parse(value),
  photoId: optionalText,
  plan: (value) => storedJson(filePlanSchema, value),
  plannedCalls: Number,
  /** Settings of single steps for this file only, by step index. */
  settings: (value): Readonly<Record<string, RecipeStep>> =>
    storedJson(settingsSchema, value) ?? {},
  error: optionalError,
});

export interface RunFile extends ReturnType<typeof readFile> {
  readonly source: RunFileSource;
  /** The imported picture; `undefined` until it is run. */
  readonly before: { readonly photoId: string; readonly patchIds: readonly string[] } | undefined;
}

export function toFile(row: Row): RunFile {
  const photoId = optionalText(row['before_photo_id']);
  const patchIds = idsOf(row['before_patch_ids']);
  return {
    ...readFile(row),
    source: sourceOf(row),
    before: photoId === undefined ? undefined : { photoId, patchIds },
  };
}

function sourceOf(row: Row): RunFileSource {
  const photoId = optionalText(row['source_photo_id']);
  if (photoId !== undefined) return { from: 'photo', photoId };
  const copy = optionalText(row['copy']);
  if (copy !== undefined) return { from: 'copy', copy };
  return { from: 'path', path: String(row['path']), hash: optionalText(row['hash']) };
}

export function shownState(state: StoredFileState): RecipeFileState {
  return state === 'ready' || state === 'calls' ? 'running' : state;
}

export function storedStates(shown: RecipeFileState): readonly StoredFileState[] {
  return fileStateSchema.options.filter((state) => shownState(state) === shown);
}

function idsOf(value: unknown): readonly string[] {
  return storedJson(idsSchema, value) ?? [];
}

function optionalError(value: unknown): AppErrorData | undefined {
  return storedJson(appErrorSchema, value);
}
