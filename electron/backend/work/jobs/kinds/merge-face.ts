import type { MergeFaceJobRequest } from '../../../../../shared/contract/job-requests.ts';
import { LIMITS } from '../../../../../shared/api/limits.ts';
import { requirePicture } from '../../../../../shared/api/request-check.ts';
import { preparedCrop, type PreparedCrop } from '../../../../../shared/geometry/prepared-crop.ts';
import type { ByteSource } from '../../../service/client/index.ts';
import type { JobClock } from '../job-clock.ts';
import type { JobDeps } from '../job-deps.ts';
import type { StoredJob } from '../log/stored-job.ts';
import { jobRequest, subjectOf, type StartableKind } from './job-kind.ts';
import { borderPicture, encodePicture, planJob, planPicture, requireRoom } from './job-pictures.ts';
import { finishWithFiles, PICTURE_KINDS } from './outputs.ts';

const INDEX = { picture: 0, face: 1 } as const;

export function mergeFaceKind(deps: JobDeps, clock: JobClock): StartableKind<MergeFaceJobRequest> {
  async function encode(
    job: StoredJob,
    which: keyof typeof INDEX,
    prepared: PreparedCrop,
  ): Promise<ByteSource> {
    const request = jobRequest(job, 'merge-face');
    const hasBorder = prepared.placed.x > 0;
    if (hasBorder) return await borderPicture(deps, job, request[which], INDEX[which], prepared);
    const [reference, index] = [request[which], INDEX[which]];
    const { maxFileBytes } = LIMITS.mergeFace;
    return await encodePicture(deps, job, reference, index, maxFileBytes, prepared.size);
  }

  const kind: StartableKind<MergeFaceJobRequest> = {
    finishedTitle: 'Face merge finished',
    result: 'answer',
    plan(request, connection) {
      const picture = planPicture(deps, request.picture);
      const face = planPicture(deps, request.face);
      requireSent('picture', preparedCrop(picture.rect, request.picturePreparation));
      requireSent('face', preparedCrop(face.rect, request.facePreparation));
      return planJob(request, [picture, face], connection, '');
    },
    planAgain: (job, connection) => kind.plan(jobRequest(job, 'merge-face'), connection),
    async prepare(job) {
      const request = jobRequest(job, 'merge-face');
      const { region } = subjectOf(job);
      await requireRoom(deps.folder, region.width * region.height);
      const inPicture = preparedCrop(region, request.picturePreparation);
      const faceRect = planPicture(deps, request.face).rect;
      const inFace = preparedCrop(faceRect, request.facePreparation);
      const picture = await encode(job, 'picture', inPicture);
      const face = await encode(job, 'face', inFace);
      const sizes = { pictureSize: inPicture.size, faceSize: inFace.size };
      const { responseType } = request;
      return async (client, options) => {
        await client.mergeFace({ face, picture, ...sizes, responseType }, options);
        return { is: 'answered' };
      };
    },
    finish: (job) => finishWithFiles(deps, clock, job, PICTURE_KINDS),
  };
  return kind;
}

/** The file size is checked after encoding. @throws AppError `too-large` */
function requireSent(name: string, { size }: PreparedCrop): void {
  requirePicture(name, { byteLength: 1, size }, LIMITS.mergeFace);
}
