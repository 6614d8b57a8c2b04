/** Why the clip of the form cannot be made now. Pure. */
import { LIMITS } from '../../../../shared/api/limits.ts';
import type { VideoForm } from '../../../../shared/contract/video-form.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import { sentPicture } from '../../../../shared/geometry/working-frame.ts';
import { problemOfPicture } from '../../../../shared/api/picture-problem.ts';
import { preparationOf, problemsOf } from './form.ts';
import { problemOfSweep, withSweepValue, type SweepPlan } from './sweep.ts';

/** A short sentence; `undefined` when it can be sent. */
export function obstacleOf(
  photo: Size | undefined,
  form: VideoForm,
  maxSide: number | undefined,
  sweep: SweepPlan | undefined,
): string | undefined {
  if (photo === undefined) return 'Add a picture first.';
  const { size } = sentPicture(photo, preparationOf(form, maxSide));
  if (problemOfPicture(size, LIMITS.video) !== undefined) return 'Reduce the picture first.';
  if (sweep === undefined) return firstProblem(form);
  const values = sweep.values.map((value) => withSweepValue(form, sweep.axis, value));
  return problemOfSweep(sweep) ?? values.map(firstProblem).find((each) => each !== undefined);
}

function firstProblem(form: VideoForm): string | undefined {
  return Object.values(problemsOf(form))[0];
}
