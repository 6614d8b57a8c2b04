import type { BatchWork } from '../../jobs/starting/recipe-jobs.ts';
import type { StepPicture, StepTools } from './step.ts';

/** Returns 0 for a picture outside the library, or one that a step changed. @throws AppError */
export function storedCallsOf(
  { photoId, connection }: StepPicture,
  work: BatchWork,
  { recipeJobs }: Pick<StepTools, 'recipeJobs'>,
): number {
  if (photoId === undefined) return 0;
  const { calls } = recipeJobs.describe(recipeJobs.plan(photoId, work, connection));
  return calls.filter(({ stored }) => stored !== undefined).length;
}
