import type { AppError } from '../../../../shared/errors/app-error.ts';
import { readError } from '../../../core/backend/read-error.ts';
import type { CanvasCore } from '../canvas/index.ts';
import { createBatchActions, type BatchActions } from './batch-actions.ts';
import { createStudioMaskActions, type StudioMaskActions } from './mask-actions.ts';
import { createOutActions, type OutActions } from './out-actions.ts';
import { createPhotoActions, type PhotoActions } from './photo-actions.ts';
import { createPlanActions, type PlanActions } from './plan-actions.ts';
import { createResultActions, type ResultActions } from './result-actions.ts';
import { createReviewActions, type ReviewActions } from './review-actions.ts';
import { createStudioRunActions, type StudioRunActions } from './run-actions.ts';
import { createSavingActions, type SavingActions } from './saving-actions.ts';
import type { OpenWork, SessionContext } from './session-context.ts';
import type { SessionDeps } from './session-deps.ts';
import { stepThrough } from './step-through.ts';
import { createStripActions, type StripActions } from './strip-actions.ts';
import { createPatchBlending, type PatchBlending } from './blending/patch-blending.ts';
import { createSelecting, type Selecting } from './selecting/selecting.ts';

/** Methods report errors in the store and never reject, unless stated otherwise. */
export interface StudioSession {
  readonly core: CanvasCore;
  readonly photos: Pick<PhotoActions, 'open' | 'openSample' | 'broke'>;
  readonly strip: Omit<StripActions, 'events' | 'destroy'>;
  readonly mask: StudioMaskActions;
  readonly plan: Omit<PlanActions, 'destroy'>;
  readonly runs: Omit<StudioRunActions, 'finished' | 'startWith' | 'askPlan'>;
  readonly results: ResultActions;
  readonly review: Omit<ReviewActions, 'destroy'>;
  readonly selecting: Omit<Selecting, 'mark' | 'destroy'>;
  readonly blending: PatchBlending;
  readonly out: OutActions;
  readonly saving: SavingActions;
  readonly batches: BatchActions;
  undo(): Promise<void>;
  redo(): Promise<void>;
  readonly attempt: SessionContext['attempt'];
  /** Ignores cancellations. */
  showError(thrown: unknown): void;
  /** Returns `undefined` if no user action failed with this error. */
  retryOf(error: AppError): (() => void) | undefined;
  destroy(): void;
}

export function createStudioSession(deps: SessionDeps): StudioSession {
  const { core, store } = deps;
  let work: OpenWork | undefined;
  const failed = new WeakMap<AppError, () => Promise<unknown>>();

  function fail(thrown: unknown): void {
    const error = readError(thrown);
    if (error.kind !== 'cancelled') store.setState({ error });
  }

  async function attempt(action: () => Promise<unknown>): Promise<void> {
    store.setState({ error: undefined });
    try {
      await action();
    } catch (thrown) {
      const error = readError(thrown);
      failed.set(error, action);
      fail(error);
    }
  }

  const context: SessionContext = {
    ...deps,
    work: () => work,
    attempt,
    fail,
    refresh: () => photos.refresh(),
    showResults: () => photos.showResults(),
    flush: () => blending.flush(),
    takeResult: (jobId) => photos.takeResult(jobId),
  };
  const strip = createStripActions(context, () => photos);
  const saving = createSavingActions(context);
  const photos = createPhotoActions(
    context,
    (next) => {
      work = next;
    },
    strip.events,
  );
  const runs = createStudioRunActions(context, () => plan.chooseTextMode('boxes'));
  const plan = createPlanActions(context, runs.askPlan);
  const review = createReviewActions(context);
  const blending = createPatchBlending(context);
  const selecting = createSelecting(context, () => runs.run('use'), plan);

  const stopHistory = core.history.subscribe(() => work?.saver.changed());
  const stopMask = core.mask.onChanged(() => {
    work?.saver.changed();
    if (store.getState().suggestion !== undefined) store.setState({ suggestion: undefined });
    // "Nothing is painted yet" is no longer true
    if (store.getState().error?.kind === 'empty-mask') store.setState({ error: undefined });
  });
  const stopJobs = deps.jobs.onFinished((job) => void runs.finished(job));

  return {
    core,
    photos,
    strip,
    mask: createStudioMaskActions(context),
    plan,
    runs: {
      ...runs,
      async run(stored) {
        await selecting.finish();
        await runs.run(stored);
      },
    },
    selecting,
    blending,
    results: createResultActions(context, runs),
    review,
    out: createOutActions(context),
    saving,
    batches: createBatchActions(context, { saving, strip }),
    async undo() {
      if (selecting.stepBack()) return;
      await attempt(() => stepThrough(core.history, 'undo', readError));
    },
    redo: () => attempt(() => stepThrough(core.history, 'redo', readError)),
    attempt,
    showError: fail,
    retryOf(error) {
      const action = failed.get(error);
      return action && (() => void attempt(action));
    },
    destroy() {
      photos.stop();
      strip.destroy();
      plan.destroy();
      review.destroy();
      selecting.destroy();
      blending.destroy();
      stopHistory();
      stopMask();
      stopJobs();
    },
  };
}
