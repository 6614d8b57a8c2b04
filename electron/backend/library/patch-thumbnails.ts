/** Results as small pictures, for lists. */
import { patchThumbnail } from '../imaging/patch-thumbnail.ts';
import { createKeptPictures } from './kept-pictures.ts';
import type { PatchStore } from './patch-store.ts';

/** See the file comment. */
export interface PatchThumbnails {
  /** A WebP. @throws AppError `not-found`, `storage` */
  get(patchId: string): Promise<Uint8Array>;
}

export function createPatchThumbnails(patches: PatchStore): PatchThumbnails {
  const kept = createKeptPictures('This result');
  return {
    get: (patchId) => kept.get(patchId, async () => patchThumbnail(patches.origin(patchId))),
  };
}
