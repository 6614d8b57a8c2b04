import { upscaleFields } from '../../../../../shared/api/upscale.ts';
import { expectedUpscale } from '../../../../../shared/geometry/upscale-size.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import type { StepModule } from './step.ts';

export const upscaleModule: StepModule<'upscale'> = {
  plan({ parameters }, { size, connection }, { upscales }) {
    upscaleFields(parameters); // Throws for a value out of range.
    const after =
      size && expectedUpscale(size, parameters.size, upscales.measures(connection.id)).size;
    return Promise.resolve({
      kind: 'upscale',
      calls: 1,
      pixels: size === undefined ? 0 : size.width * size.height,
      storedCalls: 0,
      isEstimate: size === undefined,
      size: after,
      isChanged: true,
    });
  },
  begin({ parameters }, { photo, connection }, { recipeJobs }) {
    const request = { kind: 'upscale', picture: { photoId: photo.id }, parameters } as const;
    const planned = recipeJobs.plan(photo.id, { kind: 'request', request }, connection);
    return Promise.resolve({ is: 'calls', planned });
  },
  async end(_step, [job], { jobs, upscales }) {
    const [output] = job === undefined ? [] : jobs.outputs(job.id);
    if (job === undefined || output === undefined)
      throw new AppError(
        'not-found',
        'The enlarged picture is no longer in the library. Run this step again.',
      );
    // Without border, with the photo's profile, density and transparency.
    const path = await upscales.keptPath({ jobId: job.id, output: output.id });
    return { is: 'picture', path };
  },
};
