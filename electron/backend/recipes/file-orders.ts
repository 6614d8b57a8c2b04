/** Orders for single files of a run: again from the step that failed, or from any; accepted or rejected. */
import { randomUUID } from 'node:crypto';
import type { Judgement, RecipeStep } from '../../../shared/contract/recipes.ts';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { hasFailed, lastOfEachRegion } from '../batch/batch-view.ts';
import type { Connections } from '../connections/connections.ts';
import type { StoredJob } from '../jobs/log/stored-job.ts';
import type { BatchDoor } from '../jobs/starting/batch-door.ts';
import type { PatchStore } from '../library/patch-store.ts';
import type { PhotoStore } from '../library/photo-store.ts';
import type { FileStep, RunFile, StoredRun } from './run-rows.ts';
import type { RunStore } from './run-store.ts';
import { patchesNow } from './run-view.ts';

/** See the file comment. */
export interface FileOrders {
  /** Calls that failed are made again, and only those. */
  retry(run: StoredRun, file: RunFile): Promise<void>;
  /** @returns false for a file without a picture, or that is judged so already */
  judge(file: RunFile, judgement: Judgement): boolean;
  /** @throws AppError `invalid-input` for a step that the file has not come to */
  againFrom(run: StoredRun, position: number, step: number, settings: RecipeStep | undefined): void;
  /** All steps of a file are done: pictures between them go when it was accepted. */
  settleDone(runId: string, position: number): void;
  /** Frees a recipe's own picture to which no file refers. */
  freeUnused(photoId: string): void;
}

export function createFileOrders(parts: {
  readonly store: RunStore;
  readonly photos: PhotoStore;
  readonly patches: PatchStore;
  readonly door: Pick<BatchDoor, 'runAgain' | 'cancel'>;
  readonly connections: Pick<Connections, 'named'>;
  readonly jobsOf: (step: FileStep) => readonly StoredJob[];
  readonly log: (line: string) => void;
}): FileOrders {
  const { store, photos, patches, door } = parts;

  function freeUnused(photoId: string): void {
    if (store.isPhotoUsed(photoId)) return;
    try {
      photos.free(photoId);
    } catch (error) {
      // tried again at the next start
      parts.log(`a picture of a recipe stays for now: ${toAppError(error).kind}`);
    }
  }

  function settleDone(runId: string, position: number): void {
    const file = store.file(runId, position);
    if (file?.state !== 'done' || file.judgement !== 'accepted') return;
    const kept = new Set([file.before?.photoId, file.photoId]);
    const between = store.photosOf(runId, position).filter((photoId) => !kept.has(photoId));
    store.transaction(() => {
      for (const step of store.steps(runId, position)) {
        // the steps have nothing to begin from again
        const before = kept.has(step.photoBefore) ? step.photoBefore : undefined;
        const after = kept.has(step.photoAfter) ? step.photoAfter : undefined;
        store.putStep({ ...step, photoBefore: before, photoAfter: after });
      }
    });
    for (const photoId of between) freeUnused(photoId);
  }

  /** What the run has laid on a photo that is not its own is shown or hidden. */
  function showResults(file: RunFile, isShown: boolean): void {
    const { before, photoId } = file;
    if (before === undefined || photoId !== before.photoId || file.source.from !== 'photo') return;
    const now = patchesNow(file, store.steps(file.runId, file.position));
    const made = now.filter((id) => !before.patchIds.includes(id));
    if (made.length > 0) patches.setStates(photoId, made, isShown ? 'applied' : 'hidden');
  }

  return {
    freeUnused,
    settleDone,
    async retry(run, file) {
      const step = store.steps(file.runId, file.position)[file.step];
      const failed =
        step === undefined ? [] : lastOfEachRegion(parts.jobsOf(step)).filter(hasFailed);
      if (step === undefined || failed.length === 0) {
        // it failed before there was a call
        store.transaction(() => {
          if (step !== undefined) store.putStep({ ...step, state: 'waiting', error: undefined });
          const state = step === undefined ? 'waiting' : 'ready';
          store.putFile({ ...file, state, error: undefined });
        });
        return;
      }
      try {
        const connection = parts.connections.named(run.connectionId ?? '');
        // before the calls: their ends find the file waiting for them
        store.transaction(() => {
          store.putStep({ ...step, state: 'started', error: undefined });
          store.putFile({ ...file, state: 'calls', error: undefined });
        });
        for (const { id } of failed) {
          await door.runAgain(id, connection, { batchId: run.id, runId: step.jobRunId });
        }
      } catch (thrown) {
        const error = toAppError(thrown).toData();
        store.transaction(() => {
          store.putStep({ ...step, state: 'failed', error });
          store.putFile({ ...file, state: 'failed', error });
        });
      }
    },
    judge(file, judgement) {
      const hasPicture = file.photoId !== undefined;
      if (!hasPicture || file.judgement === judgement) return false;
      const isWaiting = file.state === 'to-judge' && judgement === 'accepted';
      if (file.judgement === 'rejected') showResults(file, true);
      if (judgement === 'rejected') showResults(file, false);
      store.putFile({ ...file, judgement, state: isWaiting ? 'ready' : file.state });
      settleDone(file.runId, file.position);
      return true;
    },
    againFrom(run, position, index, settings) {
      const file = store.file(run.id, position);
      const steps = store.steps(run.id, position);
      const step = steps[index];
      const isOther = settings !== undefined && settings.kind !== run.steps?.[index]?.kind;
      const isIdle =
        file?.state !== 'waiting' && file?.state !== 'ready' && file?.state !== 'calls';
      if (file === undefined || step?.photoBefore === undefined || isOther || !isIdle) {
        throw new AppError({
          kind: 'invalid-input',
          message:
            'This picture cannot be run again from this step. Run the recipe on the file again.',
        });
      }
      const photoId = step.photoBefore;
      const laid = steps.slice(index).flatMap(({ patchesAfter }) => patchesAfter);
      const shown = new Set(patches.appliedIds(photoId));
      const made = laid.filter((id) => shown.has(id) && !step.patchesBefore.includes(id));
      if (file.judgement === 'rejected') showResults(file, true);
      if (made.length > 0) patches.setStates(photoId, [...new Set(made)], 'hidden');
      const left = steps.slice(index).flatMap(({ photoAfter }) => photoAfter ?? []);
      store.transaction(() => {
        for (const again of steps.slice(index)) {
          store.putStep({
            ...again,
            state: 'waiting',
            jobRunId: randomUUID(),
            joinedJobIds: [],
            photoBefore: undefined,
            patchesBefore: [],
            photoAfter: undefined,
            patchesAfter: [],
            isChanged: false,
            error: undefined,
            note: undefined,
          });
        }
        store.putFile({
          ...file,
          state: 'ready',
          step: index,
          photoId,
          judgement: 'none',
          settings:
            settings === undefined ? file.settings : { ...file.settings, [index]: settings },
          error: undefined,
        });
      });
      for (const photo of new Set(left)) if (photo !== photoId) freeUnused(photo);
    },
  };
}
