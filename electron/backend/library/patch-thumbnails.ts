/** Results as small pictures, for lists: made when first asked for, the last ones kept in memory. */
import sharp from 'sharp';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { PatchStore } from './patch-store.ts';

const THUMBNAIL = {
  /** Longest side in pixels: sharp in a list of 48 px at twice the screen's resolution. */
  side: 96,
  webpQuality: 80,
  /** Kept in memory, some 3 kB each. */
  kept: 500,
} as const;

/** See the file comment. */
export interface PatchThumbnails {
  /** A WebP with the result's transparency. @throws AppError `not-found`, `storage` */
  get(patchId: string): Promise<Uint8Array>;
}

export function createPatchThumbnails(patches: PatchStore): PatchThumbnails {
  const made = new Map<string, Promise<Uint8Array>>();

  async function make(patchId: string): Promise<Uint8Array> {
    try {
      const [picture] = patches.pictures([patchId]);
      return await sharp(picture?.overlayPath)
        .resize(THUMBNAIL.side, THUMBNAIL.side, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: THUMBNAIL.webpQuality })
        .toBuffer();
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
        if (made.size <= THUMBNAIL.kept) break;
        made.delete(oldest);
      }
      return thumbnail;
    },
  };
}
