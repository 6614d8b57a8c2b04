import { basename } from 'node:path';
import { patchThumbnail } from '../vision/imaging/writing/patch-thumbnail.ts';
import { createKeptPictures } from './kept-pictures.ts';
import type { PatchStore } from './patch-store.ts';
import { stoppedResult, type CrashGuard } from './crash-guard.ts';

export type PatchThumbnails = ReturnType<typeof createPatchThumbnails>;

export function createPatchThumbnails(patches: PatchStore, crashGuard: Pick<CrashGuard, 'guard'>) {
  const kept = createKeptPictures('This result');
  return {
    /** A WebP. @throws AppError `not-found`, `storage` */
    get: (patchId: string): Promise<Uint8Array> =>
      kept.get(patchId, async () => {
        const origin = patches.origin(patchId);
        const key = basename(origin.answerPath);
        return await crashGuard.guard(key, stoppedResult, () => patchThumbnail(origin));
      }),
  };
}
