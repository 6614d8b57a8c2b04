/** Text removed from a picture; the result comes with the answer. */
import type { RemoveTextJobRequest } from '../../../../shared/contract/job-requests.ts';
import { LIMITS } from '../../../../shared/api/limits.ts';
import type { JobClock } from '../job-clock.ts';
import type { JobParts } from '../job-parts.ts';
import { requestOf, type StartableKind } from './job-kind.ts';
import {
  encodePicture,
  planJob,
  planPicture,
  requirePixels,
  requireSpace,
} from './job-pictures.ts';
import { finishWithFiles } from './outputs.ts';

export function removeTextKind(
  parts: JobParts,
  clock: JobClock,
): StartableKind<RemoveTextJobRequest> {
  const kind: StartableKind<RemoveTextJobRequest> = {
    finishedTitle: 'Text removed',
    result: 'answer',
    plan(request, connection) {
      const picture = planPicture(parts, request.picture);
      requirePixels('picture', picture, LIMITS.removeText);
      return planJob(request, [picture], connection, '');
    },
    planAgain: (job, connection) => kind.plan(requestOf(job, 'remove-text'), connection),
    async prepare(job) {
      const { picture, responseType } = requestOf(job, 'remove-text');
      const { width, height } = job.region;
      await requireSpace(parts.folder, width * height);
      const { maxFileBytes } = LIMITS.removeText;
      const image = await encodePicture(parts, job, picture, 0, maxFileBytes);
      return async (client, options) => {
        await client.removeText({ image, imageSize: { width, height }, responseType }, options);
        return { is: 'answered' };
      };
    },
    finish: (job) => finishWithFiles(parts, clock, job),
  };
  return kind;
}
