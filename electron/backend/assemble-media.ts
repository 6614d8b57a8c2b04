import { createFileThumbnails } from './library/file-thumbnails.ts';
import { createMaskHistoryStore } from './library/mask-history-store.ts';
import { createPartThumbnails } from './library/part-thumbnails.ts';
import { createPatchThumbnails } from './library/patch-thumbnails.ts';
import { createPhotoThumbnails } from './library/photo-thumbnails.ts';
import { createMediaHandler, type MediaHandler } from './api/media/index.ts';
import type { Core } from './assemble-core.ts';

type MediaDeps = Parameters<typeof createMediaHandler>[0];

type Made =
  | 'thumbnails'
  | 'partThumbnails'
  | 'photoThumbnails'
  | 'maskHistory'
  | 'fileThumbnails'
  | 'jobs';

/** @param others parts from outside the core */
export function assembleMedia(
  core: Core,
  others: Omit<MediaDeps, Made | keyof Core>,
): MediaHandler {
  const { database, files, photos, patches, crashGuard } = core;
  return createMediaHandler({
    ...core,
    ...others,
    jobs: core.jobStore,
    thumbnails: createPatchThumbnails(patches, crashGuard),
    partThumbnails: createPartThumbnails(photos, crashGuard),
    photoThumbnails: createPhotoThumbnails({ photos, patches, files }),
    maskHistory: createMaskHistoryStore(database),
    fileThumbnails: createFileThumbnails(files, crashGuard),
  });
}
