import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
// The thread that starts the workers must hold the native library as long as they live, see
// https://sharp.pixelplumbing.com/install/#worker-threads
import 'sharp';
import { ClientGone, ServiceError } from '../errors.ts';
import { workerEntry } from '../worker-entry.ts';
import type {
  Inspected,
  PictureWork,
  PictureWorkKind,
  WorkMessage,
  WorkRequest,
} from './messages.ts';
import { ownedBuffers } from './transfer.ts';

interface Job {
  readonly work: WorkRequest;
  /** Bytes that wait with it. */
  readonly bytes: number;
  readonly onInspected: (inspected: Inspected) => void;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

const pool = {
  /** Milliseconds after which an idle worker is ended, because it holds on to its memory. */
  idle: 20_000,
  /** Bytes of calls that may wait for a worker; with more, further calls are refused. */
  waitingBytes: 512 * 1024 * 1024,
} as const;

/** Workers for calls that somebody waits for: two, where there are cores enough for the program. */
export function answeringWorkers(): number {
  return Math.min(2, Math.max(1, availableParallelism() - 1));
}

/**
 * Runs picture work in a few worker threads, which are started when first needed.
 * Cancelled work takes its worker with it, because it cannot be interrupted.
 */
export class PicturePool {
  readonly #waiting: Job[] = [];
  readonly #running = new Map<Job, Worker>();
  /** Idle workers with the timers that will end them. */
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #mostWorkers: number;
  #isClosed = false;

  /** @param mostWorkers workers at a time */
  constructor(mostWorkers: number) {
    this.#mostWorkers = mostWorkers;
  }

  /**
   * @param request the work; its bytes are transferred
   * @param signal cancels the work
   * @param onInspected told what a call carries, before the work begins
   * @throws ServiceError when the call is refused or fails; ClientGone when it was cancelled
   */
  run<Kind extends PictureWorkKind>(
    kind: Kind,
    request: PictureWork[Kind]['request'],
    signal: AbortSignal,
    onInspected: (inspected: Inspected) => void = () => {},
  ): Promise<PictureWork[Kind]['result']> {
    return new Promise((resolve, reject) => {
      if (signal.aborted || this.#isClosed) {
        reject(new ClientGone());
        return;
      }
      const bytes = ownedBuffers(request).reduce((sum, each) => sum + each.byteLength, 0);
      if (this.#waitingBytes() + bytes > pool.waitingBytes) {
        reject(tooMuchWaiting());
        return;
      }
      const onAbort = (): void => this.#cancel(job);
      const job: Job = {
        work: { kind, request } as WorkRequest,
        bytes,
        onInspected,
        resolve: (result) => {
          signal.removeEventListener('abort', onAbort);
          resolve(result as PictureWork[Kind]['result']);
        },
        reject: (error) => {
          signal.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(job);
      this.#startNext();
    });
  }

  /** Cancels everything and ends all workers. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#waiting.splice(0)) job.reject(new ClientGone());
    const workers = [...this.#idle.keys(), ...this.#running.values()];
    for (const timer of this.#idle.values()) clearTimeout(timer);
    this.#idle.clear();
    for (const job of this.#running.keys()) job.reject(new ClientGone());
    this.#running.clear();
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  #startNext(): void {
    if (this.#isClosed || this.#running.size >= this.#mostWorkers) return;
    const job = this.#waiting.shift();
    if (job === undefined) return;
    const worker = this.#takeIdle() ?? this.#startWorker();
    this.#running.set(job, worker);
    worker.postMessage(job.work, ownedBuffers(job.work.request));
  }

  #takeIdle(): Worker | undefined {
    for (const [worker, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(worker);
      return worker;
    }
    return undefined;
  }

  #keepIdle(worker: Worker): void {
    const end = (): void => {
      this.#idle.delete(worker);
      void worker.terminate();
    };
    this.#idle.set(worker, setTimeout(end, pool.idle).unref());
  }

  #startWorker(): Worker {
    const worker = new Worker(workerEntry('picture-worker'));
    worker.on('message', (message: WorkMessage) => this.#onMessage(worker, message));
    worker.on('error', (error) => this.#onFailure(worker, String(error)));
    worker.on('exit', () => this.#onFailure(worker, 'The worker ended.'));
    return worker;
  }

  #onMessage(worker: Worker, message: WorkMessage): void {
    const job = this.#jobOf(worker);
    if (job === undefined) return;
    if (message.kind === 'inspected') {
      job.onInspected(message.inspected);
      return;
    }
    this.#running.delete(job);
    this.#keepIdle(worker);
    if (message.kind === 'done') job.resolve(message.result);
    else if (message.kind === 'refused') job.reject(new ServiceError(message.refusal));
    else job.reject(failure(message.message));
    this.#startNext();
  }

  #onFailure(worker: Worker, message: string): void {
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
    const job = this.#jobOf(worker);
    if (job === undefined) return;
    this.#running.delete(job);
    job.reject(failure(message));
    this.#startNext();
  }

  #cancel(job: Job): void {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
    const worker = this.#running.get(job);
    job.reject(new ClientGone());
    if (worker === undefined) return;
    this.#running.delete(job);
    void worker.terminate();
    this.#startNext();
  }

  #waitingBytes(): number {
    return this.#waiting.reduce((sum, job) => sum + job.bytes, 0);
  }

  #jobOf(worker: Worker): Job | undefined {
    for (const [job, busy] of this.#running) if (busy === worker) return job;
    return undefined;
  }
}

function failure(message: string): ServiceError {
  return new ServiceError({
    status: 500,
    reason: 'SERVICE_NOT_AVAILABLE',
    message: 'The picture could not be worked on.',
    metadata: { detail: message },
  });
}

function tooMuchWaiting(): ServiceError {
  return new ServiceError({
    status: 429,
    reason: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many calls wait for their turn.',
  });
}
