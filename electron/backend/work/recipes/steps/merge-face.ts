import { LIMITS } from '../../../../../shared/api/limits.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import { rectOfSize, type Size } from '../../../../../shared/geometry/rect.ts';
import { finishedResult } from '../../../vision/imaging/writing/finish-upscale.ts';
import { subjectOf } from '../../jobs/kinds/job-kind.ts';
import { oneCallPlan, outputOf, type StepModule } from './step.ts';

export const mergeFaceModule: StepModule<'merge-face'> = {
  plan({ faceId }, { size }, { recipes }) {
    recipes.face(faceId);
    if (size !== undefined) requireFit(size);
    return oneCallPlan('merge-face', size);
  },
  begin({ faceId, responseType }, { photo, connection }, { recipeJobs, recipes }) {
    requireFit(photo);
    const request = {
      kind: 'merge-face',
      picture: { photoId: photo.id },
      face: { photoId: recipes.face(faceId) },
      facePreparation: { maxSide: LIMITS.mergeFace.maxWidth },
      responseType,
    } as const;
    const planned = recipeJobs.plan(photo.id, { kind: 'request', request }, connection);
    return { is: 'calls', planned };
  },
  async end(_step, [first], tools) {
    const { job, output } = outputOf(first, tools, 'The merged picture');
    const { path, mediaType } = tools.files.get(output.fileId);
    const { photoId, region } = subjectOf(job);
    const { width, height } = output;
    if (width === undefined || height === undefined) return { is: 'picture', path };
    // As with an enlargement: the answer has bare colours, without transparency.
    const bytes = await finishedResult({
      resultPath: path,
      mediaType,
      raw: { width, height },
      placement: rectOfSize({ width, height }),
      kept: rectOfSize({ width, height }),
      source: tools.photos.source(photoId),
      region,
      patches: [],
      matchColors: false,
    });
    return { is: 'picture', bytes };
  },
};

/** The answer is limited in size, so a larger picture would lose detail. */
function requireFit({ width, height }: Size): void {
  const { maxWidth, maxHeight } = LIMITS.mergeFace;
  if (width <= maxWidth && height <= maxHeight) return;
  throw new AppError(
    'too-large',
    `A face merge takes pictures of up to ${maxWidth} × ${maxHeight} pixels. This one is ${width} × ${height}. Add “Crop, turn or fit” before this step.`,
  );
}
