import type { Photo, PhotoPurpose } from '../../../../shared/contract/photos.ts';
import { encodePhoto } from '../../vision/imaging/writing/export-photo.ts';
import type { PhotoOrigins } from '../../library/photo-origins.ts';
import type { PatchStore } from '../../library/patch-store.ts';
import type { PhotoStore } from '../../library/photo-store.ts';
import { once } from '../../service/common/once.ts';

/**
 * Returns the same photo if it has no visible result.
 * @throws AppError `not-found`, `damaged-file`, `disk-full`
 */
export async function photoAsItLooks(
  deps: {
    readonly photos: PhotoStore;
    readonly patches: PatchStore;
    readonly origins: PhotoOrigins;
  },
  photoId: string,
  purpose: PhotoPurpose,
): Promise<Photo> {
  const { photos, patches } = deps;
  const { name } = photos.row(photoId);
  const applied = patches.applied(photoId);
  if (applied.length === 0) return photos.use(photoId, purpose);
  const png = await encodePhoto(photos.source(photoId), applied, {
    format: 'png',
    quality: 100,
    lossless: true,
  });
  const shown = patches.list(photoId).filter(({ state }) => state === 'applied');
  const made = await photos.import(once(png), name, purpose);
  deps.origins.note(made.id, { is: 'look', photoId, patchIds: shown.map(({ id }) => id) });
  return made;
}
