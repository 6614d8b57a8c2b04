/** A picture of the page by its address, and what leaves Gesso for it. */
import { MEDIA_PREFIX, fileUrl, sampleFileUrl } from '../../../shared/media.ts';

/** See {@link pictureBehind}. */
export type PictureBehind =
  | { readonly photoId: string }
  | { readonly url: string; readonly isSmall: boolean };

/** Collections whose pictures are small ones, of something that has no address of its own. */
const SMALL = new Set([
  'photo-parts',
  'patch-thumbnails',
  'job-thumbnails',
  'recipe-thumbnails',
  'training-thumbnails',
  'training-pictures',
  'previews',
]);

/**
 * The whole picture behind a small one: a photo with its results, or the file itself.
 *
 * @param address as in `src`
 * @returns `undefined` for a picture that is none of the user's, such as one of the guide
 */
export function pictureBehind(address: string): PictureBehind | undefined {
  if (!address.startsWith(MEDIA_PREFIX)) return undefined;
  const [collection = '', rest = ''] = address.slice(MEDIA_PREFIX.length).split('/');
  const [id = '', query] = rest.split('?');
  const photoId = collection === 'photo-thumbnails' ? id : new URLSearchParams(query).get('photo');
  if (photoId !== null) return { photoId: decodeURIComponent(photoId) };
  switch (collection) {
    case 'file-thumbnails':
      return { url: fileUrl(id), isSmall: false };
    case 'samples':
      return { url: sampleFileUrl(id), isSmall: false };
    default:
      return { url: address, isSmall: SMALL.has(collection) };
  }
}
