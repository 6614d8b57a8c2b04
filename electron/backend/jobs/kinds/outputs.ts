/** Results that are files: put into the library and recorded together with the end of their job. */
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { MEDIA_TYPES, SNIFF_BYTES, sniffMediaKind } from '../../../../shared/api/media-kind.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { transaction } from '../../library/database.ts';
import type { JobClock } from '../job-clock.ts';
import type { JobParts } from '../job-parts.ts';
import type { NewOutput } from '../job-output-store.ts';
import type { StoredJob } from '../job-store.ts';
import { measureOutput } from './measure-output.ts';

/** Stands for a file that nobody can tell the kind of. */
const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * Records the files in the job's place as its outputs, and the job as done.
 *
 * @throws AppError `bad-answer` when a file is not a picture or video that can be read
 */
export async function finishWithFiles(
  parts: JobParts,
  clock: JobClock,
  job: StoredJob,
): Promise<StoredJob> {
  const outputs: NewOutput[] = [];
  const told: string[] = [];
  for (const index of await parts.answers.indexes(job.id)) {
    const path = parts.answers.path(job.id, index);
    const mediaType = await mediaTypeOf(path);
    const key = basename(path);
    const [file, measures] = await Promise.all([
      parts.answers.store(job.id, mediaType, index),
      measureOutput(parts, key, path, mediaType),
    ]);
    outputs.push({ fileId: file.id, ...measures });
    if (measures.damage === 'stopped') told.push(key);
  }
  if (outputs.length === 0) {
    throw new AppError({
      kind: 'storage',
      message: 'The result is no longer in the data folder.',
    });
  }
  const done = transaction(parts.database, () => {
    parts.jobs.addOutputs(job.id, outputs);
    return parts.jobs.update(job.id, { state: 'done', endedAt: clock.now() });
  });
  // from now on the job says that these files are not to be read by themselves
  for (const key of told) await parts.reading.forgive(key);
  return done;
}

/** Stores an answer that cannot be used, so that nothing paid for is lost. @returns the file's id */
export async function keepAnswer(parts: JobParts, job: StoredJob): Promise<string> {
  const type = await mediaTypeOf(parts.answers.path(job.id));
  const file = await parts.answers.store(job.id, type);
  return file.id;
}

/** By the first bytes. */
export async function mediaTypeOf(path: string): Promise<string> {
  const kind = await kindOf(path);
  return kind === undefined ? UNKNOWN_TYPE : MEDIA_TYPES[kind];
}

async function kindOf(path: string) {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return sniffMediaKind(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}
