import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { jobMaskUrl } from '../../../../shared/media.ts';
import type { EditHistory } from '../canvas/index.ts';
import { createPatchCommand } from './patch-commands.ts';
import { photoIdOf } from '../model/job-subject.ts';
import { hasOwnMask } from '../model/photo-jobs.ts';
import type { OpenWork, SessionContext } from './session-context.ts';

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

export function isInHistory({ done, undone }: EditHistory, jobId: string): boolean {
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
