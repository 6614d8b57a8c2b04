import type { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { openPreparedFiles } from './work/export/prepared-files.ts';
import type { JobStore } from './work/jobs/log/job-store.ts';
import type { FileStore } from './library/file-store.ts';
import type { PatchStore } from './library/patch-store.ts';
import type { PhotoOrigins } from './library/photo-origins.ts';
import type { PhotoStore } from './library/photo-store.ts';
import type { CrashGuard } from './library/crash-guard.ts';
import { createFaceMix } from './work/mix/face-mix.ts';
import { createDerivedImageCache } from './work/mix/derived-image-cache.ts';
import { createMixStore } from './work/mix/mix-store.ts';
import { createMixes, type Mixes } from './work/mix/mixes.ts';
import type { HostPorts } from './service/common/ports.ts';
import { createPerceptionProcess } from './vision/perception/perception-process.ts';
import { createPerception, type Perception } from './vision/perception/perception.ts';
import { createPhotoFaces, type PhotoFaces } from './work/selection/photo-faces.ts';
import { createSelection, type Selection } from './work/selection/selection.ts';
import { createSelectionThread } from './work/selection/selection-thread.ts';
import { createUpscaleResultStore } from './work/upscale/result-store.ts';
import { createUpscaleMix } from './work/upscale/upscale-mix.ts';
import {
  createUpscaleResults,
  UPSCALE_PICTURES,
  type UpscaleResults,
} from './work/upscale/upscale-results.ts';

/** @param deps.cache absolute path of the cache folder */
export async function assemblePictureTools(deps: {
  readonly database: DatabaseSync;
  readonly cache: string;
  readonly jobs: JobStore;
  readonly files: FileStore;
  readonly photos: PhotoStore;
  readonly origins: PhotoOrigins;
  readonly patches: PatchStore;
  readonly crashGuard: CrashGuard;
  readonly ports: HostPorts;
  readonly log: (line: string) => void;
  /** The default or given folder; `undefined` to ask the user. */
  readonly folder: (into?: string) => string | undefined;
}): Promise<{
  readonly upscales: UpscaleResults;
  readonly mixes: Mixes;
  readonly selection: Selection;
  readonly photoFaces: PhotoFaces;
  readonly perception: Perception;
  close(): Promise<void>;
}> {
  const { database, cache, files, photos, patches, crashGuard } = deps;
  const store = createMixStore(database);
  const upscales = createUpscaleResults({
    ...deps,
    store: createUpscaleResultStore(database),
    mixes: store,
    prepared: await openPreparedFiles(join(cache, 'upscales'), UPSCALE_PICTURES),
  });
  const derivedImages = createDerivedImageCache(join(cache, 'mixed'));
  const mixes = createMixes({
    ...deps,
    store,
    kinds: {
      'merge-face': createFaceMix({ database, photos, patches, files, derivedImages, crashGuard }),
      upscale: createUpscaleMix(upscales),
    },
  });
  const perception = createPerception(
    createPerceptionProcess(deps.ports.startPerception, deps.log),
  );
  const selection = createSelection({
    photos,
    patches,
    files,
    thread: createSelectionThread(),
    perception,
  });
  return {
    upscales,
    mixes,
    selection,
    perception,
    photoFaces: createPhotoFaces({ photos, patches, files, perception }),
    async close() {
      await Promise.all([derivedImages.idle(), selection.close(), perception.close()]);
    },
  };
}
