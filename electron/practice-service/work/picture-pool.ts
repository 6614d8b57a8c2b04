/**
 * A pool of picture workers, so that no call waits for the pixels of another longer than it must.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
// The thread that starts the workers must hold the native library as long as they live, see
// https://sharp.pixelplumbing.com/install/#worker-threads
import 'sharp';
import { ClientGone, type Refusal, refused, ServiceError } from '../errors.ts';
import { DEVELOPMENT_MODELS } from '../../perception/model-files.ts';
import { workerEntry } from '../../workers/worker-entry.ts';
import type { UpscaleOrder } from '../upscale/call.ts';
import type { VideoOrder } from '../video/call.ts';
import {
  type Inspected,
  ownedBuffers,
  type PictureWorkerOptions,
  type ReadVideoCall,
  type SynchronousCall,
} from './messages.ts';

/** A whole call; its result is the bytes of the JSON answer, and empty after `inspectOnly`. */
interface SynchronousWork {
  readonly request: SynchronousCall;
  readonly result: Uint8Array<ArrayBuffer>;
}

/** All picture work: the request and the result of each kind. */
export interface PictureWork {
  readonly cleanup: SynchronousWork;
  readonly 'remove-text': SynchronousWork;
  readonly 'merge-face': SynchronousWork;
  readonly 'read-upscale': { readonly request: SynchronousCall; readonly result: UpscaleOrder };
  /** A PNG. */
  readonly upscale: { readonly request: UpscaleOrder; readonly result: Uint8Array<ArrayBuffer> };
  readonly 'read-video': { readonly request: ReadVideoCall; readonly result: VideoOrder };
  /** An mp4 or a GIF. */
  readonly video: { readonly request: VideoOrder; readonly result: Uint8Array<ArrayBuffer> };
}

/** The names of the kinds. */
export type PictureWorkKind = keyof PictureWork;

/** One piece of work for a picture worker. */
export type WorkRequest = {
  readonly [Kind in PictureWorkKind]: {
    readonly kind: Kind;
    readonly request: PictureWork[Kind]['request'];
  };
}[PictureWorkKind];

/** The messages of a picture worker, in this order: at most one `inspected`, then one of the others. */
export type WorkMessage =
  | { readonly kind: 'inspected'; readonly inspected: Inspected }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'failed'; readonly message: string };

interface Job {
  readonly work: WorkRequest;
  /** Bytes that wait with it. */
  readonly bytes: number;
  readonly onInspected: (inspected: Inspected) => void;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

const POOL = {
  /** Milliseconds after which an idle worker is ended, because it holds on to its memory. */
  idle: 20_000,
  /** Bytes of calls that may wait for a worker; with more, further calls are refused. */
  waitingBytes: 512 * 1024 * 1024,
} as const;

/** Workers for calls that somebody waits for: two, where there are cores enough for the program. */
export function answeringWorkers(): number {
  return Math.min(2, Math.max(1, availableParallelism() - 1));
}

/** Runs picture work in a few worker threads, which are started when first needed. */
export interface PicturePool {
  /**
   * Runs one piece of work. Cancelled work takes its worker with it: it cannot be interrupted.
   *
   * @param request the work; its bytes are transferred
   * @param signal cancels the work
   * @param onInspected called with the content of a call, before the work begins
   * @throws ServiceError when the call is refused or fails; ClientGone when it was cancelled
   */
  run<Kind extends PictureWorkKind>(
    kind: Kind,
    request: PictureWork[Kind]['request'],
    signal: AbortSignal,
    onInspected?: (inspected: Inspected) => void,
  ): Promise<PictureWork[Kind]['result']>;
  /** Cancels everything and ends all workers. */
  close(): Promise<void>;
}

/** @param mostWorkers workers at a time */
export function createPicturePool(
  mostWorkers: number,
  options: PictureWorkerOptions = { isQuick: false, models: DEVELOPMENT_MODELS },
): PicturePool {
  const waiting: Job[] = [];
  const running = new Map<Job, Worker>();
  /** Idle workers with the timers that will end them. */
  const idle = new Map<Worker, NodeJS.Timeout>();
  let isClosed = false;

  function startNext(): void {
    if (isClosed || running.size >= mostWorkers) return;
    const job = waiting.shift();
    if (job === undefined) return;
    const worker = takeIdle() ?? startWorker();
    running.set(job, worker);
    worker.postMessage(job.work, ownedBuffers(job.work.request));
  }

  function takeIdle(): Worker | undefined {
    for (const [worker, timer] of idle) {
      clearTimeout(timer);
      idle.delete(worker);
      return worker;
    }
    return undefined;
  }

  function keepIdle(worker: Worker): void {
    const end = (): void => {
      idle.delete(worker);
      void worker.terminate();
    };
    idle.set(worker, setTimeout(end, POOL.idle).unref());
  }

  function startWorker(): Worker {
    const worker = new Worker(workerEntry('../picture-worker', import.meta.url), {
      workerData: options,
    });
    worker.on('message', (message: WorkMessage) => onMessage(worker, message));
    worker.on('error', (error) => onFailure(worker, String(error)));
    worker.on('exit', () => onFailure(worker, 'The worker ended.'));
    return worker;
  }

  function onMessage(worker: Worker, message: WorkMessage): void {
    const job = jobOf(worker);
    if (job === undefined) return;
    if (message.kind === 'inspected') {
      job.onInspected(message.inspected);
      return;
    }
    running.delete(job);
    keepIdle(worker);
    if (message.kind === 'done') job.resolve(message.result);
    else if (message.kind === 'refused') job.reject(new ServiceError(message.refusal));
    else job.reject(failure(message.message));
    startNext();
  }

  function onFailure(worker: Worker, message: string): void {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    const job = jobOf(worker);
    if (job === undefined) return;
    running.delete(job);
    job.reject(failure(message));
    startNext();
  }

  function cancel(job: Job): void {
    const at = waiting.indexOf(job);
    if (at >= 0) waiting.splice(at, 1);
    const worker = running.get(job);
    job.reject(new ClientGone());
    if (worker === undefined) return;
    running.delete(job);
    void worker.terminate();
    startNext();
  }

  function jobOf(worker: Worker): Job | undefined {
    for (const [job, busy] of running) if (busy === worker) return job;
    return undefined;
  }

  return {
    run: (kind, request, signal, onInspected = () => {}) =>
      new Promise((resolve, reject) => {
        if (signal.aborted || isClosed) {
          reject(new ClientGone());
          return;
        }
        const bytes = ownedBuffers(request).reduce((sum, each) => sum + each.byteLength, 0);
        const waitingBytes = waiting.reduce((sum, job) => sum + job.bytes, 0);
        if (waitingBytes + bytes > POOL.waitingBytes) {
          reject(refused(429, 'RATE_LIMIT_EXCEEDED', 'Too many calls wait for their turn.'));
          return;
        }
        const onAbort = (): void => cancel(job);
        const job: Job = {
          work: { kind, request } as WorkRequest,
          bytes,
          onInspected,
          resolve: (result) => {
            signal.removeEventListener('abort', onAbort);
            resolve(result as PictureWork[typeof kind]['result']);
          },
          reject: (error) => {
            signal.removeEventListener('abort', onAbort);
            reject(error);
          },
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.push(job);
        startNext();
      }),
    close: async () => {
      isClosed = true;
      for (const job of waiting.splice(0)) job.reject(new ClientGone());
      const workers = [...idle.keys(), ...running.values()];
      for (const timer of idle.values()) clearTimeout(timer);
      idle.clear();
      for (const job of running.keys()) job.reject(new ClientGone());
      running.clear();
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function failure(message: string): ServiceError {
  return refused(500, 'SERVICE_NOT_AVAILABLE', 'The picture could not be worked on.', {
    detail: message,
  });
}
