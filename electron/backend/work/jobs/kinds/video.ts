import type { VideoJobRequest } from '../../../../../shared/contract/job-requests.ts';
import { LIMITS } from '../../../../../shared/api/limits.ts';
import { requirePicture } from '../../../../../shared/api/request-check.ts';
import { videoFields } from '../../../../../shared/api/video.ts';
import { sentPicture } from '../../../../../shared/geometry/working-frame.ts';
import type { JobClock } from '../job-clock.ts';
import type { JobDeps } from '../job-deps.ts';
import { jobRequest, subjectOf, type StartableKind } from './job-kind.ts';
import { encodePicture, padPicture, planJob, planPicture, requireRoom } from './job-pictures.ts';
import { finishWithFiles } from './outputs.ts';

const ACCEPTED = ['mp4', 'gif', 'webp', 'webm'] as const;

export function videoKind(deps: JobDeps, clock: JobClock): StartableKind<VideoJobRequest> {
  const kind: StartableKind<VideoJobRequest> = {
    finishedTitle: 'Video finished',
    result: 'task',
    plan(request, connection) {
      const picture = planPicture(deps, request.picture);
      const { size } = sentPicture(picture.rect, request.preparation);
      requirePicture('picture', { byteLength: 1, size }, LIMITS.video);
      videoFields(request.parameters); // Throws for a value out of range.
      return planJob(request, [picture], connection, profileOf(request));
    },
    planAgain: (job, connection) => kind.plan(jobRequest(job, 'video'), connection),
    async prepare(job) {
      const { picture, parameters: asked, preparation } = jobRequest(job, 'video');
      // The connection has the plan; older requests have their own.
      const { enterprisePlan: _plan, ...parameters } = asked;
      await requireRoom(deps.folder, 0);
      const { size } = sentPicture(subjectOf(job).region, preparation);
      const { maxFileBytes } = LIMITS.video;
      const image =
        preparation?.padding === undefined
          ? await encodePicture(deps, job, picture, 0, maxFileBytes, size)
          : await padPicture(deps, job, picture, preparation.padding);
      return async (client, options) => {
        const request = { image, imageSize: size, parameters };
        const { taskId } = await client.submitVideo(request, options);
        return { is: 'task', taskId };
      };
    },
    async finish(job) {
      const finished = await finishWithFiles(deps, clock, job, ACCEPTED);
      const output = deps.jobs.outputs(job.id).find(({ clip }) => clip !== undefined);
      if (output !== undefined) {
        const { region } = subjectOf(job);
        const request = jobRequest(job, 'video');
        deps.videoMeasures.record(job.connectionId, request, region, output);
      }
      return finished;
    },
    family: () => 'task-result',
  };
  return kind;
}

function profileOf({ parameters }: VideoJobRequest): string {
  const { model, steps, frameInterpolation = false } = parameters;
  return `${model} ${steps}${frameInterpolation ? ' interpolated' : ''}`;
}
