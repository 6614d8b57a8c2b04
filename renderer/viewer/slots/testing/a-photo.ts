/** A photo for tests. */
import type { Photo } from '../../../../shared/contract/photos.ts';

/** 200 × 100 pixels, without masks and results. */
export function aPhoto(id: string): Photo {
  return {
    id,
    name: `${id}.png`,
    width: 200,
    height: 100,
    byteLength: 1,
    format: 'png',
    openedAt: 0,
    url: '',
    maskUrl: '',
    cleanedUrl: '',
    depth: 8,
    hasAlpha: false,
    notes: [],
    patches: [],
  };
}
