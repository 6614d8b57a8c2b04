/**
 * The work on photos: opening, saving the mask, running, taking results in, undoing. Connects the
 * canvas with the backend; React only calls it and shows the store. Each part has a file of its own.
 */
import { onJobFinished } from '../../../backend/jobs.ts';
import { readError } from '../../../backend/client.ts';
import type { CanvasCore } from '../canvas/index.ts';
import { createMaskActions, type MaskActions } from './mask-actions.ts';
import { createOutActions, type OutActions } from './out-actions.ts';
import { createPhotoActions, type PhotoActions } from './photo-actions.ts';
import { createStripActions, type StripActions } from './strip-actions.ts';
import { createResultActions, type ResultActions } from './result-actions.ts';
import { createRunActions, type RunActions } from './run-actions.ts';
import { stepThrough } from './step-through.ts';
import type { OpenWork, SessionContext } from './session-context.ts';
import { useStudio } from './studio-store.ts';

/** Every method reports what goes wrong in the store and never rejects. */
export interface StudioSession {
  readonly core: CanvasCore;
  readonly photos: Pick<PhotoActions, 'open' | 'openSample' | 'broke'>;
  /** Photos that are open side by side. */
  readonly strip: Omit<StripActions, 'events' | 'destroy'>;
  readonly mask: MaskActions;
  readonly runs: Omit<RunActions, 'finished'>;
  readonly results: ResultActions;
  readonly out: OutActions;
  undo(): Promise<void>;
  redo(): Promise<void>;
  destroy(): void;
}

export function createStudioSession(core: CanvasCore): StudioSession {
  let work: OpenWork | undefined;

  function fail(thrown: unknown): void {
    const error = readError(thrown);
    if (error.kind !== 'cancelled') useStudio.setState({ error });
  }

  async function attempt(action: () => Promise<void>): Promise<void> {
    useStudio.setState({ error: undefined });
    try {
      await action();
    } catch (thrown) {
      fail(thrown);
    }
  }

  const context: SessionContext = {
    core,
    work: () => work,
    attempt,
    fail,
    refresh: () => photos.refresh(),
  };
  const strip = createStripActions(context, () => photos);
  const photos = createPhotoActions(
    context,
    (next) => {
      work = next;
    },
    strip.events,
  );
  const runs = createRunActions(context);

  const stopHistory = core.history.subscribe(() => work?.saver.changed());
  const stopMask = core.onMaskChanged(() => {
    work?.saver.changed();
    // "Nothing is painted yet" is not true any more
    if (useStudio.getState().error?.kind === 'empty-mask') useStudio.setState({ error: undefined });
  });
  const stopJobs = onJobFinished((job) => void runs.finished(job));

  return {
    core,
    photos,
    strip,
    mask: createMaskActions(core, attempt, async () => work?.saver.flush()),
    runs,
    results: createResultActions(context, runs),
    out: createOutActions(context),
    undo: () => attempt(() => stepThrough(core.history, 'undo', readError)),
    redo: () => attempt(() => stepThrough(core.history, 'redo', readError)),
    destroy() {
      photos.stop();
      strip.destroy();
      stopHistory();
      stopMask();
      stopJobs();
    },
  };
}
