import type { CallPlan } from '../../../../../shared/contract/cleanup.ts';
import { encodeMaskTiles, type PackedMaskTile } from '../../../../../shared/mask/mask-tiles.ts';
import { invalidInput } from '../../../../../shared/errors/app-error.ts';
import { os } from '../../../service/common/procedures.ts';
import type { JobConnection, JobDeps } from '../job-deps.ts';
import type { NewJob } from '../log/stored-job.ts';
import type { JobKinds } from '../kinds/kinds.ts';
import type { Runs } from './job-starts.ts';

export function patchAgainProcedures(deps: {
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
      throw invalidInput('Run a face merge again in Faces, where its face is.');
    }
    if (operation === 'recipe') {
      throw invalidInput('Steps of a recipe run again on the Recipes screen.');
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
    planPatchAgain: os.cleanup.planPatchAgain.handler(
      ({ input: { photoId, patchId, grow = 0 } }) => {
        const { planned, mask } = planNow(photoId, patchId, grow);
        // With the result still shown, its saved answer belongs to another request.
        const fresh = planned.map((each) => ({ ...each, requestHash: '' }));
        return { plan: describe(fresh), mask: new Blob([new Uint8Array(encodeMaskTiles(mask))]) };
      },
    ),
    runPatchAgain: os.cleanup.runPatchAgain.handler(({ input }) => {
      const { photoId, patchId, grow = 0, stored } = input;
      const active = connection(); // Throws before anything changes.
      const wanted = patches.asIfHidden(photoId, patchId, () => planNow(photoId, patchId, grow));
      runs.allow(wanted.planned, stored);
      const job = textJob(photoId, patchId);
      if (job !== undefined) {
        patches.setState(photoId, patchId, 'hidden', 'keep');
        return runs.start([kinds['remove-text'].planAgain(job, active)], stored, undefined, true);
      }
      const mask = patches.grownMask(photoId, patchId, grow);
      patches.repaint(photoId, patchId, grow);
      return runs.start(planCleanup(photoId, mask), stored, undefined, true);
    }),
  };
}
