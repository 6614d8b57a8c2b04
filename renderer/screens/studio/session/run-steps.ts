import type { StartedRun } from '../../../../shared/contract/cleanup.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { jobMaskUrl } from '../../../../shared/media.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { hasOwnMask } from '../model/photo-jobs.ts';
import { isInHistory } from './catch-up.ts';
import { readMasks } from './mask-bytes.ts';
import {
  createPatchCommand,
  createRunCommand,
  STEP_LABELS,
  type AroundStep,
} from './patch-commands.ts';
import { boxesOfJob } from './taken-boxes.ts';
import type { OpenWork, SessionContext } from './session-context.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { ownBoxes } from '../model/box-plan.ts';
import { regionOf } from '../model/job-subject.ts';
import type { SessionDeps } from './session-deps.ts';

export interface BegunRun {
  readonly kind: Job['kind'];
  readonly jobIds: readonly string[];
  /** In the order of `jobIds`; empty for jobs that take no mask. */
  readonly masks: readonly (readonly PackedMaskTile[])[];
}

export async function begunRun(
  { jobIds, masks }: Pick<StartedRun, 'jobIds' | 'masks'>,
  kind: Job['kind'],
): Promise<BegunRun> {
  return { kind, jobIds, masks: await readMasks(masks) };
}

/** Makes the jobs undo steps and erases their masks. */
export function addRunSteps(
  context: SessionContext,
  current: OpenWork,
  { kind, jobIds, masks }: BegunRun,
): void {
  const { core } = context;
  for (const [index, jobId] of jobIds.entries()) {
    const tiles = masks[index];
    const taken = tiles === undefined ? undefined : core.mask.subtract(tiles);
    if (tiles !== undefined) current.masks.set(jobId, tiles);
    if (current.runs.has(jobId)) {
      if (taken !== undefined) core.history.push(taken); // joined: it has its step already
      continue;
    }
    const isCleanup = kind === 'cleanup';
    const run = createRunCommand(current.commands, {
      jobId,
      label: isCleanup ? STEP_LABELS.cleanup : STEP_LABELS['remove-text'],
      taken,
      around: isCleanup ? aroundBox(context, jobId) : undefined,
    });
    current.runs.set(jobId, run);
    core.history.push(run.command);
  }
}

/** Completes the step with the result, or removes it and restores the mask. */
export async function endRunStep(
  context: SessionContext,
  current: OpenWork,
  job: Job,
): Promise<void> {
  const { core } = context;
  const run = current.runs.get(job.id);
  const mask = current.masks.get(job.id);
  current.runs.delete(job.id);
  current.masks.delete(job.id);
  if (job.state === 'done') {
    const patch = await context.takeResult(job.id);
    if (context.work() !== current) return;
    if (patch !== undefined && run !== undefined) run.complete(patch);
    else if (patch !== undefined && !isInHistory(core.history, job.id)) {
      core.history.push(createPatchCommand(current.commands, patch));
    } else if (run !== undefined) core.history.remove(run.command); // nothing had to be changed
    return;
  }
  current.textBoxes.restored(boxesOfJob(job));
  if (job.kind === 'cleanup' && !hasOwnMask(job)) {
    const tiles = mask ?? (await context.media.loadMask(jobMaskUrl(job.id)));
    if (context.work() !== current) return;
    core.mask.unite(tiles);
  }
  if (run !== undefined) core.history.remove(run.command);
}

/** Stores a clean-up's box with its undo step, so that an undo finds the saved result again. */
function aroundBox(
  {
    core,
    jobs,
    store,
  }: Pick<SessionDeps, 'jobs' | 'store'> & {
    readonly core: Pick<SessionDeps['core'], 'mask'>;
  },
  jobId: string,
): AroundStep {
  const boxOfJob = (): Rect | undefined => {
    const job = jobs.all().get(jobId);
    return job && regionOf(job);
  };
  const boxesNow = (): readonly Rect[] => {
    const { photo } = store.getState();
    return photo === undefined ? [] : ownBoxes(core.mask.packed(), photo);
  };
  return {
    undo() {
      const { byHand } = store.getState().run;
      // not the visible boxes, which lag behind repeated undo
      const before = byHand ?? boxesNow();
      return () => {
        const box = boxOfJob();
        if (box === undefined) return;
        if (byHand === undefined && boxesNow().some(isSame(box))) return; // it is placed there anyway
        store.setSlice('run', { byHand: [...before.filter((each) => !isSame(box)(each)), box] });
      };
    },
    redo() {
      return () => {
        const { byHand } = store.getState().run;
        const box = boxOfJob();
        if (byHand === undefined || box === undefined) return;
        const others = byHand.filter((each) => !isSame(box)(each));
        store.setSlice('run', { byHand: others.length === 0 ? undefined : others });
      };
    },
  };
}

function isSame(box: Rect): (other: Rect) => boolean {
  return ({ x, y, width, height }) =>
    x === box.x && y === box.y && width === box.width && height === box.height;
}
