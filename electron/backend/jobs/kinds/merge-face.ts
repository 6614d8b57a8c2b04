/** The face of one picture put into another; the result comes with the answer. */
import type { MergeFaceJobRequest } from '../../../../shared/contract/job-requests.ts';
import { LIMITS } from '../../../../shared/api/limits.ts';
import type { JobClock } from '../job-clock.ts';
import type { JobParts } from '../job-parts.ts';
import { requestOf, subjectOf, type StartableKind } from './job-kind.ts';
import {
  encodePicture,
  planJob,
  planPicture,
  requirePixels,
  requireSpace,
} from './job-pictures.ts';
import { finishWithFiles } from './outputs.ts';

export function mergeFaceKind(
  parts: JobParts,
  clock: JobClock,
): StartableKind<MergeFaceJobRequest> {
  const kind: StartableKind<MergeFaceJobRequest> = {
    finishedTitle: 'Face merge finished',
    result: 'answer',
    plan(request, connection) {
      const picture = planPicture(parts, request.picture);
      const face = planPicture(parts, request.face);
      requirePixels('picture', picture, LIMITS.mergeFace);
      requirePixels('face', face, LIMITS.mergeFace);
      return planJob(request, [picture, face], connection, '');
    },
    planAgain: (job, connection) => kind.plan(requestOf(job, 'merge-face'), connection),
    async prepare(job) {
      const request = requestOf(job, 'merge-face');
      const pictureSize = sizeOf(subjectOf(job).region);
      await requireSpace(parts.folder, pictureSize.width * pictureSize.height);
      const { maxFileBytes } = LIMITS.mergeFace;
      const picture = await encodePicture(parts, job, request.picture, 0, maxFileBytes);
      const face = await encodePicture(parts, job, request.face, 1, maxFileBytes);
      const faceSize = sizeOf(planPicture(parts, request.face).rect);
      const { responseType } = request;
      return async (client, options) => {
        await client.mergeFace({ face, faceSize, picture, pictureSize, responseType }, options);
        return { is: 'answered' };
      };
    },
    finish: (job) => finishWithFiles(parts, clock, job),
  };
  return kind;
}

function sizeOf({ width, height }: { readonly width: number; readonly height: number }) {
  return { width, height };
}
