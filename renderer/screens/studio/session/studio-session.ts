import type { AppError } from '../../../../shared/errors/app-error.ts';
import { readError } from '../../../core/backend/read-error.ts';
import type { CanvasCore, SelectionMark, ToolName } from '../canvas/index.ts';
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
import { shownVariant } from '../model/variants.ts';
import type { PatchMixing } from './mixing/patch-mixing.ts';
import type { Selecting } from './selecting/selecting.ts';

/** Methods report errors in the store and never reject, unless stated otherwise. */
export interface StudioSession {
  readonly core: CanvasCore;
  readonly photos: Pick<PhotoActions, 'open' | 'openSample' | 'dismissSuggestion' | 'broke'>;
  readonly strip: Omit<StripActions, 'events' | 'destroy'>;
  readonly mask: StudioMaskActions;
  readonly plan: Omit<PlanActions, 'destroy'>;
  readonly runs: Omit<StudioRunActions, 'finished' | 'startWith' | 'askPlan'>;
  readonly results: ResultActions;
  readonly review: Omit<ReviewActions, 'destroy'>;
  readonly selecting: Omit<ReturnType<typeof createLazySelecting>, 'destroy'>;
  readonly mixing: Omit<ReturnType<typeof createLazyMixing>, 'destroy'>;
  readonly out: OutActions;
  readonly saving: SavingActions;
  readonly batches: BatchActions;
  undo(): Promise<void>;
  redo(): Promise<void>;
  /** Ignores cancellations. */
  showError(thrown: unknown): void;
  dismissError(): void;
  /** Returns `undefined` if no user action failed with this error. */
  retryOf(error: AppError): (() => void) | undefined;
  destroy(): void;
}

export function createStudioSession(deps: SessionDeps): StudioSession {
  const { core, stores } = deps;
  const { studio } = stores;
  let work: OpenWork | undefined;
  const failed = new WeakMap<AppError, () => Promise<void>>();

  function fail(thrown: unknown): void {
    const error = readError(thrown);
    if (error.kind !== 'cancelled') studio.setState({ error });
  }

  async function attempt(action: () => Promise<void>): Promise<void> {
    studio.setState({ error: undefined });
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
    settle: () => mixing.settle(),
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
  const mixing = createLazyMixing(context);
  const selecting = createLazySelecting(context, () => runs.run('use'), plan);

  const stopHistory = core.history.subscribe(() => work?.saver.changed());
  const stopMask = core.mask.onChanged(() => {
    work?.saver.changed();
    if (studio.getState().suggestion !== undefined) studio.setState({ suggestion: undefined });
    // "Nothing is painted yet" is no longer true
    if (studio.getState().error?.kind === 'empty-mask') studio.setState({ error: undefined });
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
        await selecting.settle();
        await runs.run(stored);
      },
    },
    selecting,
    mixing,
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
    showError: fail,
    dismissError: () => studio.setState({ error: undefined }),
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
      mixing.destroy();
      stopHistory();
      stopMask();
      stopJobs();
    },
  };
}

function createLazyMixing(context: SessionContext) {
  const { fail, stores } = context;
  let loading: Promise<PatchMixing> | undefined;
  let loaded: PatchMixing | undefined;

  async function load(): Promise<PatchMixing> {
    const { createPatchMixing } = await import('./mixing/patch-mixing.ts');
    loaded = createPatchMixing(context);
    return loaded;
  }

  function judgedId(): string | undefined {
    const { patches } = stores.studio.getState();
    return shownVariant(patches, stores.results.getState().judgedId)?.id;
  }

  async function open(
    ready: Promise<PatchMixing>,
    patchId: string,
    action: ((mixing: PatchMixing) => void) | undefined,
  ): Promise<void> {
    const mixing = await ready;
    if (judgedId() !== patchId) return; // another result is judged by now
    if (await mixing.open(patchId)) action?.(mixing);
  }

  function follow(): void {
    const openId = stores.mixing.getState().open?.patchId;
    if (openId !== undefined && openId !== judgedId()) void loaded?.close();
  }

  const stops = [stores.results.subscribe(follow), stores.studio.subscribe(follow)];

  return {
    /** Opens the result, then acts. */
    use(patchId: string, action?: (mixing: PatchMixing) => void): void {
      loading ??= load();
      open(loading, patchId, action).catch((thrown: unknown) => {
        if (loaded === undefined) loading = undefined; // the next use tries again
        fail(thrown);
      });
    },
    /** Never rejects. */
    settle: async (): Promise<void> => await loaded?.settle(),
    /** Restores the previous tool. @returns false if the brush was not active */
    layDownBrush: (): boolean => loaded?.layDownBrush() === true,
    destroy(): void {
      for (const stop of stops) stop();
      void loaded?.settle();
    },
  };
}

const SELECTING: ReadonlySet<ToolName> = new Set(['object', 'line', 'wand', 'spots']);

/** @param plan of the next run */
function createLazySelecting(context: SessionContext, run: () => Promise<void>, plan: PlanActions) {
  const { core, fail } = context;
  let loading: Promise<Selecting> | undefined;
  let loaded: Selecting | undefined;
  let isDestroyed = false;

  async function load(): Promise<Selecting> {
    const { createSelecting } = await import('./selecting/selecting.ts');
    loaded = createSelecting(context, run, plan);
    if (isDestroyed) loaded.destroy();
    return loaded;
  }

  function use(action: (selecting: Selecting) => unknown): void {
    loading ??= load();
    loading.then(action).catch((thrown: unknown) => {
      if (loaded === undefined) loading = undefined; // the next use tries again
      fail(thrown);
    });
  }

  // queues gestures until the tools are loaded
  core.setSelecting({
    mark: (mark: SelectionMark) => use((selecting) => selecting.mark(mark)),
    previewFrom: () => undefined,
    key: () => false,
  });
  const stop = core.subscribe(() => {
    if (loading === undefined && SELECTING.has(core.getSnapshot().tool)) use(() => undefined);
  });

  return {
    use,
    /** Resolves when the proposal is in the mask. */
    settle: async (): Promise<void> => await loaded?.settle(),
    /** Undoes the last gesture of a proposal. @returns false without a proposal */
    stepBack: (): boolean => loaded?.stepBack() === true,
    destroy(): void {
      isDestroyed = true;
      stop();
      loaded?.destroy();
    },
  };
}
