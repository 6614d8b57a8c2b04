import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  MEDIA_TYPES,
  SNIFF_BYTES,
  sniffMediaKind,
  type MediaKind,
} from '../../../../../shared/api/media-kind.ts';
import { AppError, toAppError } from '../../../../../shared/errors/app-error.ts';
import { transaction } from '../../../library/database.ts';
import type { JobClock } from '../job-clock.ts';
import type { JobDeps } from '../job-deps.ts';
import type { NewOutput } from '../log/job-output-store.ts';
import type { StoredJob } from '../log/stored-job.ts';
import { measureOutput } from './measure-output.ts';

const UNKNOWN_TYPE = 'application/octet-stream';

export const PICTURE_KINDS: readonly MediaKind[] = ['png', 'jpeg', 'webp'];

interface ReadFile extends NewOutput {
  readonly mediaType: string;
  readonly key: string;
  /** Set for an unreadable picture. */
  readonly problem: AppError | undefined;
}

/** Keeps every file. @throws AppError `bad-answer` if none is a readable picture or video */
export async function finishWithFiles(
  deps: JobDeps,
  clock: JobClock,
  job: StoredJob,
  accept: readonly MediaKind[],
): Promise<StoredJob> {
  const files: ReadFile[] = [];
  for (const index of await deps.answers.indexes(job.id)) {
    files.push(await readFile(deps, job.id, index));
  }
  const [first] = files;
  if (first === undefined) {
    throw new AppError('storage', 'The result is no longer in the data folder.');
  }
  const usable = files.filter(({ problem }) => problem === undefined);
  if (usable.length === 0 && first.problem !== undefined) throw first.problem;
  const accepted = new Set(accept.map((kind) => MEDIA_TYPES[kind]));
  const isExpected = ({ mediaType }: ReadFile) => accepted.has(mediaType);
  const outputs = [
    ...usable.filter(isExpected),
    ...usable.filter((file) => !isExpected(file)),
    ...files.filter(({ problem }) => problem !== undefined),
  ];
  const warning = [
    job.findings.warning ?? '',
    ...(usable.some(isExpected) ? [] : [NOT_EXPECTED]),
    ...(usable.length === files.length ? [] : [NOT_READABLE]),
  ]
    .filter(Boolean)
    .join(' ');
  const done = transaction(deps.database, () => {
    deps.jobs.addOutputs(job.id, outputs);
    return deps.jobs.update(job.id, {
      state: 'done',
      endedAt: clock.now(),
      findings: warning === '' ? {} : { warning },
    });
  });
  // From now on the job itself records that these files must not be read automatically.
  for (const { key, damage } of files) if (damage === 'stopped') await deps.crashGuard.forgive(key);
  return done;
}

const NOT_EXPECTED =
  'The service returned another kind of file than expected. It is saved with the task.';
const NOT_READABLE = 'Some files can’t be read. They are saved as received.';

async function readFile(deps: JobDeps, jobId: string, index: number): Promise<ReadFile> {
  const path = deps.answers.path(jobId, index);
  const mediaType = await mediaTypeOf(path);
  const key = basename(path);
  const file = await deps.answers.store(jobId, mediaType, index);
  const known = { fileId: file.id, mediaType, key };
  try {
    const measures = await measureOutput(deps, key, path, mediaType);
    return { ...known, ...measures, problem: undefined };
  } catch (thrown) {
    const problem = toAppError(thrown);
    if (problem.kind !== 'bad-answer') throw thrown;
    return { ...known, width: undefined, height: undefined, problem };
  }
}

/** Nothing paid for is lost. @returns the file's id */
export async function keepAnswer(deps: JobDeps, job: StoredJob): Promise<string> {
  const [index = 0] = await deps.answers.indexes(job.id);
  const type = await mediaTypeOf(deps.answers.path(job.id, index));
  const file = await deps.answers.store(job.id, type, index);
  return file.id;
}

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
