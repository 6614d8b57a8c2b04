import { basename } from 'node:path';
import {
  judgementSchema,
  recipeFileStateSchema,
  type Judgement,
  type RecipeFile,
  type RecipeFileState,
  type RecipeFileStep,
  type RecipePicture,
  type RecipeRun,
} from '../../../../shared/contract/recipes.ts';
import { photoThumbnailUrl, recipeSavedUrl, recipeThumbnailUrl } from '../../../../shared/media.ts';
import { sumOfKnown } from '../../../../shared/numbers.ts';
import { hasFailed, lastOfEachRegion } from './job-ends.ts';
import { isPractice } from '../../library/practice-id.ts';
import type { StoredJob } from '../jobs/log/stored-job.ts';
import { hashOfKeys, toSummary } from '../../library/photo-rows.ts';
import type { PhotoStore } from '../../library/photo-store.ts';
import {
  shownState,
  storedStates,
  type FileStep,
  type RunFile,
  type StoredRun,
} from './run-rows.ts';
import { hashOfSource } from './run-thumbnails.ts';
import type { RunStore } from './run-store.ts';
import type { RunDeps } from './run-deps.ts';

export function presentRun(
  run: StoredRun,
  revision: number,
  counts: ReturnType<RunStore['counts']>,
  calls: ReturnType<RunStore['calls']>,
  expectedMilliseconds: (calls: number) => number,
): RecipeRun {
  const {
    connectionId = '',
    folder: savesTo,
    stored: _stored,
    isDismissed: _hidden,
    ...shown
  } = run;
  const { states, judged, files, callsAhead } = counts;
  const isOver = run.state === 'done' || run.state === 'stopped';
  const total = isOver ? calls.total : calls.total + callsAhead;
  const isFree = calls.paid === 0 && isPractice(connectionId);
  const left = Math.max(0, total - calls.done - calls.failed);
  return {
    ...shown,
    revision,
    files,
    states: stateCounts(states),
    judged: judgedCounts(judged),
    calls: total,
    callsDone: calls.done,
    callsFailed: calls.failed,
    callsUnderWay: calls.underWay,
    callsUnknown: calls.unknown,
    cost: isFree ? undefined : calls.cost,
    isPractice: isFree,
    remainingMilliseconds: run.state === 'running' ? expectedMilliseconds(left) : undefined,
    savesTo,
  };
}

function stateCounts(
  stored: ReturnType<RunStore['counts']>['states'],
): Readonly<Record<RecipeFileState, number>> {
  const counts = recipeFileStateSchema.options.map((state) => [
    state,
    storedStates(state).reduce((sum, each) => sum + (stored[each] ?? 0), 0),
  ]);
  return Object.fromEntries(counts) as Record<RecipeFileState, number>;
}

function judgedCounts(
  stored: ReturnType<RunStore['counts']>['judged'],
): Readonly<Record<Judgement, number>> {
  const counts = judgementSchema.options.map((judgement) => [judgement, stored[judgement] ?? 0]);
  return Object.fromEntries(counts) as Record<Judgement, number>;
}

export function patchesNow(file: RunFile, steps: readonly FileStep[]): readonly string[] {
  const last = steps.findLast(({ photoAfter }) => photoAfter !== undefined);
  return last?.patchesAfter ?? file.before?.patchIds ?? [];
}

export function presentFile(
  file: RunFile,
  steps: readonly FileStep[],
  deps: Pick<RunDeps, 'photos' | 'patches'> & {
    readonly jobsOf: (step: FileStep) => readonly StoredJob[];
  },
): RecipeFile {
  const shown = steps.map((step) => presentStep(step, deps));
  const pictureOf = (photoId: string | undefined, patchIds: readonly string[]) =>
    photoId === undefined ? undefined : presentPicture(photoId, patchIds, deps);
  const before = pictureOf(file.before?.photoId, file.before?.patchIds ?? []);
  const after = pictureOf(file.photoId, patchesNow(file, steps));
  const { position, name, folder, judgement, error } = file;
  const { storedCalls: _stored, steps: _ofSteps, ...plan } = file.plan ?? NO_PLAN;
  return {
    position,
    name,
    folder,
    state: shownState(file.state),
    judgement,
    plan: file.plan && plan,
    thumbnailUrl: before === undefined ? thumbnailOf(file, deps) : undefined,
    before,
    after,
    steps: shown,
    calls: shown.reduce((sum, { calls }) => sum + calls, 0),
    cost: sumOfKnown(shown.filter(({ calls }) => calls > 0).map(({ cost }) => cost)),
    error,
  };
}

function thumbnailOf(
  { runId, position, source }: RunFile,
  deps: { readonly photos: Pick<PhotoStore, 'exists' | 'row'> },
): string | undefined {
  if (source.from !== 'photo') return recipeThumbnailUrl(runId, position, hashOfSource(source));
  return deps.photos.exists(source.photoId)
    ? toSummary(deps.photos.row(source.photoId)).thumbnailUrl
    : undefined;
}

const NO_PLAN = { calls: 0, pixels: 0, isEstimate: true, storedCalls: 0, steps: [] } as const;

function presentStep(
  step: FileStep,
  deps: { readonly jobsOf: (step: FileStep) => readonly StoredJob[] },
): RecipeFileStep {
  const last = lastOfEachRegion(deps.jobsOf(step));
  const own = last.filter(({ runId }) => runId === step.jobRunId);
  const left = own.filter((job) => job.submittedAt !== undefined || hasFailed(job));
  const cost = sumOfKnown(
    left.map(({ connectionId, price }) => (isPractice(connectionId) ? 0 : price)),
  );
  const { output, error, note } = step;
  const isWritten = output?.byteLength !== undefined && step.state === 'done';
  const url = recipeSavedUrl(step.runId, step.position, step.step);
  return {
    state: step.state,
    calls: last.length,
    cost,
    jobIds: last.map(({ id }) => id),
    error,
    note,
    ...(isWritten
      ? { saved: { name: basename(output.path), ...(output.isKept ? { url } : {}) } }
      : {}),
  };
}

function presentPicture(
  photoId: string,
  patchIds: readonly string[],
  { photos }: { readonly photos: Pick<PhotoStore, 'exists' | 'row'> },
): RecipePicture | undefined {
  if (!photos.exists(photoId)) return undefined;
  const row = photos.row(photoId);
  const { width, height } = row;
  // The photo's own thumbnail if there are no results.
  const plain = toSummary({ ...row, renderKeys: undefined }).thumbnailUrl;
  // That of a step's own picture is made when it is first shown.
  const made = photoThumbnailUrl(photoId, hashOfKeys(row.renderKeys ?? ''));
  return {
    photoId,
    width,
    height,
    patchIds,
    thumbnailUrl: (patchIds.length === 0 ? plain : toSummary(row).thumbnailUrl) ?? made,
  };
}
