/**
 * Reads a file of texts in a thread of its own: whatever is in the file, the main thread is free, and
 * memory and time have limits. The next part is read when it is asked for.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { workerEntry } from '../../../workers/worker-entry.ts';
import type { ReadingAnswer, ReadingKind, ReadingOrder, ReadingSource } from './messages.ts';

/** Limits of the thread. */
export interface ReadingLimits {
  /** For one part, ms. A conversation of 100 MB takes some seconds. */
  readonly milliseconds: number;
  /** Of its objects, MB. The file's bytes count apart. */
  readonly megabytes: number;
}

const LIMITS: ReadingLimits = { milliseconds: 120_000, megabytes: 2_000 };

/**
 * @param signal ends the thread at once
 * @param limits other ones for tests
 * @returns part after part, and what its reader returns at the end
 * @throws AppError `cancelled`, `too-large`, `tool-unavailable`, or what the file's reader throws
 */
export async function* readInThread<Part, End>(
  kind: ReadingKind,
  source: ReadingSource,
  signal: AbortSignal,
  limits: ReadingLimits = LIMITS,
): AsyncGenerator<Part, End, void> {
  if (signal.aborted) throw stopped();
  const workerData: ReadingOrder = { kind, source };
  // SECURITY: S49 a file from outside is read with limits of time and memory
  const worker = new Worker(workerEntry('./reading-worker', import.meta.url), {
    workerData,
    transferList: 'bytes' in source ? [source.bytes.buffer] : [],
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
  });
  try {
    for (;;) {
      worker.postMessage('next', []);
      const answer = await next<Part, End>(worker, signal, limits);
      if (answer.kind === 'failed') throw new AppError(answer.error);
      if (answer.kind === 'end') return answer.end;
      yield answer.part;
    }
  } finally {
    void worker.terminate(); // it may be in the middle of a long step
  }
}

async function next<Part, End>(
  worker: Worker,
  signal: AbortSignal,
  limits: ReadingLimits,
): Promise<ReadingAnswer<Part, End>> {
  const over = new AbortController();
  const stop = (): void => over.abort(stopped());
  const timer = setTimeout(() => over.abort(tooMuch('time')), limits.milliseconds);
  signal.addEventListener('abort', stop);
  try {
    const ended = once(worker, 'exit', { signal: over.signal }).then((): never => {
      throw unavailable('The thread ended without an answer.');
    });
    const message = once(worker, 'message', { signal: over.signal });
    const [answer] = (await Promise.race([message, ended])) as [ReadingAnswer<Part, End>];
    return answer;
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (over.signal.reason instanceof AppError) throw over.signal.reason;
    const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    throw isMemory ? tooMuch('memory') : unavailable(String(error));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    over.abort(); // takes the listeners off; the race has heard of all that counts
  }
}

function stopped(): AppError {
  return new AppError({ kind: 'cancelled', message: 'Stopped.' });
}

function tooMuch(of: 'time' | 'memory'): AppError {
  return new AppError({
    kind: 'too-large',
    message: `Reading this file takes too much ${of}. Split it first.`,
  });
}

function unavailable(details: string): AppError {
  return new AppError({
    kind: 'tool-unavailable',
    message: 'The part of Gesso that reads files has ended. Try it again.',
    action: 'retry',
    details: { error: details },
  });
}
