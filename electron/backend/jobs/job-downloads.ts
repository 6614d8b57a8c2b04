/** The files of a task that has succeeded, one after the other, each complete or not there. */
import type { MediaKind } from '../../../shared/api/media-kind.ts';
import type { TaskFile } from '../../../shared/api/tasks.ts';
import type { CallPhase, ServiceClient } from '../service/index.ts';
import type { Answers } from './answers.ts';

/** Most that a result may have, bytes: a 16-fold enlargement of a photo, or a long video. */
const MAX_FILE_BYTES = 2_000_000_000;

/**
 * Fetches the files that are not here yet.
 *
 * @throws AppError as `ServiceClient.download`; files that have arrived by then stay
 */
export async function fetchFiles(
  client: Pick<ServiceClient, 'download'>,
  files: readonly TaskFile[],
  options: {
    readonly answers: Answers;
    readonly jobId: string;
    readonly accept: readonly MediaKind[];
    readonly signal: AbortSignal;
    /** 0 to 1 of all files. */
    onFraction(fraction: number): void;
  },
): Promise<void> {
  const { answers, jobId, accept, signal } = options;
  for (const [index, { url }] of files.entries()) {
    if (await answers.has(jobId, index)) continue;
    const { hash, byteLength } = await client.download(url, {
      answerPath: answers.path(jobId, index),
      maxBytes: MAX_FILE_BYTES,
      accept,
      signal,
      onPhase: (phase) => {
        const fraction = receivedShare(phase);
        if (fraction !== undefined) options.onFraction((index + fraction) / files.length);
      },
    });
    answers.arrived(jobId, index, { hash, byteLength });
  }
}

function receivedShare(phase: CallPhase): number | undefined {
  if (phase.phase !== 'receiving' || phase.totalBytes === undefined || phase.totalBytes === 0) {
    return undefined;
  }
  return Math.min(1, phase.receivedBytes / phase.totalBytes);
}
