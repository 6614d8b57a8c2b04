import type { Job } from '../../../../shared/contract/jobs.ts';
import type { Patch } from '../../../../shared/contract/photos.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { SessionDeps } from './session-deps.ts';

/** The maximum of one request. */
const MOST_JOBS = 500;

const NONE: readonly Rect[] = [];

export function boxesOfJob(job: Job | undefined): readonly Rect[] {
  return job?.brief.kind === 'remove-text' ? (job.brief.boxes ?? NONE) : NONE;
}

/** Fetches jobs of earlier sessions, which the window may not know. */
export async function takenBoxes(
  deps: Pick<SessionDeps, 'backend' | 'jobs'> & { readonly photoId: string },
  { jobId, operation }: Pick<Patch, 'jobId' | 'operation'>,
): Promise<readonly Rect[]> {
  if (operation !== 'remove-text') return NONE;
  const known = deps.jobs.all().get(jobId);
  if (known !== undefined) return boxesOfJob(known);
  const { photoId } = deps;
  const listed = await deps.backend.jobs.list({
    limit: MOST_JOBS,
    photoId,
    kinds: ['remove-text'],
  });
  return boxesOfJob(listed.find(({ id }) => id === jobId));
}
