/** A photo of the strip, for tests. */
import type { StripPhoto } from '../../../../shared/contract/photos.ts';

export function stripPhoto(id: string, resultCount = 0): StripPhoto {
  const size = { width: 3, height: 2, byteLength: 9 };
  const state = { format: 'png', openedAt: 1, resultCount, hasMask: false };
  return { id, name: `${id}.png`, ...size, ...state };
}
