import {
  trainingExtensionOf,
  type TrainingFileExtension,
} from '../../../../../shared/api/training-upload.ts';
import type { TrainingUploadJobRequest } from '../../../../../shared/contract/job-requests.ts';
import { readHead } from '../../../vision/imaging/reading/sniff-format.ts';
import { trainingParts } from '../../../vision/imaging/sent/training-parts.ts';
import { byteSourceOfParts, type ByteSource } from '../../../service/client/index.ts';
import type { JobDeps } from '../job-deps.ts';
import type { StoredJob } from '../log/stored-job.ts';
import { jobRequest, type StartableKind } from './job-kind.ts';
import { encodePicture, planJob, planPicture } from './job-pictures.ts';

export function trainingUploadKind(deps: JobDeps): StartableKind<TrainingUploadJobRequest> {
  /** The user's own file without private data if possible, otherwise a PNG. */
  async function fileOf(
    job: StoredJob,
  ): Promise<{ file: ByteSource; extension: TrainingFileExtension }> {
    const { picture } = jobRequest(job, 'training-upload');
    const photo = deps.photos.row(picture.photoId);
    const { path, byteLength } = deps.files.get(photo.originalFileId);
    const extension = trainingExtensionOf(await readHead(path));
    const isUntouched = picture.rect === undefined && (job.patchIds[0] ?? []).length === 0;
    if (isUntouched && extension !== undefined) {
      const isAsItIs = deps.keepsCameraData?.() ?? false;
      const sent = await trainingParts({ path, name: photo.name, byteLength }, isAsItIs);
      return { file: byteSourceOfParts(path, sent), extension };
    }
    const file = await encodePicture(deps, job, picture, 0, Number.POSITIVE_INFINITY);
    return { file, extension: 'png' };
  }

  const kind: StartableKind<TrainingUploadJobRequest> = {
    finishedTitle: 'Picture uploaded',
    result: 'none',
    plan(request, connection) {
      const picture = planPicture(deps, request.picture);
      return planJob(request, [picture], connection, '');
    },
    planAgain: (job, connection) => kind.plan(jobRequest(job, 'training-upload'), connection),
    async prepare(job) {
      const request = await fileOf(job);
      return async (client, options) => {
        const { assetId } = await client.uploadTrainingImage(request, options);
        return { is: 'over', findings: { assetId } };
      };
    },
    finish: () => Promise.reject(new Error('An upload brings no files.')),
  };
  return kind;
}
