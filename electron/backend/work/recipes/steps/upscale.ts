import { upscaleFields } from '../../../../../shared/api/upscale.ts';
import { expectedUpscale } from '../../../../../shared/geometry/upscale-size.ts';
import { oneCallPlan, outputOf, type StepModule } from './step.ts';

export const upscaleModule: StepModule<'upscale'> = {
  plan({ parameters }, { size, connection }, { upscales }) {
    upscaleFields(parameters); // Throws for a value out of range.
    const after =
      size && expectedUpscale(size, parameters.size, upscales.measures(connection.id)).size;
    return oneCallPlan('upscale', size, { after });
  },
  begin({ parameters }, { photo, connection }, { recipeJobs }) {
    const request = { kind: 'upscale', picture: { photoId: photo.id }, parameters } as const;
    const planned = recipeJobs.plan(photo.id, { kind: 'request', request }, connection);
    return { is: 'calls', planned };
  },
  async end(_step, [first], tools) {
    const { job, output } = outputOf(first, tools, 'The enlarged picture');
    // Without border, with the photo's profile, density and transparency.
    const path = await tools.upscales.keptPath({ jobId: job.id, output: output.id });
    return { is: 'picture', path };
  },
};
