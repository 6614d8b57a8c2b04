/** Measures one film at a time. One that exceeds the limits of time and memory ends the thread. */
import { cancelled, type AppError } from '../../../../../shared/errors/app-error.ts';
import { startReader, type Worker } from '../../../../workers/start-reader.ts';
import { workerEntry } from '../../../../workers/worker-entry.ts';
import type { FilmFinding, MeasureAnswer, MeasureOrder } from './messages.ts';

export interface ThreadLimits {
  /** For one film, ms; a good one takes about 10. */
  readonly milliseconds: number;
  /** Heap limit, MB; a film of 10,000 frames needs about 20. */
  readonly megabytes: number;
  /** An idle thread is ended after this time, ms. */
  readonly idleMilliseconds: number;
}

const LIMITS: ThreadLimits = { milliseconds: 10_000, megabytes: 256, idleMilliseconds: 60_000 };

interface Order extends MeasureOrder {
  readonly resolve: (finding: FilmFinding | 'endless') => void;
  readonly reject: (error: AppError) => void;
}

export function createClipThread(limits: ThreadLimits = LIMITS) {
  const waiting: Order[] = [];
  let running: Order | undefined;
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isClosed = false;

  function start(): Worker {
    const thread = startReader(workerEntry('./clip-worker', import.meta.url), limits.megabytes);
    thread.on('message', ({ id, finding }: MeasureAnswer) => {
      if (running?.id === id) finish(finding);
    });
    // Caused by a film, usually by running out of memory.
    thread.on('error', () => ended(thread));
    thread.on('exit', () => ended(thread));
    return thread;
  }

  function ended(thread: Worker): void {
    if (worker !== thread) return;
    worker = undefined;
    finish('endless');
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
    // SECURITY: S49 films over the time limit are abandoned.
    timer = setTimeout(() => {
      void end();
      finish('endless');
    }, limits.milliseconds);
  }

  function finish(finding: FilmFinding | 'endless'): void {
    const order = running;
    running = undefined;
    clearTimeout(timer);
    order?.resolve(finding);
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
    /** @returns `endless` for a film over the limits @throws AppError `cancelled` when closed */
    async measure(path: string): Promise<FilmFinding | 'endless'> {
      if (isClosed) throw cancelled();
      const { promise, resolve, reject } = Promise.withResolvers<FilmFinding | 'endless'>();
      waiting.push({ id: (lastId += 1), path, resolve, reject });
      next();
      return await promise;
    },
    async close(): Promise<void> {
      isClosed = true;
      const all = running === undefined ? waiting : [running, ...waiting];
      running = undefined;
      for (const order of all) order.reject(cancelled());
      await end();
    },
  };
}
