import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
// The thread that starts the workers must hold the native library as long as they live, see
// https://sharp.pixelplumbing.com/install/#worker-threads
import 'sharp';
import type { FillMessage, FillRequest } from './cleanup/messages.ts';
import { ClientGone, ServiceError } from './errors.ts';
import { workerEntry } from './worker-entry.ts';

type Inspected = Extract<FillMessage, { kind: 'inspected' }>;

interface Job {
  readonly request: FillRequest;
  readonly onInspected: (message: Inspected) => void;
  readonly resolve: (answer: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: Error) => void;
}

const pool = {
  /** Most workers at a time, where there are cores enough; one core stays free for the program. */
  mostWorkers: 2,
  /** Milliseconds after which an idle worker is ended, because it holds on to its memory. */
  idle: 20_000,
} as const;

/**
 * Runs cleanup calls in at most two worker threads, which are started when first needed.
 * A cancelled call takes its worker with it, because a running fill cannot be interrupted.
 */
export class FillPool {
  readonly #waiting: Job[] = [];
  readonly #running = new Map<Job, Worker>();
  /** Idle workers with the timers that will end them. */
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #mostWorkers = Math.min(pool.mostWorkers, Math.max(1, availableParallelism() - 1));
  #isClosed = false;

  /**
   * @param request the call; its body is transferred
   * @param signal cancels the call
   * @param onInspected told what the call carries, before the fill begins
   * @returns the bytes of the JSON answer
   * @throws ServiceError when the call is refused or fails; ClientGone when it was cancelled
   */
  run(
    request: FillRequest,
    signal: AbortSignal,
    onInspected: (message: Inspected) => void,
  ): Promise<Uint8Array<ArrayBuffer>> {
    return new Promise((resolve, reject) => {
      if (signal.aborted || this.#isClosed) {
        reject(new ClientGone());
        return;
      }
      const onAbort = (): void => this.#cancel(job);
      const job: Job = {
        request,
        onInspected,
        resolve: (answer) => {
          signal.removeEventListener('abort', onAbort);
          resolve(answer);
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
    worker.postMessage(job.request, [job.request.body.buffer]);
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
    const worker = new Worker(workerEntry('fill-worker'));
    worker.on('message', (message: FillMessage) => this.#onMessage(worker, message));
    worker.on('error', (error) => this.#onFailure(worker, String(error)));
    worker.on('exit', () => this.#onFailure(worker, 'The worker ended.'));
    return worker;
  }

  #onMessage(worker: Worker, message: FillMessage): void {
    const job = this.#jobOf(worker);
    if (job === undefined) return;
    if (message.kind === 'inspected') {
      job.onInspected(message);
      return;
    }
    this.#running.delete(job);
    this.#keepIdle(worker);
    if (message.kind === 'done') job.resolve(message.answer);
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
