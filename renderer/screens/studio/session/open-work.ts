import type { Photo } from '../../../../shared/contract/photos.ts';
import type { MaskHistory } from '../../../../shared/mask/mask-history.ts';
import { createHistoryLog, createMaskSaver } from './mask-saver.ts';
import { keepTextBoxes } from './kept-text-boxes.ts';
import { createPatchCommand, createRunCommand } from './patch-commands.ts';
import type { OpenWork, SessionContext } from './session-context.ts';

/** Starts saving changes. The photo and its mask are on the canvas by now. */
export function beginWork(context: SessionContext, photo: Photo): OpenWork {
  const { core, backend, media, jobs, store, fail, refresh } = context;
  const log = createHistoryLog(core.history);
  const textBoxes = keepTextBoxes(context, photo.id, fail);
  return {
    photoId: photo.id,
    saver: createMaskSaver(
      () => core.mask.takeDirty(),
      log,
      (tiles, change) => media.saveMask(photo.maskUrl, tiles, change),
      fail,
      context.soon,
    ),
    log,
    textBoxes,
    commands: {
      core,
      backend,
      media,
      jobs,
      textBoxes,
      photoId: photo.id,
      patches: () => store.getState().patches,
      refresh,
    },
    runs: new Map(),
    masks: new Map(),
  };
}

/** Restores undo and redo from when the photo was closed. */
export function restoreHistory(
  { core }: SessionContext,
  { commands, log, runs }: OpenWork,
  photo: Photo,
  kept: MaskHistory,
): void {
  const known = new Set(kept.steps.map(({ jobId }) => jobId));
  const older = photo.patches.filter(
    ({ jobId, state }) => state === 'applied' && !known.has(jobId),
  );
  log.restore(
    kept,
    (step, isDone) => {
      if (step.jobId === undefined) return core.mask.restoreCommand(step.tiles, step.label);
      const { jobId, label } = step;
      const patch = photo.patches.find((each) => each.jobId === jobId);
      if (patch === undefined && isDone) {
        // joins when it ends; `catchUp` handles those that ended, even after the photo was read
        const run = createRunCommand(commands, { jobId, label });
        runs.set(jobId, run);
        return run.command;
      }
      const fits = patch !== undefined && (isDone || patch.state === 'hidden');
      return fits ? createPatchCommand(commands, patch) : undefined;
    },
    older.map((patch) => {
      const { kept: _, ...command } = createPatchCommand(commands, patch);
      return command;
    }),
  );
}
