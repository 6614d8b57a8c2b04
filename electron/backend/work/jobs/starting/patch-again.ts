import type { CallPlan, StartedRun } from '../../../../../shared/contract/cleanup.ts';
import type { Bytes } from '../../../../../shared/contract/common.ts';
import { encodeMaskTiles, type PackedMaskTile } from '../../../../../shared/mask/mask-tiles.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import type { JobConnection, JobDeps } from '../job-deps.ts';
import type { NewJob } from '../log/stored-job.ts';
import type { JobKinds } from '../kinds/kinds.ts';
import type { Runs, StoredUse } from './runs.ts';

export interface PlannedAgain {
  readonly plan: CallPlan;
  readonly mask: Bytes;
}

export type PatchAgain = ReturnType<typeof createPatchAgain>;

export function createPatchAgain(deps: {
  readonly jobs: JobDeps['jobs'];
  readonly patches: JobDeps['patches'];
  readonly kinds: JobKinds;
  readonly runs: Runs;
  readonly connection: () => JobConnection;
  readonly planCleanup: (photoId: string, tiles: readonly PackedMaskTile[]) => readonly NewJob[];
  readonly describe: (planned: readonly NewJob[]) => CallPlan;
}) {
  const { jobs, patches, kinds, runs, connection, planCleanup, describe } = deps;

  /** Plans a text removal. @throws AppError `invalid-input` for other kinds */
  function textJob(photoId: string, patchId: string) {
    const { operation, jobId } = patches.get(photoId, patchId);
    if (operation === 'merge-face') {
      throw new AppError({
        kind: 'invalid-input',
        message: 'Run a face merge again in Faces, where its face is.',
      });
    }
    if (operation === 'recipe') {
      throw new AppError({
        kind: 'invalid-input',
        message: 'Steps of a recipe run again on the Recipes screen.',
      });
    }
    return operation === 'remove-text' ? jobs.get(jobId) : undefined;
  }

  /** Plans with the result still shown. */
  function planNow(photoId: string, patchId: string, grow: number) {
    const active = connection();
    const job = textJob(photoId, patchId);
    const mask = job === undefined ? patches.grownMask(photoId, patchId, grow) : [];
    const planned =
      job === undefined
        ? planCleanup(photoId, mask)
        : [kinds['remove-text'].planAgain(job, active)];
    return { planned, mask };
  }

  return {
    /** Without `grow` the mask stays unchanged. @throws as `run` */
    plan(photoId: string, patchId: string, grow: number = 0): PlannedAgain {
      const { planned, mask } = planNow(photoId, patchId, grow);
      // With the result still shown, its saved answer belongs to another request.
      const fresh = planned.map((each) => ({ ...each, requestHash: '' }));
      return { plan: describe(fresh), mask: new Blob([new Uint8Array(encodeMaskTiles(mask))]) };
    },
    /** Hides the result. @throws AppError as a new run */
    run(photoId: string, patchId: string, grow: number = 0, use?: StoredUse): StartedRun {
      const active = connection(); // Throws before anything changes.
      runs.allow(planNow(photoId, patchId, grow).planned);
      const job = textJob(photoId, patchId);
      if (job !== undefined) {
        patches.setState(photoId, patchId, 'hidden', 'keep');
        return runs.start([kinds['remove-text'].planAgain(job, active)], use, undefined, true);
      }
      const mask = patches.grownMask(photoId, patchId, grow);
      patches.repaint(photoId, patchId, grow);
      return runs.start(planCleanup(photoId, mask), use, undefined, true);
    },
  };
}
