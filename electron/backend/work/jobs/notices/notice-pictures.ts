import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FileStore } from '../../../library/file-store.ts';
import type { PhotoStore } from '../../../library/photo-store.ts';
import { stoppedResult, type CrashGuard } from '../../../library/crash-guard.ts';
import type { JobStore } from '../log/job-store.ts';
import type { StoredJob } from '../log/stored-job.ts';
import { openShown } from '../../../vision/imaging/reading/open-picture.ts';

const PICTURE = {
  side: 256,
  /** Most kept pictures; new ones replace the oldest. */
  most: 8,
} as const;

export type NoticePictures = ReturnType<typeof createNoticePictures>;

/** @param deps.folder absolute; created if missing */
export function createNoticePictures(deps: {
  readonly folder: string;
  readonly jobs: Pick<JobStore, 'outputs'>;
  readonly files: Pick<FileStore, 'get'>;
  readonly photos: Pick<PhotoStore, 'exists' | 'row'>;
  readonly crashGuard: Pick<CrashGuard, 'guard'>;
}) {
  const { jobs, files, photos } = deps;
  let number = 0;

  function firstFile(job: StoredJob) {
    const [first] = jobs.outputs(job.id);
    if (first === undefined) return undefined;
    return { poster: first.posterFileId, file: files.get(first.fileId) };
  }

  function sourceOf(job: StoredJob): string | undefined {
    const first = firstFile(job);
    if (first?.poster !== undefined) return files.get(first.poster).path;
    if (first?.file.mediaType.startsWith('image/') === true) return first.file.path;
    if (job.subject === undefined || !photos.exists(job.subject.photoId)) return undefined;
    const { displayFileId } = photos.row(job.subject.photoId);
    return files.get(displayFileId).path;
  }

  return {
    /** Whether a clip needs a poster that only the window can make. */
    awaitsPoster(job: StoredJob): boolean {
      const first = firstFile(job);
      return first?.poster === undefined && first?.file.mediaType.startsWith('video/') === true;
    },
    /** @returns absolute path of a PNG; `undefined` if there is nothing to show */
    async make(job: StoredJob): Promise<string | undefined> {
      const source = sourceOf(job);
      if (source === undefined) return undefined;
      await mkdir(deps.folder, { recursive: true, mode: 0o700 });
      number = (number + 1) % PICTURE.most;
      const path = join(deps.folder, `notice-${number}.png`);
      const picture = await deps.crashGuard.guard(basename(source), stoppedResult, () =>
        small(source),
      );
      // SECURITY: S35 readable by the user only.
      await writeFile(path, picture, { mode: 0o600 });
      return path;
    },
  };
}

async function small(source: string): Promise<Buffer> {
  const { side } = PICTURE;
  return await (
    await openShown(source)
  )
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
}
