/** Saved results that the calls of a step on a photo of the library would use. */
import type { BatchWork } from '../../jobs/starting/batch-door.ts';
import type { PlannedPicture, StepTools } from './step.ts';

/** 0 for a picture that is not in the library, or that a step above changes. @throws AppError as the kind's plan */
export function storedCallsOf(
  { photoId, connection }: PlannedPicture,
  work: BatchWork,
  { door }: Pick<StepTools, 'door'>,
): number {
  if (photoId === undefined) return 0;
  const { calls } = door.describe(door.plan(photoId, work, connection));
  return calls.filter(({ stored }) => stored !== undefined).length;
}
