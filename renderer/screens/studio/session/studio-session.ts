import { AppError } from '../../../../shared/errors/app-error.ts';
import { readError } from '../../../core/backend/read-error.ts';
import type { Intent } from '../../../core/screen/navigation.ts';
import type { EditCommand, EditHistory } from '../canvas/index.ts';
import { readyPhoto } from '../model/studio-store.ts';
import { createBatchActions } from './batch-actions.ts';
import { createStudioMaskActions } from './mask-actions.ts';
import { createOutActions } from './out-actions.ts';
import { createPhotoActions } from './photo-actions.ts';
import { createPlanActions } from './plan-actions.ts';
import { createResultActions } from './result-actions.ts';
import { createReviewActions } from './review-actions.ts';
import { createStudioRunActions } from './run-actions.ts';
import { createSavingActions } from './saving-actions.ts';
import type { OpenWork, SessionContext } from './session-context.ts';
import type { SessionDeps } from './session-deps.ts';
import { createStripActions } from './strip-actions.ts';
import { createPatchBlending } from './blending/patch-blending.ts';
import { createSelecting } from './selecting/selecting.ts';

/**
 * Undoes or redoes a step; drops it if its result is no longer stored.
 * @throws AppError `not-found` with a sentence, or the step's own error
 */
export async function stepThrough(
  history: EditHistory,
  direction: 'undo' | 'redo',
  readError: (thrown: unknown) => AppError,
): Promise<void> {
  const command = (direction === 'undo' ? history.done : history.undone).at(-1);
  try {
    await history[direction]();
  } catch (thrown) {
    if (command === undefined || readError(thrown).kind !== 'not-found') throw thrown;
    forget(history, command, direction);
    throw new AppError(
      'not-found',
      'This hidden result was removed to save space (see Settings, Storage). Run it again to get a new one.',
      { action: 'open-settings', cause: thrown },
    );
  }
}

export type StudioSession = ReturnType<typeof createStudioSession>;

/** Methods report errors in the store and never reject, unless stated otherwise. */
export function createStudioSession(deps: SessionDeps) {
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
    started: (photoId) => runs.started(photoId),
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
  const stopLine = deps.onReconnected(() => {
    work?.saver.changed();
    plan.askAgain();
  });
  const stopJobs = deps.jobs.onFinished((job) => void runs.finished(job));

  return {
    core,
    photos,
    strip,
    /** Opens a photo and what another screen wants to show of it. */
    async openFor(order: Omit<Extract<Intent, { readonly kind: 'open-photo' }>, 'kind'>) {
      const { photoId, jobId, work: operation, isBlending = false } = order;
      await photos.open(photoId);
      // it could not be opened, or another one was
      if (readyPhoto(store.getState())?.id !== photoId) return;
      if (jobId !== undefined) review.goToResultOf(jobId);
      if (isBlending) review.toggleJudging('blend', true);
      if (operation === 'cleanup') plan.chooseOperation('cleanup');
      else if (operation !== undefined) {
        plan.chooseTextMode(operation);
        plan.chooseOperation('remove-text');
      }
    },
    mask: createStudioMaskActions(context),
    plan,
    runs: {
      ...runs,
      async run(stored: Parameters<typeof runs.run>[0]): Promise<void> {
        const ordered = work;
        if (!(await selecting.finish())) return;
        if (work === ordered) await runs.run(stored); // another photo may be open by now
      },
    },
    selecting,
    blending,
    results: createResultActions(context, runs),
    review,
    out: createOutActions(context),
    saving,
    batches: createBatchActions(context, { saving, strip }),
    async undo(): Promise<void> {
      if (selecting.stepBack()) return;
      await attempt(() => stepThrough(core.history, 'undo', readError));
    },
    redo: (): Promise<void> => attempt(() => stepThrough(core.history, 'redo', readError)),
    attempt,
    /** Ignores cancellations. */
    showError: fail,
    /** Returns `undefined` if no user action failed with this error. */
    retryOf(error: AppError): (() => void) | undefined {
      const action = failed.get(error);
      return action && (() => void attempt(action));
    },
    destroy(): void {
      photos.stop();
      strip.destroy();
      plan.destroy();
      review.destroy();
      selecting.destroy();
      blending.destroy();
      stopHistory();
      stopMask();
      stopLine();
      stopJobs();
    },
  };
}

/** Also drops steps that were made on the same mask, because they would flip other pixels. */
function forget(history: EditHistory, command: EditCommand, direction: 'undo' | 'redo'): void {
  const { done, undone } = history;
  if (command.kept === undefined) history.remove(command);
  else if (direction === 'redo') history.restore(done, []);
  else history.restore([], undone);
}
