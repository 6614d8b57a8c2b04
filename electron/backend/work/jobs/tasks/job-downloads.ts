import type { TaskFile } from '../../../../../shared/api/tasks.ts';
import { toAppError, type AppError } from '../../../../../shared/errors/app-error.ts';
import type { CallPhase, ServiceClient } from '../../../service/client/index.ts';
import type { Answers } from '../log/answers.ts';

/** Largest result, bytes: a 16-fold enlargement of a photo, or a long video. */
const MAX_FILE_BYTES = 2_000_000_000;

export interface Missing {
  readonly errors: readonly AppError[];
}

/**
 * An unusable file never affects the others; finished downloads are kept.
 * @throws AppError of `ServiceClient.download` if it affects all files
 */
export async function fetchFiles(
  client: Pick<ServiceClient, 'download'>,
  files: readonly TaskFile[],
  options: {
    readonly answers: Answers;
    readonly jobId: string;
    readonly signal: AbortSignal;
    /** New addresses were requested, so refused ones concern only this file. */
    readonly hasNewAddresses: boolean;
    /** 0 to 1 of all files. */
    onFraction(fraction: number): void;
  },
): Promise<Missing> {
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
  return { errors };
}

export function wordsOfMissing({ errors }: Missing, total: number): string {
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
