import type { Job } from '../../../../shared/contract/jobs.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';

export function photoIdOf(job: Job): string | undefined {
  return job.subject?.photoId;
}

/** Photo space. */
export function regionOf(job: Job): Rect | undefined {
  return job.subject?.region;
}
