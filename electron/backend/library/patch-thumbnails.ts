/** Results as small pictures, for lists: made when first asked for, the last ones kept in memory. */
import { AppError } from '../../../shared/errors/app-error.ts';
import { patchThumbnail } from '../imaging/patch-thumbnail.ts';
import type { PatchStore } from './patch-store.ts';

/** So many are kept in memory, some 4 kB each. */
const KEPT = 500;

/** See the file comment. */
export interface PatchThumbnails {
  /** A WebP. @throws AppError `not-found`, `storage` */
  get(patchId: string): Promise<Uint8Array>;
}

export function createPatchThumbnails(patches: PatchStore): PatchThumbnails {
  const made = new Map<string, Promise<Uint8Array>>();

  async function make(patchId: string): Promise<Uint8Array> {
    try {
      return await patchThumbnail(patches.origin(patchId));
    } catch (error) {
      made.delete(patchId); // its file may be there again
      if (error instanceof AppError) throw error;
      throw new AppError(
        { kind: 'storage', message: 'This result is missing or damaged in the data folder.' },
        { cause: error },
      );
    }
  }

  return {
    get(patchId) {
      const known = made.get(patchId);
      const thumbnail = known ?? Promise.resolve().then(() => make(patchId));
      // the last used stands last
      made.delete(patchId);
      made.set(patchId, thumbnail);
      for (const oldest of made.keys()) {
        if (made.size <= KEPT) break;
        made.delete(oldest);
      }
      return thumbnail;
    },
  };
}
