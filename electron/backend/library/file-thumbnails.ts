/** Makes thumbnails of stored files on demand; the most recent ones are cached in memory. */
import { basename } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { FileStore } from './file-store.ts';
import { createKeptPictures } from './kept-pictures.ts';
import { stoppedResult, type CrashGuard } from './crash-guard.ts';
import { smallPicture } from '../vision/imaging/reading/small-picture.ts';

/** Longest side in pixels: sharp in a 64 px list at twice the screen's resolution. */
const THUMBNAIL = { side: 160, webpQuality: 80 } as const;

export type FileThumbnails = ReturnType<typeof createFileThumbnails>;

export function createFileThumbnails(
  files: Pick<FileStore, 'get'>,
  crashGuard: Pick<CrashGuard, 'guard'>,
) {
  const kept = createKeptPictures('This result');
  return {
    /**
     * The first frame of an animation. @throws AppError `not-found`, `unsupported-file` for a video
     */
    async get(fileId: string): Promise<Uint8Array> {
      const { path, mediaType } = files.get(fileId);
      if (!mediaType.startsWith('image/')) {
        throw new AppError({ kind: 'unsupported-file', message: 'Only pictures have thumbnails.' });
      }
      const make = () => smallPicture(path, THUMBNAIL);
      return await kept.get(fileId, () => crashGuard.guard(basename(path), stoppedResult, make));
    },
  };
}
