import { copyOut } from '../../../service/common/copy-out.ts';
import { outputName } from '../../export/job-output-files.ts';
import { oneCallPlan, outputOf, type StepModule } from './step.ts';

export const clipModule: StepModule<'clip'> = {
  plan: (_step, { size }) => oneCallPlan('video', size, { isChanged: false }),
  begin({ parameters, preparation }, { photo, connection }, { recipeJobs }) {
    const request = {
      kind: 'video',
      picture: { photoId: photo.id },
      parameters,
      preparation,
    } as const;
    const planned = recipeJobs.plan(photo.id, { kind: 'request', request }, connection);
    return { is: 'calls', planned };
  },
  end({ isFile }, [first], tools) {
    if (isFile !== true) return { is: 'same' };
    const { job, output } = outputOf(first, tools, 'The clip');
    const { path: from, mediaType } = tools.files.get(output.fileId);
    return {
      is: 'file',
      name: outputName(job, output.id, mediaType),
      write: (path) => copyOut(from, path),
    };
  },
};
