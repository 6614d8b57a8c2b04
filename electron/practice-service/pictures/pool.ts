import { Worker } from 'node:worker_threads';
// The thread that starts the workers must hold the native library as long as they live, see
// https://sharp.pixelplumbing.com/install/#worker-threads
import 'sharp';
import { workerEntry } from '../../workers/worker-entry.ts';
import { ConnectionEnded, type Refusal, refused, ServiceError } from '../answer.ts';
import type { PictureWorkerOptions } from '../edit/edit-picture.ts';
import type { Runners } from './work.ts';

/** Its bytes are transferred. */
export interface WorkRequest {
  readonly kind: keyof Runners;
  readonly request: object;
}

export type WorkMessage =
  | { readonly result: unknown }
  | { readonly refusal: Refusal }
  | { readonly failure: string };

interface Job extends WorkRequest {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

const POOL = {
  /** Ms after which an idle worker is ended, because it holds on to its memory. */
  idle: 20_000,
  /** Bytes that may wait for a worker; beyond that, calls are refused. */
  waitingBytes: 512 * 1024 * 1024,
} as const;

export type PicturePool = ReturnType<typeof createPicturePool>;

export function createPicturePool(mostWorkers: number, options: PictureWorkerOptions) {
  const waiting: Job[] = [];
  const running = new Map<Worker, Job>();
  const idle = new Map<Worker, NodeJS.Timeout>();
  let isClosed = false;

  function startNext(): void {
    if (isClosed || running.size >= mostWorkers) return;
    const job = waiting.shift();
    if (job === undefined) return;
    const [worker = startWorker()] = idle.keys();
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    running.set(worker, job);
    const { kind, request } = job;
    worker.postMessage({ kind, request } satisfies WorkRequest, ownedBuffers(request));
  }

  function startWorker(): Worker {
    const entry = workerEntry('../picture-worker', import.meta.url);
    const worker = new Worker(entry, { workerData: options });
    worker.on('message', (message: WorkMessage) => {
      const job = end(worker);
      if (job === undefined) return;
      const retire = (): void => {
        idle.delete(worker);
        void worker.terminate();
      };
      idle.set(worker, setTimeout(retire, POOL.idle).unref());
      if ('result' in message) job.resolve(message.result);
      else if ('refusal' in message) job.reject(new ServiceError(message.refusal));
      else job.reject(failure(message.failure));
      startNext();
    });
    const onFailure = (detail: string): void => {
      clearTimeout(idle.get(worker));
      idle.delete(worker);
      end(worker)?.reject(failure(detail));
      startNext();
    };
    worker.on('error', (error) => onFailure(String(error)));
    worker.on('exit', () => onFailure('The worker ended.'));
    return worker;
  }

  function end(worker: Worker): Job | undefined {
    const job = running.get(worker);
    running.delete(worker);
    return job;
  }

  return {
    /** Cancelling ends the worker. @throws ServiceError; ConnectionEnded if it was cancelled */
    async run<Kind extends keyof Runners>(
      kind: Kind,
      request: Parameters<Runners[Kind]>[0],
      signal: AbortSignal,
    ): Promise<Awaited<ReturnType<Runners[Kind]>>> {
      if (signal.aborted || isClosed) throw new ConnectionEnded();
      const bytes = [...waiting, { request }].flatMap((job) => ownedBuffers(job.request));
      if (bytes.reduce((sum, { byteLength }) => sum + byteLength, 0) > POOL.waitingBytes) {
        throw refused(429, 'RATE_LIMIT_EXCEEDED', 'Too many calls wait for their turn.');
      }
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const job: Job = { kind, request, resolve, reject };
      const cancel = (): void => {
        reject(new ConnectionEnded());
        const at = waiting.indexOf(job);
        if (at >= 0) waiting.splice(at, 1);
        const [worker] = [...running].find(([, each]) => each === job) ?? [];
        if (worker === undefined) return;
        running.delete(worker);
        void worker.terminate();
        startNext();
      };
      signal.addEventListener('abort', cancel, { once: true });
      waiting.push(job);
      startNext();
      try {
        return (await promise) as Awaited<ReturnType<Runners[Kind]>>;
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      const workers = [...idle.keys(), ...running.keys()];
      for (const job of [...waiting.splice(0), ...running.values()])
        job.reject(new ConnectionEnded());
      for (const timer of idle.values()) clearTimeout(timer);
      idle.clear();
      running.clear();
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

export function ownedBuffers(message: object): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const value of Object.values(message)) {
    const inner: unknown[] =
      typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
        ? Object.values(value)
        : [value];
    for (const each of inner) {
      if (each instanceof Uint8Array && each.buffer instanceof ArrayBuffer)
        buffers.add(each.buffer);
    }
  }
  return [...buffers];
}

function failure(detail: string): ServiceError {
  const message = 'The picture could not be worked on.';
  return refused(500, 'SERVICE_NOT_AVAILABLE', message, { detail });
}
