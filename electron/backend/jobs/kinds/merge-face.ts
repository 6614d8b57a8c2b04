import type { MergeFaceJobRequest } from '../../../../shared/contract/job-requests.ts';
import { LIMITS } from '../../../../shared/api/limits.ts';
import { requirePicture } from '../../../../shared/api/request-check.ts';
import { preparedPart, type PreparedPart } from '../../../../shared/geometry/prepared-part.ts';
import type { ByteSource } from '../../service/index.ts';
import type { JobClock } from '../job-clock.ts';
import type { JobParts } from '../job-parts.ts';
import type { StoredJob } from '../log/stored-job.ts';
import { requestOf, subjectOf, type StartableKind } from './job-kind.ts';
import {
  borderPicture,
  encodePicture,
  planJob,
  planPicture,
  requireSpace,
} from './job-pictures.ts';
import { finishWithFiles, PICTURE_KINDS } from './outputs.ts';

const INDEX = { picture: 0, face: 1 } as const;

export function mergeFaceKind(
  parts: JobParts,
  clock: JobClock,
): StartableKind<MergeFaceJobRequest> {
  async function encode(
    job: StoredJob,
    which: keyof typeof INDEX,
    prepared: PreparedPart,
  ): Promise<ByteSource> {
    const request = requestOf(job, 'merge-face');
    const hasBorder = prepared.placed.x > 0;
    if (hasBorder) return await borderPicture(parts, job, request[which], INDEX[which], prepared);
    const { maxFileBytes } = LIMITS.mergeFace;
    return await encodePicture(
      parts,
      job,
      request[which],
      INDEX[which],
      maxFileBytes,
      prepared.size,
    );
  }

  const kind: StartableKind<MergeFaceJobRequest> = {
    finishedTitle: 'Face merge finished',
    result: 'answer',
    plan(request, connection) {
      const picture = planPicture(parts, request.picture);
      const face = planPicture(parts, request.face);
      requireSent('picture', preparedPart(picture.rect, request.picturePreparation));
      requireSent('face', preparedPart(face.rect, request.facePreparation));
      return planJob(request, [picture, face], connection, '');
    },
    planAgain: (job, connection) => kind.plan(requestOf(job, 'merge-face'), connection),
    async prepare(job) {
      const request = requestOf(job, 'merge-face');
      const { region } = subjectOf(job);
      await requireSpace(parts.folder, region.width * region.height);
      const inPicture = preparedPart(region, request.picturePreparation);
      const faceRect = planPicture(parts, request.face).rect;
      const inFace = preparedPart(faceRect, request.facePreparation);
      const picture = await encode(job, 'picture', inPicture);
      const face = await encode(job, 'face', inFace);
      const sizes = { pictureSize: inPicture.size, faceSize: inFace.size };
      const { responseType } = request;
      return async (client, options) => {
        await client.mergeFace({ face, picture, ...sizes, responseType }, options);
        return { is: 'answered' };
      };
    },
    finish: (job) => finishWithFiles(parts, clock, job, PICTURE_KINDS),
  };
  return kind;
}

/** The file size is checked after encoding. @throws AppError `too-large` */
function requireSent(name: string, { size }: PreparedPart): void {
  requirePicture(name, { byteLength: 1, size }, LIMITS.mergeFace);
}
