/** Results that are files: put into the library and recorded together with the end of their job. */
import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { MEDIA_TYPES, SNIFF_BYTES, sniffMediaKind } from '../../../../shared/api/media-kind.ts';
import type { ClipFacts } from '../../../../shared/contract/jobs.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { readClipFacts, type ClipFacts as MeasuredClip } from '../../imaging/clip-facts.ts';
import { transaction } from '../../library/database.ts';
import type { JobClock } from '../job-clock.ts';
import type { JobParts } from '../job-parts.ts';
import type { NewOutput } from '../job-output-store.ts';
import type { StoredJob } from '../job-store.ts';

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
  for (const index of await parts.answers.indexes(job.id)) {
    const path = parts.answers.path(job.id, index);
    const mediaType = await mediaTypeOf(path);
    const still = await sizeOf(path);
    const [file, measured] = await Promise.all([
      parts.answers.store(job.id, mediaType, index),
      readClipFacts(path, mediaType),
    ]);
    const { width, height } = measured ?? still ?? {};
    outputs.push({ fileId: file.id, width, height, clip: clipOf(measured) });
  }
  if (outputs.length === 0) {
    throw new AppError({
      kind: 'storage',
      message: 'The result is no longer in the data folder.',
    });
  }
  return transaction(parts.database, () => {
    parts.jobs.addOutputs(job.id, outputs);
    return parts.jobs.update(job.id, { state: 'done', endedAt: clock.now() });
  });
}

/** The facts of a clip without its size, which pictures have as well. */
function clipOf(measured: MeasuredClip | undefined): ClipFacts | undefined {
  if (measured === undefined) return undefined;
  const { width: _width, height: _height, ...facts } = measured;
  return facts;
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

/**
 * Pixels of a picture by its header; nothing is decoded (SECURITY: S37). `undefined` for a video.
 *
 * @throws AppError `bad-answer`
 */
async function sizeOf(path: string): Promise<{ width: number; height: number } | undefined> {
  const kind = await kindOf(path);
  if (kind === 'mp4' || kind === 'webm') return undefined;
  try {
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
    return { width, height };
  } catch (error) {
    throw new AppError(
      {
        kind: 'bad-answer',
        message: 'The service returned a picture that can’t be read. You can save the answer.',
        action: 'retry',
        details: { error: error instanceof Error ? error.message : String(error) },
      },
      { cause: error },
    );
  }
}
