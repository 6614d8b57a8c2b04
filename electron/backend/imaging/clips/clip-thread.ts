/**
 * Looks after the thread that measures films: started when first needed, one film at a time, each with a
 * limit of time and of memory. A film that reaches a limit ends the thread; the next one gets a new one.
 */
import { cancelled, type AppError } from '../../../../shared/errors/app-error.ts';
import { startReader, type Worker } from '../../../workers/start-reader.ts';
import { workerEntry } from '../../../workers/worker-entry.ts';
import type { FilmFinding, MeasureAnswer, MeasureOrder } from './messages.ts';

/** Limits of the thread. */
export interface ThreadLimits {
  /** For one film, ms; a sound one takes some 10. */
  readonly milliseconds: number;
  /** Of its objects, MB; a film of 10,000 frames needs some 20. */
  readonly megabytes: number;
  /** An unused thread is ended after so long, ms. */
  readonly idleMilliseconds: number;
}

const LIMITS: ThreadLimits = { milliseconds: 10_000, megabytes: 256, idleMilliseconds: 60_000 };

/** See the file comment. */
export interface ClipThread {
  /** @returns `endless` for a film that reached a limit @throws AppError `cancelled` when it is closed */
  measure(path: string): Promise<FilmFinding | 'endless'>;
  /** Ends the thread at once. */
  close(): Promise<void>;
}

interface Order extends MeasureOrder {
  readonly settle: (finding: FilmFinding | 'endless') => void;
  readonly reject: (error: AppError) => void;
}

/** @param limits other ones for tests */
export function createClipThread(limits: ThreadLimits = LIMITS): ClipThread {
  const waiting: Order[] = [];
  let running: Order | undefined;
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isClosed = false;

  function start(): Worker {
    const thread = startReader(workerEntry('./clip-worker', import.meta.url), limits.megabytes);
    thread.on('message', ({ id, finding }: MeasureAnswer) => {
      if (running?.id === id) settle(finding);
    });
    // an error that a film has caused, its memory above all
    thread.on('error', () => ended(thread));
    thread.on('exit', () => ended(thread));
    return thread;
  }

  function ended(thread: Worker): void {
    if (worker !== thread) return;
    worker = undefined;
    settle('endless');
  }

  function next(): void {
    if (running !== undefined || isClosed) return;
    running = waiting.shift();
    if (running === undefined) return;
    const { id, path } = running;
    worker ??= start();
    worker.ref();
    worker.postMessage({ id, path } satisfies MeasureOrder, []);
    clearTimeout(timer);
    // SECURITY: S49 a film that takes longer is not waited for
    timer = setTimeout(() => {
      void end();
      settle('endless');
    }, limits.milliseconds);
  }

  function settle(finding: FilmFinding | 'endless'): void {
    const order = running;
    running = undefined;
    clearTimeout(timer);
    order?.settle(finding);
    next();
    if (running !== undefined) return;
    worker?.unref();
    timer = setTimeout(() => void end(), limits.idleMilliseconds).unref();
  }

  async function end(): Promise<void> {
    clearTimeout(timer);
    const thread = worker;
    worker = undefined;
    await thread?.terminate();
  }

  return {
    measure: (path) =>
      new Promise((resolve, reject) => {
        if (isClosed) {
          reject(cancelled());
          return;
        }
        lastId += 1;
        waiting.push({ id: lastId, path, settle: resolve, reject });
        next();
      }),
    async close() {
      isClosed = true;
      const all = running === undefined ? waiting : [running, ...waiting];
      running = undefined;
      for (const order of all) order.reject(cancelled());
      await end();
    },
  };
}
