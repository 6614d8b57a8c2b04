/** What begins with an open photo: saving its mask, and the history that it brings along. */
import type { Photo } from '../../../../shared/contract/photos.ts';
import type { MaskHistory } from '../../../../shared/mask/mask-history.ts';
import { isFinalJobState } from '../../../../shared/contract/jobs.ts';
import { useJobs } from '../../../backend/jobs.ts';
import { saveMask } from '../../../backend/media.ts';
import { createHistoryLog } from './history-log.ts';
import { createMaskSaver } from './mask-saver.ts';
import { createPatchCommand, createRunCommand } from './patch-commands.ts';
import type { OpenWork, SessionContext } from './session-context.ts';

/** The photo is on the canvas with its mask; from now on what changes is saved. */
export function beginWork(context: SessionContext, photo: Photo): OpenWork {
  const { core, fail, refresh } = context;
  const log = createHistoryLog(core.history);
  return {
    photoId: photo.id,
    saver: createMaskSaver(
      () => core.takeDirtyTiles(),
      async (tiles) => {
        const change = log.pending();
        await saveMask(photo.maskUrl, tiles, change);
        if (change !== undefined) log.saved(change);
      },
      fail,
      () => log.pending() !== undefined,
      afterNextFrame,
    ),
    log,
    commands: { core, photoId: photo.id, refresh },
    runs: new Map(),
  };
}

/** Begins with what could be undone and made again when the photo was closed. */
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
      if (step.jobId === undefined) return core.restoreMaskStep(step.tiles, step.label);
      const { jobId, label } = step;
      const patch = photo.patches.find((each) => each.jobId === jobId);
      if (patch === undefined && isDone && mayBeUnderWay(jobId)) {
        // takes its place when it ends; `catchUp` finds out about those that have ended
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

/** True also for a job that this window has not heard of yet. */
function mayBeUnderWay(jobId: string): boolean {
  const job = useJobs.getState().jobs.get(jobId);
  return job === undefined || !isFinalJobState(job.state);
}

/** The edit is on the screen; in a window that is not shown, at the latest after a second. */
function afterNextFrame(task: () => void): void {
  let isDue = true;
  const run = (): void => {
    if (!isDue) return;
    isDue = false;
    clearTimeout(timer);
    task();
  };
  const timer = setTimeout(run, 1000);
  requestAnimationFrame(() => setTimeout(run));
}
