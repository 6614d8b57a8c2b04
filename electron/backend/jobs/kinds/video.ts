/** A video made of a picture; the service works on it as a task. */
import type { VideoJobRequest } from '../../../../shared/contract/job-requests.ts';
import { LIMITS } from '../../../../shared/api/limits.ts';
import { videoFields } from '../../../../shared/api/video.ts';
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

export function videoKind(parts: JobParts, clock: JobClock): StartableKind<VideoJobRequest> {
  const kind: StartableKind<VideoJobRequest> = {
    finishedTitle: 'Video finished',
    result: 'task',
    plan(request, connection) {
      const picture = planPicture(parts, request.picture);
      requirePixels('picture', picture, LIMITS.video);
      videoFields(request.parameters); // throws for a value out of range
      return planJob(request, [picture], connection, profileOf(request));
    },
    planAgain: (job, connection) => kind.plan(requestOf(job, 'video'), connection),
    async prepare(job) {
      const { picture, parameters } = requestOf(job, 'video');
      await requireSpace(parts.folder, 0);
      const { width, height } = subjectOf(job).region;
      const { maxFileBytes } = LIMITS.video;
      const image = await encodePicture(parts, job, picture, 0, maxFileBytes);
      return async (client, options) => {
        const request = { image, imageSize: { width, height }, parameters };
        const { taskId } = await client.submitVideo(request, options);
        return { is: 'task', taskId };
      };
    },
    finish: (job) => finishWithFiles(parts, clock, job),
    task: {
      family: () => 'task-result',
      accept: ['mp4', 'gif', 'webp', 'webm'],
    },
  };
  return kind;
}

/** The facts that decide how long a video takes. */
function profileOf({ parameters }: VideoJobRequest): string {
  const { model, steps, frameInterpolation = false } = parameters;
  return `${model} ${steps}${frameInterpolation ? ' interpolated' : ''}`;
}
