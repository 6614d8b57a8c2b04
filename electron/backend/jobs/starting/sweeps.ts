import type { VideoJobRequest } from '../../../../shared/contract/job-requests.ts';
import type { StartedSweep, StartSweep, SweepAxis } from '../../../../shared/contract/jobs.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { StartedJob } from '../log/job-board.ts';
import type { NewJob } from '../log/stored-job.ts';
import { startTogether } from './start-together.ts';

/** @throws AppError `invalid-input` if requests and values don't match, and as `plan` */
export function startSweep(
  { requests, axis, values }: StartSweep,
  parts: {
    plan(request: VideoJobRequest): NewJob;
    start(planned: readonly NewJob[]): readonly StartedJob[];
  },
): StartedSweep {
  const isPaired = requests.every((request, index) => valueOf(request, axis) === values[index]);
  if (requests.length !== values.length || !isPaired) {
    throw new AppError({
      kind: 'invalid-input',
      message: 'Each clip of this group needs its own value. Enter the values again.',
    });
  }
  if (new Set(values).size !== values.length) {
    throw new AppError({
      kind: 'invalid-input',
      message: 'Two clips of this group have the same value. Give each one its own.',
    });
  }
  return startTogether(requests, {
    plan: (request) => ({
      ...parts.plan(request),
      sweep: { axis, value: valueOf(request, axis) ?? '' },
    }),
    start: parts.start,
  });
}

/** Decimal text. */
function valueOf({ parameters }: VideoJobRequest, axis: SweepAxis): string | undefined {
  switch (axis) {
    case 'seed':
      return parameters.seed;
    case 'motion':
      return parameters.motionBucketId?.toString();
    case 'noise':
      return parameters.condAug?.toString();
  }
}
