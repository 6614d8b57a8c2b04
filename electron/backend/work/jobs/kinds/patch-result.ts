import type { Patch } from '../../../../../shared/contract/photos.ts';
import type { PatchPicture } from '../../../vision/imaging/results/apply-patches.ts';
import type { Overlay } from '../../../vision/imaging/results/cleanup-overlay.ts';
import { isPractice } from '../../../library/practice-id.ts';
import { transaction } from '../../../library/database.ts';
import { byteSourceOfBytes } from '../../../service/client/index.ts';
import type { JobClock } from '../job-clock.ts';
import type { JobDeps } from '../job-deps.ts';
import type { StoredJob } from '../log/stored-job.ts';
import { subjectOf } from './job-kind.ts';
import { mediaTypeOf } from './outputs.ts';

interface PatchResult extends Overlay {
  /** Wire format of `shared/mask/mask-tiles.ts`. */
  readonly mask: Uint8Array;
  readonly parameters: Patch['parameters'];
}

interface JobAnswer {
  readonly path: string;
  /** Stores the answer, which may be stored already. @returns the file's id */
  keep(): Promise<string>;
}

/** Returns the received answer, or the saved one that replaces a call. */
export function patchAnswer(deps: JobDeps, job: StoredJob): JobAnswer {
  const { storedFileId } = job;
  if (storedFileId !== undefined) {
    return {
      path: deps.files.get(storedFileId).path,
      keep: () => Promise.resolve(storedFileId),
    };
  }
  const path = deps.answers.path(job.id);
  return {
    path,
    keep: async () => (await deps.answers.store(job.id, await mediaTypeOf(path))).id,
  };
}

export function patchesBelow(deps: JobDeps, job: StoredJob): readonly PatchPicture[] {
  const existing = new Set(deps.patches.list(subjectOf(job).photoId).map(({ id }) => id));
  return deps.patches.pictures((job.patchIds[0] ?? []).filter((id) => existing.has(id)));
}

/** @throws AppError `disk-full`, `storage` */
export async function finishWithPatch(
  deps: JobDeps,
  clock: JobClock,
  job: StoredJob,
  { rect, png, mask, parameters }: PatchResult,
): Promise<StoredJob> {
  const staged = await deps.files.stage(byteSourceOfBytes(png).open());
  const overlayFile = await deps.files.commit(staged, 'image/png');
  const answerFileId = await patchAnswer(deps, job).keep();
  const endedAt = clock.now();
  return transaction(deps.database, () => {
    deps.patches.add({
      photoId: subjectOf(job).photoId,
      jobId: job.id,
      operation: job.kind === 'remove-text' ? 'remove-text' : 'cleanup',
      rect,
      overlayFileId: overlayFile.id,
      answerFileId,
      mask,
      parameters,
      cost: job.price,
      isPractice: isPractice(job.connectionId),
      runId: job.runId,
      patchIds: job.patchIds[0] ?? [],
      durationMilliseconds: Math.max(0, endedAt - (job.submittedAt ?? endedAt)),
    });
    return deps.jobs.update(job.id, { state: 'done', endedAt, answerFileId });
  });
}
