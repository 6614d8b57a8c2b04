import { AppError } from '../../../../../shared/errors/app-error.ts';
import { copyOut } from '../../../service/common/copy-out.ts';
import { outputName } from '../../export/job-output-files.ts';
import type { StepModule } from './step.ts';

export const clipModule: StepModule<'clip'> = {
  plan: (_step, { size }) =>
    Promise.resolve({
      kind: 'video',
      calls: 1,
      pixels: size === undefined ? 0 : size.width * size.height,
      storedCalls: 0,
      isEstimate: size === undefined,
      size,
      isChanged: false,
    }),
  begin({ parameters, preparation }, { photo, connection }, { recipeJobs }) {
    const request = {
      kind: 'video',
      picture: { photoId: photo.id },
      parameters,
      ...(preparation === undefined ? {} : { preparation }),
    } as const;
    const planned = recipeJobs.plan(photo.id, { kind: 'request', request }, connection);
    return Promise.resolve({ is: 'calls', planned });
  },
  end({ isFile }, [job], { jobs, files }) {
    if (isFile !== true) return Promise.resolve({ is: 'same' });
    const [output] = job === undefined ? [] : jobs.outputs(job.id);
    if (job === undefined || output === undefined)
      throw new AppError('not-found', 'The clip is no longer in the library. Run this step again.');
    const { path: from, mediaType } = files.get(output.fileId);
    return Promise.resolve({
      is: 'file',
      name: outputName(job, output.id, mediaType),
      write: (path) => copyOut(from, path),
    });
  },
};
