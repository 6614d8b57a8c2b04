import { withDamageReport } from '../../library/damage-report.ts';
import type { FileStore } from '../../library/file-store.ts';
import { os } from '../../service/common/procedures.ts';
import { encodePhoto } from '../../vision/imaging/writing/export-photo.ts';
import type { PhotoOrigins } from '../../library/library.ts';
import type { PatchStore } from '../../library/patch-store.ts';
import type { PhotoStore } from '../../library/photo-store.ts';
import { once } from '../../service/common/once.ts';

/** Returns the same photo if it has no visible result. */
export function asItLooksProcedure(deps: {
  readonly photos: PhotoStore;
  readonly patches: PatchStore;
  readonly files: FileStore;
  readonly origins: PhotoOrigins;
}) {
  const { photos, patches } = deps;
  return os.photos.asItLooks.handler(({ input: { photoId, purpose } }) =>
    withDamageReport(deps, photoId, async () => {
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
    }),
  );
}
