import type { StartedRun } from '../../../../shared/contract/cleanup.ts';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { jobMaskUrl } from '../../../../shared/media.ts';
import { hasOwnMask } from '../model/photo-jobs.ts';
import { readMasks } from './mask-bytes.ts';
import {
  createPatchCommand,
  createRunCommand,
  STEP_LABELS,
  type AroundStep,
} from './patch-commands.ts';
import { boxesOfJob } from './taken-boxes.ts';
import type { BegunRun, OpenWork, SessionContext } from './session-context.ts';
import { isSameRect, rectsWithout, type Rect } from '../../../../shared/geometry/rect.ts';
import { ownBoxes } from '../model/box-plan.ts';
import { regionOf, photoIdOf } from '../model/job-subject.ts';
import type { SessionDeps } from './session-deps.ts';
import type { EditHistory } from '../canvas/index.ts';

/** Maximum active jobs of a photo. */
const MOST_JOBS = 500;

/**
 * Adds results that arrived to the history and drops steps of failed runs. Active ones stay and are
 * completed later.
 * @param since when the photo's mask was requested, ms since 1970: it lacks masks restored later
 */
export async function catchUp(context: SessionContext, since: number): Promise<void> {
  const { core, media, store } = context;
  const current = context.work();
  if (current === undefined) return;
  const known = new Set(store.getState().patches.map(({ id }) => id));
  await context.refresh();
  takeResults(context, current, known);
  if (current.runs.size === 0) return;
  const jobs = await knownJobs(context, current.photoId);
  const isOver = (jobId: string): boolean => {
    const job = jobs.get(jobId);
    return job === undefined || isFinalJobState(job.state);
  };
  if (![...current.runs.keys()].some(isOver)) return;
  await context.refresh(); // loads the results that arrived since
  takeResults(context, current, known);
  for (const [jobId, run] of current.runs) {
    if (context.work() !== current) return;
    if (!isOver(jobId)) continue;
    current.runs.delete(jobId);
    const job = jobs.get(jobId);
    const isGivenBack = job?.kind === 'cleanup' && job.state !== 'done' && !hasOwnMask(job);
    if (isGivenBack && (job.endedAt ?? 0) >= since) {
      const tiles = await media.loadMask(jobMaskUrl(jobId));
      if (context.work() !== current) return;
      core.mask.unite(tiles);
    }
    core.history.remove(run.command);
  }
}

function isInHistory({ done, undone }: EditHistory, jobId: string): boolean {
  return [...done, ...undone].some(({ kept }) => kept?.jobId === jobId);
}

/** @param known ids of results that existed when the history was saved */
function takeResults(
  { core, store, work }: SessionContext,
  current: OpenWork,
  known: ReadonlySet<string>,
): void {
  if (work() !== current) return;
  for (const patch of store.getState().patches) {
    const run = current.runs.get(patch.jobId);
    current.runs.delete(patch.jobId);
    const isNew = !known.has(patch.id) && patch.state === 'applied';
    if (run !== undefined) run.complete(patch);
    else if (isNew && !isInHistory(core.history, patch.jobId)) {
      core.history.push(createPatchCommand(current.commands, patch));
    }
  }
}

/** Merges the backend's list with newer states that the window knows. */
async function knownJobs(
  { backend, jobs }: SessionContext,
  photoId: string,
): Promise<ReadonlyMap<string, Job>> {
  const listed = await backend.jobs.list({
    limit: MOST_JOBS,
    photoId,
    kinds: ['cleanup', 'remove-text'],
  });
  const known = new Map(listed.map((job) => [job.id, job] as const));
  for (const job of jobs.all().values()) {
    const isNewer = job.revision > (known.get(job.id)?.revision ?? -1);
    if (photoIdOf(job) === photoId && isNewer) known.set(job.id, job);
  }
  return known;
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

/** Adds steps of a run that started after its photo was closed: below all that follows. */
export function addMissedSteps(context: SessionContext, current: OpenWork, run: BegunRun): void {
  const { core, store } = context;
  const results = new Set(store.getState().patches.map(({ jobId }) => jobId));
  const jobIds = run.jobIds.filter((id) => !results.has(id) && !isInHistory(core.history, id));
  addRunSteps(context, current, { ...run, jobIds, masks: [] }); // the saved mask lacks theirs
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
  { core, jobs, store }: Pick<SessionDeps, 'core' | 'jobs' | 'store'>,
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
        if (byHand === undefined && boxesNow().some((each) => isSameRect(each, box))) return; // it is placed there anyway
        store.setSlice('run', { byHand: [...rectsWithout(before, [box]), box] });
      };
    },
    redo() {
      return () => {
        const { byHand } = store.getState().run;
        const box = boxOfJob();
        if (byHand === undefined || box === undefined) return;
        const others = rectsWithout(byHand, [box]);
        store.setSlice('run', { byHand: others.length === 0 ? undefined : others });
      };
    },
  };
}
