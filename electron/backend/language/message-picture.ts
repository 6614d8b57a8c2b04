/** Converts a library picture for a model: small, sRGB, on white. */
import { openShown } from '../vision/imaging/reading/open-picture.ts';
import { withDamageReport, type DamageDeps } from '../library/damage-report.ts';
import type { PhotoStore } from '../library/photo-store.ts';
import type { ReadPicture } from './ask-model.ts';

/** JPEG quality. */
const QUALITY = 85;

export function createReadPicture(
  deps: DamageDeps & { readonly photos: Pick<PhotoStore, 'source'> },
): ReadPicture {
  return async ({ photoId, longestSide }) =>
    await withDamageReport(deps, photoId, async () => {
      const { path } = deps.photos.source(photoId);
      const shown = await openShown(path, { failOn: 'truncated' });
      const bytes = await shown
        .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: QUALITY })
        .toBuffer();
      return `data:image/jpeg;base64,${bytes.toString('base64')}`;
    });
}
