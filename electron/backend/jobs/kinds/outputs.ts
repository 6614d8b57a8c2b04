/** Results that are files: put into the library and recorded together with the end of their job. */
import { open } from 'node:fs/promises';
import sharp from 'sharp';
import {
  MEDIA_TYPES,
  SNIFF_BYTES,
  sniffMediaKind,
  type MediaKind,
} from '../../../../shared/api/media-kind.ts';
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

/** The kinds that a still picture may be of. */
export const PICTURE_KINDS: readonly MediaKind[] = ['png', 'jpeg', 'webp'];

/** A file of an answer, and what could be learned of it. */
interface ReadFile extends NewOutput {
  readonly mediaType: string;
  /** A picture that cannot be read: the reader's words. */
  readonly damage: string | undefined;
}

/**
 * Records the files in the job's place as its outputs, and the job as done. Every file is kept: those of a
 * kind that was expected come first, then the others as they are.
 *
 * @param job its `findings.warning` is recorded
 * @param accept the kinds that the job was started for
 * @throws AppError `bad-answer` when no file is a picture or video that can be read
 */
export async function finishWithFiles(
  parts: JobParts,
  clock: JobClock,
  job: StoredJob,
  accept: readonly MediaKind[],
): Promise<StoredJob> {
  const files: ReadFile[] = [];
  for (const index of await parts.answers.indexes(job.id)) {
    files.push(await readFile(parts, job.id, index));
  }
  const [first] = files;
  if (first === undefined) {
    throw new AppError({
      kind: 'storage',
      message: 'The result is no longer in the data folder.',
    });
  }
  const usable = files.filter(({ damage }) => damage === undefined);
  if (usable.length === 0) throw unreadable(first.damage ?? '');
  const accepted = new Set(accept.map((kind) => MEDIA_TYPES[kind]));
  const isExpected = ({ mediaType }: ReadFile) => accepted.has(mediaType);
  const outputs = [
    ...usable.filter(isExpected),
    ...usable.filter((file) => !isExpected(file)),
    ...files.filter(({ damage }) => damage !== undefined),
  ];
  const warning = [
    job.findings.warning ?? '',
    ...(usable.some(isExpected) ? [] : [NOT_EXPECTED]),
    ...(usable.length === files.length ? [] : [NOT_READABLE]),
  ]
    .filter(Boolean)
    .join(' ');
  return transaction(parts.database, () => {
    parts.jobs.addOutputs(job.id, outputs);
    return parts.jobs.update(job.id, {
      state: 'done',
      endedAt: clock.now(),
      findings: warning === '' ? {} : { warning },
    });
  });
}

/** Sentences about files that are kept all the same. */
const NOT_EXPECTED =
  'The service returned another kind of file than expected. It is saved with the task.';
const NOT_READABLE = 'Some files can’t be read. They are saved as they came.';

async function readFile(parts: JobParts, jobId: string, index: number): Promise<ReadFile> {
  const path = parts.answers.path(jobId, index);
  const mediaType = await mediaTypeOf(path);
  const still = await sizeOf(path);
  const [file, measured] = await Promise.all([
    parts.answers.store(jobId, mediaType, index),
    readClipFacts(path, mediaType),
  ]);
  const { width, height } = measured ?? still ?? {};
  const damage = measured === undefined ? still?.damage : undefined;
  return { fileId: file.id, width, height, clip: clipOf(measured), mediaType, damage };
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

/** Pixels of a picture by its header; nothing is decoded (SECURITY: S37). `undefined` for a video. */
async function sizeOf(
  path: string,
): Promise<{ width?: number; height?: number; damage?: string } | undefined> {
  const kind = await kindOf(path);
  if (kind === 'mp4' || kind === 'webm') return undefined;
  try {
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
    return { width, height };
  } catch (error) {
    return { damage: error instanceof Error ? error.message : String(error) };
  }
}

function unreadable(damage: string): AppError {
  return new AppError({
    kind: 'bad-answer',
    message: 'The service returned a picture that can’t be read. You can save the answer.',
    action: 'retry',
    details: { error: damage },
  });
}
