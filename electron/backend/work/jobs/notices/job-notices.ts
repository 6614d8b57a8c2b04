/** Notifies about ended jobs; a run of many gets one notice. */
import type { JobDeps } from '../job-deps.ts';
import type { JobEngine } from '../job-engine.ts';
import { isFinalJobState } from '../../../../../shared/contract/jobs.ts';
import { toAppError } from '../../../../../shared/errors/app-error.ts';
import type { HostPorts } from '../../../service/common/ports.ts';
import { pause } from '../job-clock.ts';
import { jobTitle } from '../log/job-rows.ts';
import type { StoredJob } from '../log/stored-job.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { stoppedResult } from '../../../library/crash-guard.ts';
import { openShown } from '../../../vision/imaging/reading/open-picture.ts';

const PICTURE = {
  side: 256,
  /** Most kept pictures; new ones replace the oldest. */
  most: 8,
} as const;

type NoticePictures = ReturnType<typeof createNoticePictures>;

export function createNoticePictures(deps: JobDeps) {
  const folder = join(deps.folder, 'cache', 'notices');
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
    async make(job: StoredJob): Promise<string | undefined> {
      const source = sourceOf(job);
      if (source === undefined) return undefined;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      number = (number + 1) % PICTURE.most;
      const path = join(folder, `notice-${number}.png`);
      const picture = await deps.crashGuard.guard(basename(source), stoppedResult, () =>
        small(source),
      );
      // SECURITY: S35 readable by the user only.
      await writeFile(path, picture, { mode: 0o600 });
      return path;
    },
  };
}

/** ms. */
const NOTICE = {
  /** How long a notification waits for the window to make a clip's poster. */
  posterPatience: 4000,
  posterStep: 250,
} as const;

export function createJobNotices(
  deps: JobEngine & {
    readonly ports: Pick<HostPorts, 'notify' | 'showsNotices'>;
    readonly pictures: NoticePictures;
    readonly openJob: (job: StoredJob) => void;
  },
) {
  const { jobs, kinds, publisher, ports, clock } = deps;
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();

  function announce(job: StoredJob): void {
    if (job.batchId !== undefined) return; // The recipe notifies once at its end.
    const all = job.runId === undefined ? [job] : jobs.ofRun(job.runId);
    const done = all.filter(({ state }) => state === 'done');
    const shown = done.find(({ id }) => id === job.id) ?? done[0];
    if (shown === undefined || all.some(({ state }) => !isFinalJobState(state))) return;
    const isNothing = done.every(
      ({ kind, findings }) => kind === 'remove-text' && findings.warning !== undefined,
    );
    const title = isNothing ? 'No text found' : kinds[job.kind].finishedTitle;
    const work = show(shown, title)
      .catch((error: unknown) => deps.log(`notice of ${job.id}: ${toAppError(error).message}`))
      .finally(() => underWay.delete(work));
    underWay.add(work);
  }

  async function show(job: StoredJob, title: string): Promise<void> {
    if (!ports.showsNotices()) return; // Avoids decoding a large result for nothing.
    await untilPoster(job);
    if (closing.signal.aborted) return;
    const picture = await deps.pictures.make(job).catch((error: unknown) => {
      deps.log(`notice of ${job.id} has no picture: ${toAppError(error).message}`);
      return undefined;
    });
    ports.notify({ title, body: jobTitle(job), picture, onOpen: () => deps.openJob(job) });
  }

  async function untilPoster(job: StoredJob): Promise<void> {
    for (let waited = 0; waited < NOTICE.posterPatience; waited += NOTICE.posterStep) {
      if (!deps.pictures.awaitsPoster(job)) return;
      await pause(clock, NOTICE.posterStep, closing.signal);
      if (closing.signal.aborted) return;
    }
  }

  publisher.onChanged((job) => {
    const isLost = isFinalJobState(job.state) && job.state !== 'done' && !job.isAcknowledged;
    if (isLost) announce(job);
  });
  return {
    announce,
    async close(): Promise<void> {
      closing.abort();
      await Promise.all(underWay);
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
