/** Limits memory and time, so that no file can block the main thread. */
import { once } from 'node:events';
import { AppError, cancelled } from '../../../../../shared/errors/app-error.ts';
import { startReader, type Worker } from '../../../../workers/start-reader.ts';
import { workerEntry } from '../../../../workers/worker-entry.ts';
import type { ReadingAnswer, ReadingKind, ReadingOrder, ReadingSource } from './messages.ts';

interface ReadingLimits {
  /** For one part, ms. A conversation of 100 MB takes some seconds. */
  readonly milliseconds: number;
  /** Heap limit, MB, without the file's bytes. */
  readonly megabytes: number;
}

const LIMITS: ReadingLimits = { milliseconds: 120_000, megabytes: 2_000 };

/** How long an idle thread is kept, ms. */
const IDLE = 30_000;

export type ReadingThread = ReturnType<typeof createReadingThread>;

export function createReadingThread(limits: ReadingLimits = LIMITS) {
  const closing = new AbortController();
  let idle: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;

  function take(): Worker {
    clearTimeout(timer);
    const worker = idle ?? start();
    idle = undefined;
    worker.ref();
    return worker;
  }

  // SECURITY: S49 a file from outside is read with limits of time and memory
  function start(): Worker {
    const worker = startReader(
      workerEntry('../../../reading-worker', import.meta.url),
      limits.megabytes,
    );
    // The pending request reports it; without a listener it would end Gesso.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (idle === worker) idle = undefined;
    });
    return worker;
  }

  function giveBack(worker: Worker): void {
    if (idle !== undefined || closing.signal.aborted) {
      void worker.terminate();
      return;
    }
    idle = worker;
    worker.unref();
    timer = setTimeout(end, IDLE).unref();
  }

  function end(): void {
    clearTimeout(timer);
    void idle?.terminate();
    idle = undefined;
  }

  return {
    /** @throws AppError `cancelled`, `too-large`, `tool-unavailable`, or the parser's error */
    async *read<Part, End>(
      kind: ReadingKind,
      source: ReadingSource,
      signal: AbortSignal,
    ): AsyncGenerator<Part, End, void> {
      const either = AbortSignal.any([signal, closing.signal]);
      if (either.aborted) throw cancelled();
      const worker = take();
      let isFree = false;
      try {
        let order: ReadingOrder = { kind, source };
        for (;;) {
          worker.postMessage(
            order,
            order.kind !== 'next' && 'bytes' in order.source ? [order.source.bytes.buffer] : [],
          );
          const answer = await next<Part, End>(worker, either, limits);
          isFree = answer.kind !== 'part';
          if (answer.kind === 'failed') throw AppError.of(answer.error);
          if (answer.kind === 'end') return answer.end;
          yield answer.part;
          order = { kind: 'next' };
        }
      } finally {
        if (isFree) giveBack(worker);
        else void worker.terminate(); // It may be in the middle of a long step.
      }
    },
    close(): void {
      closing.abort();
      end();
    },
  };
}

async function next<Part, End>(
  worker: Worker,
  signal: AbortSignal,
  limits: ReadingLimits,
): Promise<ReadingAnswer<Part, End>> {
  if (worker.threadId < 0) throw unavailable('The thread has ended.');
  const over = new AbortController();
  const stop = (): void => over.abort(cancelled());
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
    over.abort(); // Removes the listeners; the race is decided.
  }
}

function tooMuch(of: 'time' | 'memory'): AppError {
  return new AppError(
    'too-large',
    `Reading this file takes too much ${of}. Select a smaller file, or split it first.`,
  );
}

function unavailable(details: string): AppError {
  return new AppError(
    'tool-unavailable',
    'The part of Gesso that reads files has ended. Try it again.',
    { action: 'retry', details: { error: details } },
  );
}
