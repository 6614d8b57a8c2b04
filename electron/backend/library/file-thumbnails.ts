/** Pictures and animations of jobs as small pictures: made when first asked for, the last ones kept in memory. */
import sharp from 'sharp';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { FileStore } from './file-store.ts';
import { createKeptPictures } from './kept-pictures.ts';

/** Longest side in pixels: sharp in a list of 64 px at twice the screen's resolution. */
const THUMBNAIL = { side: 160, webpQuality: 80, mostPixels: 1_000_000_000 } as const;

/** See the file comment. */
export interface FileThumbnails {
  /** A WebP; of an animation its first frame. @throws AppError `not-found`, `unsupported-file` for a video */
  get(fileId: string): Promise<Uint8Array>;
}

export function createFileThumbnails(files: Pick<FileStore, 'get'>): FileThumbnails {
  const kept = createKeptPictures('This result');
  return {
    async get(fileId) {
      const { path, mediaType } = files.get(fileId);
      if (!mediaType.startsWith('image/')) {
        throw new AppError({ kind: 'unsupported-file', message: 'Only pictures have thumbnails.' });
      }
      // SECURITY: S37 the header's size has a limit before anything is decoded.
      return await kept.get(fileId, async () =>
        sharp(path, { limitInputPixels: THUMBNAIL.mostPixels, sequentialRead: true })
          .autoOrient()
          .resize(THUMBNAIL.side, THUMBNAIL.side, { fit: 'inside', withoutEnlargement: true })
          .toColourspace('srgb')
          .webp({ quality: THUMBNAIL.webpQuality })
          .toBuffer(),
      );
    },
  };
}
