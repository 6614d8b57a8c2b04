import type { StartedRun } from '../../../../shared/contract/cleanup.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { jobMaskUrl } from '../../../../shared/media.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { hasOwnMask } from '../model/photo-jobs.ts';
import { aroundBox } from './around-box.ts';
import { isInHistory } from './catch-up.ts';
import { readMasks } from './mask-bytes.ts';
import { createPatchCommand, createRunCommand, STEP_LABELS } from './patch-commands.ts';
import { boxesOfJob } from './taken-boxes.ts';
import type { OpenWork, SessionContext } from './session-context.ts';

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
    const taken = tiles === undefined ? undefined : core.subtractTiles(tiles);
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
    core.uniteTiles(tiles);
  }
  if (run !== undefined) core.history.remove(run.command);
}
