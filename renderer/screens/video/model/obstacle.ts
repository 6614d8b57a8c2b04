import type { VideoForm } from '../../../../shared/contract/video-form.ts';
import { UNSHOWN_OBSTACLE } from '../../../viewer/stage/unshown.ts';
import { problemsOf } from './form.ts';
import { problemOfSweep, withSweepValue, type SweepPlan } from './sweep.ts';

/**
 * Returns a short sentence; `undefined` if it can be sent.
 * @param unshown ids of pictures that can’t be shown
 */
export function sendObstacle(
  photo: { readonly id: string } | undefined,
  form: VideoForm,
  sweep: SweepPlan | undefined,
  unshown: ReadonlySet<string>,
): string | undefined {
  if (photo === undefined) return 'Add a picture first.';
  if (unshown.has(photo.id)) return UNSHOWN_OBSTACLE;
  if (sweep === undefined) return firstProblem(form);
  const values = sweep.values.map((value) => withSweepValue(form, sweep.axis, value));
  return problemOfSweep(sweep) ?? values.map(firstProblem).find((each) => each !== undefined);
}

function firstProblem(form: VideoForm): string | undefined {
  return Object.values(problemsOf(form))[0];
}
