/** Pictures that can be looked into: of the library, and files that are not in it yet. */
import type { PatchStore } from '../library/patch-store.ts';
import type { PhotoStore } from '../library/photo-store.ts';
import { probePicture } from '../imaging/reading/probe.ts';
import type { ReadablePicture } from './finder.ts';

/** A photo as it looks now. @throws AppError `not-found` */
export function readableOf(
  {
    photos,
    patches,
  }: {
    readonly photos: Pick<PhotoStore, 'row' | 'source'>;
    readonly patches: Pick<PatchStore, 'applied'>;
  },
  photoId: string,
): ReadablePicture {
  const { width, height } = photos.row(photoId);
  return {
    source: photos.source(photoId),
    patches: patches.applied(photoId),
    size: { width, height },
  };
}

/** @param path absolute @throws AppError `unsupported-file`, `damaged-file`, `too-large` */
export async function readableFile(path: string, name: string): Promise<ReadablePicture> {
  const { depth, hasAlpha, isCmyk, width, height } = await probePicture(path, name);
  return { source: { path, depth, hasAlpha, isCmyk }, patches: [], size: { width, height } };
}
