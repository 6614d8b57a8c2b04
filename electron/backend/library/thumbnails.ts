/** Makes thumbnails of photos on demand; the most recent ones are cached in memory. */
import { thumbnailWithPatches } from '../vision/imaging/writing/photo-thumbnail.ts';
import type { FileStore } from './file-store.ts';
import type { PatchStore } from './patch-store.ts';
import { hashOfKeys } from './photo-rows.ts';
import type { PhotoStore } from './photo-store.ts';
import { createKeptPictures } from './kept-pictures.ts';
import { basename } from 'node:path';
import { patchThumbnail } from '../vision/imaging/writing/patch-thumbnail.ts';
import { type CrashGuard, stoppedResult } from './crash-guard.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { smallPicture } from '../vision/imaging/reading/small-picture.ts';

export function createPhotoThumbnails(deps: {
  readonly photos: PhotoStore;
  readonly patches: PatchStore;
  readonly files: FileStore;
}) {
  const { photos, patches, files } = deps;
  const kept = createKeptPictures('This photo or one of its results');

  return {
    /** With its results, and the hash in its address. @throws AppError `not-found`, `storage` */
    async get(photoId: string): Promise<{ readonly bytes: Uint8Array; readonly hash: string }> {
      // A picture of a form is never opened, which would make it.
      await photos.ensureThumbnail(photoId);
      const { thumbnailFileId = '', renderKeys = '', width, height } = photos.row(photoId);
      const base = files.get(thumbnailFileId).path;
      const source = photos.source(photoId);
      const applied = patches.applied(photoId);
      const bytes = await kept.get(`${photoId} ${renderKeys}`, () =>
        thumbnailWithPatches(base, { width, height, source }, applied),
      );
      return { bytes, hash: hashOfKeys(renderKeys) };
    },
  };
}

export function createPatchThumbnails(patches: PatchStore, crashGuard: Pick<CrashGuard, 'guard'>) {
  const kept = createKeptPictures('This result');
  return {
    /** A WebP. @throws AppError `not-found`, `storage` */
    get: (patchId: string): Promise<Uint8Array> =>
      kept.get(patchId, async () => {
        const origin = patches.origin(patchId);
        const key = basename(origin.answerPath);
        return await crashGuard.guard(key, stoppedResult, () => patchThumbnail(origin));
      }),
  };
}

/** Longest side in pixels: sharp in a 64 px list at twice the screen's resolution. */
const THUMBNAIL = { side: 160, webpQuality: 80 } as const;

/** Makes thumbnails of stored files on demand; the most recent ones are cached in memory. */
export function createFileThumbnails(
  files: Pick<FileStore, 'get'>,
  crashGuard: Pick<CrashGuard, 'guard'>,
) {
  const kept = createKeptPictures('This result');
  return {
    /**
     * The first frame of an animation. @throws AppError `not-found`, `unsupported-file` for a video
     */
    async get(fileId: string): Promise<Uint8Array> {
      const { path, mediaType } = files.get(fileId);
      if (!mediaType.startsWith('image/')) {
        throw new AppError('unsupported-file', 'Only pictures have thumbnails.');
      }
      const make = () => smallPicture(path, THUMBNAIL);
      return await kept.get(fileId, () => crashGuard.guard(basename(path), stoppedResult, make));
    },
  };
}
