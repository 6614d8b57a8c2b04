/** The subject of a job: read here, and nowhere else in the studio. */
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';

/** The photo that a job works on; `undefined` where it works on none. */
export function photoIdOf(job: Job): string | undefined {
  return job.subject?.photoId;
}

/** The part of the photo that a job sends, photo space. */
export function regionOf(job: Job): Rect | undefined {
  return job.subject?.region;
}
