/** Small pictures for the system's notices: the result, the still of a clip, or the picture that was sent. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FileStore } from '../../library/file-store.ts';
import type { PhotoStore } from '../../library/photo-store.ts';
import { stoppedResult, type ReadingNotes } from '../../library/reading-notes.ts';
import type { JobStore } from '../log/job-store.ts';
import type { StoredJob } from '../log/stored-job.ts';
import { openShown } from '../../imaging/reading/open-picture.ts';

/** Numbers of this module. */
const PICTURE = {
  /** Longest side, pixels: systems show less. */
  side: 256,
  /** Pictures that are kept at the same time; each new one takes the place of the oldest. */
  most: 8,
} as const;

export interface NoticePictures {
  /** True while a clip has no still yet, and only the window can make one. */
  awaitsPoster(job: StoredJob): boolean;
  /** @returns absolute path of a PNG; `undefined` when there is nothing to show */
  make(job: StoredJob): Promise<string | undefined>;
}

/** @param parts.folder absolute; made when it is missing */
export function createNoticePictures(parts: {
  readonly folder: string;
  readonly jobs: Pick<JobStore, 'outputs'>;
  readonly files: Pick<FileStore, 'get'>;
  readonly photos: Pick<PhotoStore, 'exists' | 'row'>;
  readonly reading: Pick<ReadingNotes, 'guard'>;
}): NoticePictures {
  const { jobs, files, photos } = parts;
  let number = 0;

  function firstFile(job: StoredJob) {
    const [first] = jobs.outputs(job.id);
    if (first === undefined) return undefined;
    return { poster: first.posterFileId, file: files.get(first.fileId) };
  }

  /** The file that is shown. */
  function sourceOf(job: StoredJob): string | undefined {
    const first = firstFile(job);
    if (first?.poster !== undefined) return files.get(first.poster).path;
    if (first?.file.mediaType.startsWith('image/') === true) return first.file.path;
    if (job.subject === undefined || !photos.exists(job.subject.photoId)) return undefined;
    const { displayFileId } = photos.row(job.subject.photoId);
    return files.get(displayFileId).path;
  }

  return {
    awaitsPoster(job) {
      const first = firstFile(job);
      return first?.poster === undefined && first?.file.mediaType.startsWith('video/') === true;
    },
    async make(job) {
      const source = sourceOf(job);
      if (source === undefined) return undefined;
      await mkdir(parts.folder, { recursive: true, mode: 0o700 });
      number = (number + 1) % PICTURE.most;
      const path = join(parts.folder, `notice-${number}.png`);
      const picture = await parts.reading.guard(basename(source), stoppedResult, () =>
        small(source),
      );
      // SECURITY: S35 like everything of the user's, readable by the user alone.
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
