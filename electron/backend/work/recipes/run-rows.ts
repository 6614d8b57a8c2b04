import { z } from 'zod';
import { appErrorSchema } from '../../../../shared/contract/common.ts';
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
} from '../../../../shared/contract/recipes.ts';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';
import { stepsOf } from './recipe-store.ts';
import { optionalText, optionalNumber, toBoolean, storedJson } from '../../library/row-values.ts';

export interface StoredRun {
  readonly id: string;
  readonly state: RecipeRunState;
  readonly name: string;
  /** `undefined` for an unplanned draft. */
  readonly steps: readonly RecipeStep[] | undefined;
  readonly recipeId: string | undefined;
  /** `undefined` for a draft. */
  readonly connectionId: string | undefined;
  readonly stored: 'ignore' | 'use';
  readonly first: number | undefined;
  readonly folder: string | undefined;
  readonly createdAt: number;
  readonly endedAt: number | undefined;
  readonly pausedBy: AppErrorData | undefined;
  readonly isOfStudio: boolean;
  readonly isDismissed: boolean;
}

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

export interface RunFile {
  readonly runId: string;
  readonly position: number;
  readonly name: string;
  readonly folder: string;
  readonly source: RunFileSource;
  readonly state: StoredFileState;
  readonly step: number;
  readonly judgement: Judgement;
  /** The imported picture; `undefined` until it is run. */
  readonly before: { readonly photoId: string; readonly patchIds: readonly string[] } | undefined;
  readonly photoId: string | undefined;
  readonly plan: FilePlan | undefined;
  readonly plannedCalls: number;
  /** Settings of single steps for this file only, by step index. */
  readonly settings: Readonly<Record<string, RecipeStep>>;
  readonly error: AppErrorData | undefined;
}

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

export interface FileStep {
  readonly runId: string;
  readonly position: number;
  readonly step: number;
  readonly state: RecipeStepState;
  /** Run id of its jobs, even before there are any. */
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
    isOfStudio: toBoolean(row['is_of_studio']),
    isDismissed: toBoolean(row['is_dismissed']),
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
    isChanged: toBoolean(row['is_changed']),
    output: storedJson(outputSchema, row['output']),
    error: optionalError(row['error']),
    note: optionalText(row['note']),
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
