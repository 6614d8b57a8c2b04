/** Finds out what a picture on the page is, from its address. */
import { MEDIA_PREFIX, fileUrl, sampleFileUrl } from '../../../shared/media.ts';

export type PictureBehind =
  | { readonly photoId: string }
  | { readonly url: string; readonly isSmall: boolean };

/** Collections of thumbnails whose subject has no address of its own. */
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
 * The full picture behind a thumbnail: a photo with its results, or the file itself.
 * @param address as in `src`
 * @returns `undefined` for pictures that are not the user's, such as those of the guide
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
