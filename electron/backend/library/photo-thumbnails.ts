/** Makes thumbnails of photos on demand; the most recent ones are cached in memory. */
import { thumbnailWithPatches } from '../vision/imaging/writing/photo-thumbnail.ts';
import type { FileStore } from './file-store.ts';
import type { PatchStore } from './patch-store.ts';
import { hashOfKeys } from './photo-rows.ts';
import type { PhotoStore } from './photo-store.ts';
import { createKeptPictures } from './kept-pictures.ts';

export type PhotoThumbnails = ReturnType<typeof createPhotoThumbnails>;

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
