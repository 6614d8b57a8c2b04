import { AppError } from '../../../../shared/errors/app-error.ts';
import type { StoredJob } from '../jobs/log/stored-job.ts';
import type { RecipeJobs } from '../jobs/starting/recipe-jobs.ts';
import type { Freeing } from './freeing.ts';
import type { RecipeFolders } from './recipe-folders.ts';
import type { FileStep, StoredRun } from './run-rows.ts';
import type { RunStore } from './run-store.ts';
import { forgetPart } from './write-output.ts';

export function createRunTidying(deps: {
  readonly store: RunStore;
  readonly recipeJobs: Pick<RecipeJobs, 'cancel'>;
  readonly folders: RecipeFolders;
  readonly freeing: Pick<Freeing, 'free'>;
  readonly jobsOf: (step: FileStep) => readonly StoredJob[];
  readonly mustGet: (runId: string) => StoredRun;
  readonly changed: () => void;
}) {
  const { store, recipeJobs, folders, freeing, mustGet, changed } = deps;

  async function forget(runId: string): Promise<void> {
    const files = store.files(runId, { filter: 'all' });
    const made = store.photosOf(runId);
    store.remove(runId);
    freeing.free(made);
    for (const { source } of files) {
      if (source.from === 'copy') await folders.forgetCopy(source.copy);
    }
    await folders.forgetOutputs(runId);
  }

  return {
    /**
     * Hides a run, whose pictures are deleted at the next start unless they are the Studio's.
     * Deletes a draft at once. @throws AppError `invalid-input` for an active run
     */
    async remove(runId: string): Promise<void> {
      const run = mustGet(runId);
      if (run.state === 'running') {
        throw new AppError(
          'invalid-input',
          'This recipe is still running. Stop it, then remove it.',
        );
      }
      if (run.state === 'draft') {
        await forget(runId);
        changed();
        return;
      }
      for (const { position } of store.firstFiles(runId, 'calls', -1)) {
        for (const step of store.steps(runId, position)) {
          for (const job of deps.jobsOf(step))
            if (job.state === 'waiting') recipeJobs.cancel(job.id);
        }
      }
      const { state, endedAt } = run;
      const end =
        endedAt === undefined ? ({ state: 'stopped', endedAt: Date.now() } as const) : { state };
      store.endWaiting(runId, 'stopped');
      store.change(runId, { ...end, isDismissed: true });
      changed();
    },
    restore(runId: string): void {
      mustGet(runId);
      store.change(runId, { isDismissed: false });
      changed();
    },
    async takeUp(): Promise<void> {
      for (const { id } of store.putAway()) await forget(id);
      for (const step of store.stepsWithPart()) {
        if (step.state !== 'done' || step.output === undefined) continue;
        await forgetPart(step.output, (output) => store.putStep({ ...step, output }));
      }
      freeing.free(store.strayPhotos());
    },
  };
}
