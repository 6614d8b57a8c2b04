import { toAppError, type AppError } from '../../../../shared/errors/app-error.ts';
import { makeThumbnail } from '../../vision/imaging/reading/import-picture.ts';
import { probePicture } from '../../vision/imaging/reading/probe.ts';
import type { StepTools } from './steps/step.ts';
import type { AnalysedPhoto, ReadablePicture } from './finder.ts';

export function readableOf(
  { photos, patches }: Pick<StepTools, 'photos' | 'patches'>,
  photoId: string,
): AnalysedPhoto {
  const { width, height } = photos.row(photoId);
  return {
    source: photos.source(photoId),
    patches: patches.applied(photoId),
    size: { width, height },
    photoId,
  };
}

/** @param path absolute @throws AppError `unsupported-file`, `damaged-file`, `too-large` */
export async function readableSource(path: string, name: string): Promise<ReadablePicture> {
  const { depth, hasAlpha, isCmyk, width, height } = await probePicture(path, name);
  return { source: { path, depth, hasAlpha, isCmyk }, patches: [], size: { width, height } };
}

/** @returns `damaged-file` if decoding all of it fails, otherwise the original error */
export async function fileError(
  pathOf: () => Promise<string>,
  name: string,
  thrown: unknown,
): Promise<AppError> {
  const error = toAppError(thrown);
  if (error.kind !== 'unexpected') return error;
  try {
    const { source } = await readableSource(await pathOf(), name);
    await makeThumbnail(source.path, name);
    return error;
  } catch (damage) {
    return toAppError(damage);
  }
}
