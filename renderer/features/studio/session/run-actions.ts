/** Runs on the open photo: starting them, following them, and what becomes of their masks. */
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { jobMaskUrl } from '../../../../shared/media.ts';
import { backend } from '../../../backend/client.ts';
import { useJobs } from '../../../backend/jobs.ts';
import { loadMask } from '../../../backend/media.ts';
import type { EditCommand } from '../canvas/index.ts';
import { download } from './download.ts';
import { createPatchCommand, createRunCommand } from './patch-commands.ts';
import { jobsOnPhoto } from './photo-jobs.ts';
import type { OpenWork, SessionContext } from './session-context.ts';
import { useStudio } from './studio-store.ts';

export interface RunActions {
  run(): Promise<void>;
  runAgain(jobId: string): Promise<void>;
  cancel(jobId: string): Promise<void>;
  saveKeptAnswer(jobId: string): Promise<void>;
  /** Puts away what a run ended with. */
  dismiss(jobId: string): Promise<void>;
  /** A job of any photo has ended. */
  finished(job: Job): Promise<void>;
}

export function createRunActions(context: SessionContext): RunActions {
  const { core, attempt, fail, refresh } = context;
  const set = useStudio.setState;
  const get = useStudio.getState;

  /** A run has taken `taken` out of the mask: from now on it is a step of the history. */
  function follow(current: OpenWork, jobId: string, taken: EditCommand): void {
    const run = createRunCommand(current.commands, jobId, taken);
    current.runs.set(jobId, run);
    core.history.push(run.command);
    const job = useJobs.getState().jobs.get(jobId);
    if (job !== undefined && isFinalJobState(job.state)) void finished(job);
  }

  async function finished(job: Job): Promise<void> {
    const current = context.work();
    if (current === undefined || job.photoId !== current.photoId) return;
    const run = current.runs.get(job.id);
    current.runs.delete(job.id);
    try {
      if (job.state === 'done') {
        await refresh();
        const patch = get().patches.find(({ jobId }) => jobId === job.id);
        if (patch !== undefined && run !== undefined) run.complete(patch);
        else if (patch !== undefined) {
          core.history.push(createPatchCommand(current.commands, patch));
        }
        return;
      }
      core.uniteTiles(await loadMask(jobMaskUrl(job.id)));
      if (run !== undefined) core.history.remove(run.command);
    } catch (thrown) {
      fail(thrown);
    }
  }

  /** A new run puts away what earlier ones ended with. */
  function dismissEnded(photoId: string): void {
    for (const job of jobsOnPhoto(useJobs.getState().jobs, photoId)) {
      if (!isFinalJobState(job.state)) continue;
      void backend.jobs.acknowledge({ jobId: job.id }).catch(fail);
    }
  }

  return {
    run: () =>
      attempt(async () => {
        const current = context.work();
        if (current === undefined || get().isStarting) return;
        set({ isStarting: true });
        try {
          dismissEnded(current.photoId);
          await current.saver.paused(async () => {
            await current.saver.flush();
            const { jobIds } = await backend.cleanup.run({ photoId: current.photoId });
            for (const jobId of jobIds) {
              const taken = await loadMask(jobMaskUrl(jobId));
              if (context.work() === current) follow(current, jobId, core.subtractTiles(taken));
            }
          });
        } finally {
          set({ isStarting: false });
        }
      }),
    runAgain: (jobId) =>
      attempt(async () => {
        const current = context.work();
        if (current === undefined) return;
        await current.saver.flush();
        const again = await backend.jobs.runAgain({ jobId });
        const tiles = await loadMask(jobMaskUrl(again.jobId));
        if (again.jobId !== jobId) await backend.jobs.acknowledge({ jobId });
        if (context.work() === current) follow(current, again.jobId, core.subtractTiles(tiles));
      }),
    cancel: (jobId) => attempt(() => backend.jobs.cancel({ jobId })),
    saveKeptAnswer: (jobId) =>
      attempt(async () => download(await backend.jobs.saveKeptAnswer({ jobId }))),
    dismiss: (jobId) => attempt(() => backend.jobs.acknowledge({ jobId })),
    finished,
  };
}
