/** What happened to a photo's runs while it was being opened, or was not open at all. */
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { jobMaskUrl } from '../../../../shared/media.ts';
import { backend } from '../../../backend/client.ts';
import { useJobs } from '../../../backend/jobs.ts';
import { loadMask } from '../../../backend/media.ts';
import type { EditHistory } from '../canvas/index.ts';
import { createPatchCommand } from './patch-commands.ts';
import { hasOwnMask } from './photo-jobs.ts';
import type { OpenWork, SessionContext } from './session-context.ts';
import { useStudio } from './studio-store.ts';

/** As many jobs as are asked for at once; more are not under way. */
const MOST_JOBS = 500;

/**
 * Results that have arrived take their place in the history; steps of runs that came to nothing are
 * forgotten. Those that are still under way stay, and are completed when they end.
 *
 * @param since when the photo's mask was asked for, milliseconds since 1970: what a run gave back
 *   later is not in it
 */
export async function catchUp(context: SessionContext, since: number): Promise<void> {
  const { core } = context;
  const current = context.work();
  if (current === undefined) return;
  const known = new Set(useStudio.getState().patches.map(({ id }) => id));
  await context.refresh();
  takeResults(context, current, known);
  if (current.runs.size === 0) return;
  const jobs = await knownJobs(current.photoId);
  const isOver = (jobId: string): boolean => {
    const job = jobs.get(jobId);
    return job === undefined || isFinalJobState(job.state);
  };
  if (![...current.runs.keys()].some(isOver)) return;
  await context.refresh(); // results that came since
  takeResults(context, current, known);
  for (const [jobId, run] of current.runs) {
    if (context.work() !== current) return;
    if (!isOver(jobId)) continue;
    current.runs.delete(jobId);
    const job = jobs.get(jobId);
    const isGivenBack = job?.kind === 'cleanup' && job.state !== 'done' && !hasOwnMask(job);
    if (isGivenBack && (job.endedAt ?? 0) >= since) {
      core.uniteTiles(await loadMask(jobMaskUrl(jobId)));
    }
    core.history.remove(run.command);
  }
}

/** True when a step of the history is this run's. */
export function isInHistory({ done, undone }: EditHistory, jobId: string): boolean {
  return [...done, ...undone].some(({ kept }) => kept?.jobId === jobId);
}

/** @param known ids of results that were there when the history was made */
function takeResults(
  { core, work }: SessionContext,
  current: OpenWork,
  known: ReadonlySet<string>,
): void {
  if (work() !== current) return;
  for (const patch of useStudio.getState().patches) {
    const run = current.runs.get(patch.jobId);
    current.runs.delete(patch.jobId);
    const isNew = !known.has(patch.id) && patch.state === 'applied';
    if (run !== undefined) run.complete(patch);
    else if (isNew && !isInHistory(core.history, patch.jobId)) {
      core.history.push(createPatchCommand(current.commands, patch));
    }
  }
}

/** The photo's jobs: as the backend has them now, and newer where the window knows more. */
async function knownJobs(photoId: string): Promise<ReadonlyMap<string, Job>> {
  const listed = await backend.jobs.list({ limit: MOST_JOBS, kinds: ['cleanup', 'remove-text'] });
  const jobs = new Map(listed.map((job) => [job.id, job] as const));
  for (const job of useJobs.getState().jobs.values()) {
    const isNewer = job.revision > (jobs.get(job.id)?.revision ?? -1);
    if (job.photoId === photoId && isNewer) jobs.set(job.id, job);
  }
  return jobs;
}
