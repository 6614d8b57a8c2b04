import type { JobEngine } from '../job-engine.ts';
import { finishWithDamageReport } from '../kinds/finish-with-damage-report.ts';
import { keepAnswer } from '../kinds/outputs.ts';
import { forgetAnswer } from '../sending/job-sender.ts';
import type { StoredJob } from '../log/stored-job.ts';
import type { CallPhase, ServiceClient } from '../../../service/client/index.ts';
import type { Answers } from '../log/answers.ts';
import type { TaskFile, TaskResult } from '../../../../../shared/api/tasks.ts';
import { AppError, toAppError } from '../../../../../shared/errors/app-error.ts';
import type { Followed, FollowedTasks } from './followed-tasks.ts';

/** Most files of one task; an honest one has a handful. */
const MOST_FILES = 100;

/** Largest result, bytes: a 16-fold enlargement of a photo, or a long video. */
const MAX_FILE_BYTES = 2_000_000_000;

const FILES = {
  /** Polls with some but not all files before the others are given up. */
  incompletePolls: 3,
  /** How long a finished task may have no files before that counts as final, ms. */
  emptyMilliseconds: 60_000,
} as const;

export function createTaskFiles(
  deps: JobEngine & { onDone(job: StoredJob): void },
  { again, end, drop, keepLastAnswer }: FollowedTasks,
) {
  const { publisher, clock } = deps;

  /** @throws AppError if a later poll may do better */
  async function collect(
    entry: Followed,
    job: StoredJob,
    result: TaskResult,
    client: Parameters<typeof fetchFiles>[0],
  ): Promise<void> {
    const { files, seed } = result;
    if (files.length > MOST_FILES) {
      end(job, 'failed', tooManyFiles(files.length));
      return;
    }
    if (files.length === 0) {
      const now = clock.now();
      entry.emptySince = Math.min(entry.emptySince ?? now, now);
      if (now - entry.emptySince < FILES.emptyMilliseconds) {
        again(entry, job, { is: 'processing', etaSeconds: undefined });
      } else
        end(
          job,
          'failed',
          new AppError(
            'bad-answer',
            'The service finished the task but returned no file. “Check again” asks once more.',
          ),
        );
      return;
    }
    const expiresAt = earliest(files.map((file) => file.expiresAt));
    const downloading = publisher.step(job.id, {
      state: 'downloading',
      findings: { seed, expiresAt, fileCount: files.length },
    });
    let troubles: readonly AppError[];
    try {
      troubles = await fetchFiles(client, files, {
        answers: deps.answers,
        jobId: job.id,
        hasNewAddresses: entry.hasNewAddresses,
        signal: entry.controller.signal,
        onFraction: (fraction) => publisher.setProgress(job.id, { trouble: undefined, fraction }),
      });
    } catch (thrown) {
      const error = deps.cleanError(thrown);
      if (error.kind === 'expired' && !entry.hasNewAddresses) {
        entry.hasNewAddresses = true; // The next poll brings new ones.
        entry.nextAt = clock.now();
        return;
      }
      if (error.kind === 'expired') end(downloading, 'expired', error);
      else if (error.kind === 'bad-answer' || error.kind === 'too-large') {
        end(downloading, 'failed', error);
      } else throw error;
      return;
    }
    const [trouble] = troubles;
    if (trouble !== undefined) {
      entry.incompletePolls += 1;
      if (entry.incompletePolls < FILES.incompletePolls) throw trouble;
    }
    await finish(downloading, wordsOfMissing(troubles, files.length));
  }

  async function areAllHere(job: StoredJob): Promise<boolean> {
    const { fileCount } = job.findings;
    if (fileCount === undefined || job.state !== 'downloading') return false;
    return (await deps.answers.indexes(job.id)).length >= fileCount;
  }

  /** @param missing sentence about files that failed; empty if complete */
  async function finish(job: StoredJob, missing: string = ''): Promise<void> {
    try {
      keepLastAnswer(job.id);
      const warning = [job.findings.warning ?? '', missing].filter(Boolean).join(' ');
      const whole = missing === '' ? job : { ...job, findings: { ...job.findings, warning } };
      const done = await finishWithDamageReport(deps, whole);
      drop(job.id);
      publisher.publish(done);
      deps.onDone(done);
    } catch (thrown) {
      const error = deps.cleanError(thrown);
      if (error.kind !== 'bad-answer') throw error;
      // Keeps the first of several files; the service still has all of them.
      end(job, 'failed', error, await keepAnswer(deps, job));
    }
    await forgetAnswer(deps, job.id);
  }

  return { collect, areAllHere, finish };
}

/** An unusable file never affects the others. @returns an error of each unusable file */
async function fetchFiles(
  client: Pick<ServiceClient, 'download'>,
  files: readonly TaskFile[],
  options: {
    readonly answers: Answers;
    readonly jobId: string;
    readonly signal: AbortSignal;
    readonly hasNewAddresses: boolean;
    /** 0 to 1 of all files. */
    onFraction(fraction: number): void;
  },
): Promise<readonly AppError[]> {
  const { answers, jobId, signal, hasNewAddresses } = options;
  const errors: AppError[] = [];
  for (const [index, { url }] of files.entries()) {
    if (await answers.has(jobId, index)) continue;
    try {
      const { hash, byteLength } = await client.download(url, {
        answerPath: answers.path(jobId, index),
        maxBytes: MAX_FILE_BYTES,
        accept: 'any file',
        signal,
        jobId,
        onPhase: (phase) => {
          const fraction = receivedShare(phase);
          if (fraction !== undefined) options.onFraction((index + fraction) / files.length);
        },
      });
      answers.arrived(jobId, index, { hash, byteLength });
    } catch (thrown) {
      const error = toAppError(thrown);
      const isOfThisFile =
        error.kind === 'bad-answer' ||
        error.kind === 'too-large' ||
        (error.kind === 'expired' && hasNewAddresses);
      if (!isOfThisFile) throw error;
      errors.push(error);
    }
  }
  const [first] = errors;
  if (first !== undefined && errors.length === files.length) throw first;
  return errors;
}

function wordsOfMissing(errors: readonly AppError[], total: number): string {
  const [first] = errors;
  if (first === undefined) return '';
  return `${errors.length} of ${total} files could not be fetched. ${first.message}`;
}

function receivedShare(phase: CallPhase): number | undefined {
  if (phase.phase !== 'receiving' || phase.totalBytes === undefined || phase.totalBytes === 0) {
    return undefined;
  }
  return Math.min(1, phase.receivedBytes / phase.totalBytes);
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

function tooManyFiles(count: number): AppError {
  return new AppError(
    'bad-answer',
    `The service returned ${count} files for one task. Gesso takes up to ${MOST_FILES}.`,
    { details: { files: count, limit: MOST_FILES } },
  );
}
