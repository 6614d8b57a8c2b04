import { randomUUID } from 'node:crypto';
import type { Judgement, RecipeStep } from '../../../../shared/contract/recipes.ts';
import { toAppError, invalidInput } from '../../../../shared/errors/app-error.ts';
import { hasFailed, lastOfEachRegion } from './job-ends.ts';
import type { StoredJob } from '../jobs/log/stored-job.ts';
import { withPricesNow } from './current-prices.ts';
import type { Freeing } from './freeing.ts';
import type { FilePlan, FileStep, RunFile, StoredRun } from './run-rows.ts';
import { isToJudge } from './run-store.ts';
import { patchesNow } from './run-view.ts';
import type { RunDeps } from './run-deps.ts';

export function createFileOrders(
  deps: RunDeps & {
    readonly jobsOf: (step: FileStep) => readonly StoredJob[];
    readonly freeing: Pick<Freeing, 'free'>;
  },
) {
  const { store, patches, recipeJobs, freeing } = deps;

  function letGo({ runId, position, before, photoId }: RunFile): readonly string[] {
    const kept = new Set([before?.photoId, photoId]);
    const between = store.photosOf(runId, position).filter((id) => !kept.has(id));
    if (between.length === 0) return [];
    for (const step of store.steps(runId, position)) {
      // Steps cannot be repeated without their picture.
      const photoBefore = kept.has(step.photoBefore) ? step.photoBefore : undefined;
      const photoAfter = kept.has(step.photoAfter) ? step.photoAfter : undefined;
      store.putStep({ ...step, photoBefore, photoAfter });
    }
    return between;
  }

  /** Deletes intermediate pictures of an accepted file. */
  function freeAccepted(runId: string, position: number): void {
    const file = store.file(runId, position);
    if (file?.state !== 'done' || file.judgement !== 'accepted') return;
    freeing.free(store.transaction(() => letGo(file)));
  }

  /** Shows or hides the run's results on a photo that is not its own. */
  function showResults(file: RunFile, isShown: boolean): void {
    const { before, photoId } = file;
    if (before === undefined || photoId !== before.photoId || file.source.from !== 'photo') return;
    const now = patchesNow(file, store.steps(file.runId, file.position));
    const made = now.filter((id) => !before.patchIds.includes(id));
    if (made.length > 0) patches.setStates(photoId, made, isShown ? 'applied' : 'hidden');
  }

  function failureOf(file: RunFile) {
    const step = store.steps(file.runId, file.position)[file.step];
    const failed = step === undefined ? [] : lastOfEachRegion(deps.jobsOf(step)).filter(hasFailed);
    return { step, failed };
  }

  return {
    freeAccepted,
    /** Calls and their price by step. */
    workOfRetry(run: StoredRun, file: RunFile): FilePlan['steps'] {
      const { failed } = failureOf(file);
      const { plan } = withPricesNow(file, run, deps.prices);
      if (plan === undefined) return [{ calls: Math.max(1, failed.length) }];
      const [current, ...later] = plan.steps.slice(file.step);
      if (current === undefined) return [];
      return [failed.length === 0 ? current : { ...current, calls: failed.length }, ...later];
    },
    workFrom(run: StoredRun, position: number, step: number): FilePlan['steps'] {
      const file = store.file(run.id, position);
      const plan = file && withPricesNow(file, run, deps.prices).plan;
      return plan?.steps.slice(step) ?? [];
    },
    /** @returns 1, or 0 if a second order has found it at work */
    async retry(run: StoredRun, position: number): Promise<0 | 1> {
      const file = store.file(run.id, position);
      if (file?.state !== 'failed') return 0;
      const { step, failed } = failureOf(file);
      if (step === undefined || failed.length === 0) {
        // It failed before there was a call.
        store.transaction(() => {
          if (step !== undefined) store.putStep({ ...step, state: 'waiting', error: undefined });
          const state = step === undefined ? 'waiting' : 'ready';
          store.putFile({ ...file, state, error: undefined });
        });
        return 1;
      }
      let isUnderWay = false;
      try {
        const connection = deps.connections.named(run.connectionId ?? '');
        // Before the calls: when they end, the file must be waiting for them.
        store.transaction(() => {
          store.putStep({ ...step, state: 'started', error: undefined });
          store.putFile({ ...file, state: 'calls', error: undefined });
        });
        for (const { id } of failed) {
          await recipeJobs.runAgain(id, connection, { batchId: run.id, runId: step.jobRunId });
          isUnderWay = true;
        }
      } catch (thrown) {
        // The file fails when the started calls have ended.
        if (!isUnderWay)
          store.endFile(file, step, { state: 'failed', error: toAppError(thrown).toData() });
      }
      return 1;
    },
    /** Skips files without a picture, or with the same judgement. @returns those that were judged */
    judge(files: readonly RunFile[], judgement: Judgement): readonly RunFile[] {
      const judged = files.filter(
        (file) =>
          file.photoId !== undefined &&
          file.judgement !== judgement &&
          // Undoing "accepted" also reaches files that continued because of it.
          (judgement === 'none' || isToJudge(file.state)),
      );
      for (const file of judged) {
        if (file.judgement === 'rejected') showResults(file, true);
        if (judgement === 'rejected') showResults(file, false);
      }
      const left = store.transaction(() =>
        judged.flatMap((file) => {
          const isWaiting = file.state === 'to-judge' && judgement === 'accepted';
          store.putFile({ ...file, judgement, state: isWaiting ? 'ready' : file.state });
          return judgement === 'accepted' && file.state === 'done' ? letGo(file) : [];
        }),
      );
      freeing.free(left);
      return judged;
    },
    /** @throws AppError `invalid-input` for a step that the file has not reached */
    againFrom(
      run: StoredRun,
      position: number,
      index: number,
      settings: RecipeStep | undefined,
    ): void {
      const file = store.file(run.id, position);
      const steps = store.steps(run.id, position);
      const step = steps[index];
      const isOther = settings !== undefined && settings.kind !== run.steps?.[index]?.kind;
      const isIdle =
        file?.state !== 'waiting' && file?.state !== 'ready' && file?.state !== 'calls';
      if (file === undefined || step?.photoBefore === undefined || isOther || !isIdle) {
        throw invalidInput(
          'This picture cannot be run again from this step. Run the recipe on the file again.',
        );
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
      freeing.free([...new Set(left)]);
    },
  };
}
