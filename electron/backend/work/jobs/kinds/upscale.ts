import type { UpscaleJobRequest } from '../../../../../shared/contract/job-requests.ts';
import { upscaleFields } from '../../../../../shared/api/upscale.ts';
import type { JobClock } from '../job-clock.ts';
import type { JobDeps } from '../job-deps.ts';
import { jobRequest, subjectOf, type StartableKind } from './job-kind.ts';
import { encodePicture, planJob, planPicture, requireRoom } from './job-pictures.ts';
import { finishWithFiles, PICTURE_KINDS } from './outputs.ts';

/** Bytes. The specification states no limit here; this is that of the others. */
const MAX_FILE_BYTES = 30_000_000;

export function upscaleKind(deps: JobDeps, clock: JobClock): StartableKind<UpscaleJobRequest> {
  const kind: StartableKind<UpscaleJobRequest> = {
    finishedTitle: 'Upscale finished',
    result: 'task',
    plan(request, connection) {
      const picture = planPicture(deps, request.picture);
      upscaleFields(request.parameters); // Throws for a value out of range.
      return planJob(request, [picture], connection, request.parameters.upscaler);
    },
    planAgain: (job, connection) => kind.plan(jobRequest(job, 'upscale'), connection),
    async prepare(job) {
      const { picture, parameters } = jobRequest(job, 'upscale');
      await requireRoom(deps.folder, resultPixels(parameters.size, subjectOf(job).region));
      const image = await encodePicture(deps, job, picture, 0, MAX_FILE_BYTES);
      return async (client, options) => {
        const { taskId, warning } = await client.submitUpscale({ image, parameters }, options);
        return { is: 'task', taskId, findings: { warning } };
      };
    },
    finish: (job) => finishWithFiles(deps, clock, job, PICTURE_KINDS),
    family: () => 'progress',
  };
  return kind;
}

function resultPixels(
  size: UpscaleJobRequest['parameters']['size'],
  region: { readonly width: number; readonly height: number },
): number {
  if (size.mode === 'size') return size.width * size.height;
  return region.width * region.height * size.factor ** 2;
}
