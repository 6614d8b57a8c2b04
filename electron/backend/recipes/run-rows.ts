/** Rows of recipes' runs, their files and steps as values. */
import { z } from 'zod';
import { appErrorSchema } from '../../../shared/contract/common.ts';
import {
  judgementSchema,
  recipeFileSchema,
  recipeRunStateSchema,
  recipeStepSchema,
  recipeStepStateSchema,
  type Judgement,
  type RecipeFileState,
  type RecipeRunState,
  type RecipeStep,
  type RecipeStepState,
} from '../../../shared/contract/recipes.ts';
import type { AppErrorData } from '../../../shared/errors/app-error.ts';
import { storedJson } from '../library/unreadable.ts';
import { stepsOf } from './recipe-store.ts';
import { optionalNumber, optionalText } from '../library/row-values.ts';

/** One row of `recipe_runs`. */
export interface StoredRun {
  readonly id: string;
  readonly state: RecipeRunState;
  readonly name: string;
  /** `undefined` of a draft that was not planned. */
  readonly steps: readonly RecipeStep[] | undefined;
  readonly recipeId: string | undefined;
  /** `undefined` of a draft. */
  readonly connectionId: string | undefined;
  readonly stored: 'ignore' | 'use';
  readonly first: number | undefined;
  readonly folder: string | undefined;
  readonly createdAt: number;
  readonly endedAt: number | undefined;
  readonly pausedBy: AppErrorData | undefined;
  readonly isOfStudio: boolean;
  /** No list shows it. */
  readonly isDismissed: boolean;
}

/**
 * `waiting` for its turn, `ready`: something can be done for it here and now, `calls`: waits for jobs, `to-judge`:
 * waits until it is accepted.
 */
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

/** Where a file comes from. */
export type FileSource =
  | { readonly from: 'photo'; readonly photoId: string }
  /** `hash`: SHA-256 of a followed file as it was taken, in hex. */
  | { readonly from: 'path'; readonly path: string; readonly hash?: string | undefined }
  | { readonly from: 'copy'; readonly copy: string };

/** One row of `recipe_files`. */
export interface RunFile {
  readonly runId: string;
  readonly position: number;
  readonly name: string;
  readonly folder: string;
  readonly source: FileSource;
  readonly state: StoredFileState;
  readonly step: number;
  readonly judgement: Judgement;
  /** The picture as it came; `undefined` until its turn has come. */
  readonly before: { readonly photoId: string; readonly patchIds: readonly string[] } | undefined;
  /** The photo that it is now. */
  readonly photoId: string | undefined;
  readonly plan: FilePlan | undefined;
  readonly plannedCalls: number;
  /** Settings of single steps for this file alone, by the step's index. */
  readonly settings: Readonly<Record<string, RecipeStep>>;
  readonly error: AppErrorData | undefined;
}

/** The plan of one file: what the window sees of it, its saved results, and the calls of each step. */
const filePlanSchema = recipeFileSchema.shape.plan.unwrap().extend({
  storedCalls: z.int().nonnegative(),
  /** `cost`: of one call, 1/10000 USD. */
  steps: z
    .array(z.strictObject({ calls: z.int().nonnegative(), price: z.int().optional() }))
    .readonly(),
});
export type FilePlan = z.infer<typeof filePlanSchema>;

/** A file that a step writes. */
const outputSchema = z.strictObject({
  /** Absolute. */
  path: z.string(),
  /** Beside it, until it is whole. */
  part: z.string().optional(),
  /** It takes the place of a file that the same step has written before. */
  isReplacing: z.boolean().optional(),
  /** As Gesso wrote it; missing until it is written. */
  byteLength: z.number().optional(),
  modifiedAt: z.number().optional(),
  /** Gesso keeps it: the page fetches it. */
  isKept: z.boolean(),
});
export type StepOutput = z.infer<typeof outputSchema>;

/** One row of `recipe_steps`. */
export interface FileStep {
  readonly runId: string;
  readonly position: number;
  readonly step: number;
  readonly state: RecipeStepState;
  /** The run that its jobs belong to, also before there are any. */
  readonly jobRunId: string;
  readonly joinedJobIds: readonly string[];
  readonly photoBefore: string | undefined;
  readonly patchesBefore: readonly string[];
  readonly photoAfter: string | undefined;
  readonly patchesAfter: readonly string[];
  readonly isChanged: boolean;
  readonly output: StepOutput | undefined;
  readonly error: AppErrorData | undefined;
  readonly note: string | undefined;
}

type Row = Record<string, unknown>;

export function toRun(row: Row): StoredRun {
  return {
    id: String(row['id']),
    state: recipeRunStateSchema.parse(row['state']),
    name: String(row['name']),
    steps: row['steps'] === null ? undefined : stepsOf(row['steps']),
    recipeId: optionalText(row['recipe_id']),
    connectionId: optionalText(row['connection_id']),
    stored: row['stored'] === 'use' ? 'use' : 'ignore',
    first: optionalNumber(row['first']),
    folder: optionalText(row['folder']),
    createdAt: Number(row['created_at']),
    endedAt: optionalNumber(row['ended_at']),
    pausedBy: optionalError(row['paused_by']),
    isOfStudio: row['is_of_studio'] === 1,
    isDismissed: row['is_dismissed'] === 1,
  };
}

const idsSchema = z.array(z.string()).readonly();
const settingsSchema = z.record(z.string(), recipeStepSchema);

export function toFile(row: Row): RunFile {
  const first = optionalText(row['before_photo_id']);
  const plan = storedJson(filePlanSchema, row['plan']);
  return {
    runId: String(row['run_id']),
    position: Number(row['position']),
    name: String(row['name']),
    folder: String(row['folder']),
    source: sourceOf(row),
    state: fileStateSchema.parse(row['state']),
    step: Number(row['step']),
    judgement: judgementSchema.parse(row['judgement']),
    before:
      first === undefined
        ? undefined
        : { photoId: first, patchIds: idsOf(row['before_patch_ids']) },
    photoId: optionalText(row['photo_id']),
    plan,
    plannedCalls: Number(row['planned_calls']),
    settings: storedJson(settingsSchema, row['settings']) ?? {},
    error: optionalError(row['error']),
  };
}

export function toStep(row: Row): FileStep {
  return {
    runId: String(row['run_id']),
    position: Number(row['position']),
    step: Number(row['step']),
    state: recipeStepStateSchema.parse(row['state']),
    jobRunId: String(row['job_run_id']),
    joinedJobIds: idsOf(row['joined_job_ids']),
    photoBefore: optionalText(row['photo_before']),
    patchesBefore: idsOf(row['patches_before']),
    photoAfter: optionalText(row['photo_after']),
    patchesAfter: idsOf(row['patches_after']),
    isChanged: row['is_changed'] === 1,
    output: storedJson(outputSchema, row['output']),
    error: optionalError(row['error']),
    note: optionalText(row['note']),
  };
}

function sourceOf(row: Row): FileSource {
  const photoId = optionalText(row['source_photo_id']);
  if (photoId !== undefined) return { from: 'photo', photoId };
  const copy = optionalText(row['copy']);
  if (copy !== undefined) return { from: 'copy', copy };
  return { from: 'path', path: String(row['path']), hash: optionalText(row['hash']) };
}

/** As the window sees it. */
export function shownState(state: StoredFileState): RecipeFileState {
  return state === 'ready' || state === 'calls' ? 'running' : state;
}

/** The stored states that the window sees as one. */
export const STORED_STATES: Readonly<Record<RecipeFileState, readonly StoredFileState[]>> = {
  waiting: ['waiting'],
  running: ['ready', 'calls'],
  'to-judge': ['to-judge'],
  done: ['done'],
  failed: ['failed'],
  stopped: ['stopped'],
  'left-out': ['left-out'],
};

function idsOf(value: unknown): readonly string[] {
  return storedJson(idsSchema, value) ?? [];
}

function optionalError(value: unknown): AppErrorData | undefined {
  return storedJson(appErrorSchema, value);
}
