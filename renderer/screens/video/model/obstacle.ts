/** Why the clip of the form cannot be made now. Pure. */
import type { VideoForm } from '../../../../shared/contract/video-form.ts';
import { problemsOf } from './form.ts';
import { problemOfSweep, withSweepValue, type SweepPlan } from './sweep.ts';

/** A short sentence; `undefined` when it can be sent. @param hasPhoto there is a picture */
export function obstacleOf(
  hasPhoto: boolean,
  form: VideoForm,
  sweep: SweepPlan | undefined,
): string | undefined {
  if (!hasPhoto) return 'Add a picture first.';
  if (sweep === undefined) return firstProblem(form);
  const values = sweep.values.map((value) => withSweepValue(form, sweep.axis, value));
  return problemOfSweep(sweep) ?? values.map(firstProblem).find((each) => each !== undefined);
}

function firstProblem(form: VideoForm): string | undefined {
  return Object.values(problemsOf(form))[0];
}
