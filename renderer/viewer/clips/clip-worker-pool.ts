/** Replaces a worker that a damaged clip keeps in an endless loop. Waiting clips continue. */
import type { ClipAnswer, ClipFailure, ClipRequest, ClipCancelRequest } from './clip-protocol.ts';

/** Counted in polls, because clocks of sleeping computers stand still. */
export interface ClipWorkerLimits {
  /** Between two polls, ms. */
  readonly pollMilliseconds: number;
  /** Polls without any sign of life; the worker gives one a second while it works. */
  readonly mostSilent: number;
  /** Polls without progress, such as a frame. Writing a film has no such limit. */
  readonly mostIdle: number;
}

const LIMITS: ClipWorkerLimits = { pollMilliseconds: 1000, mostSilent: 15, mostIdle: 300 };

const LAST_ANSWERS: ReadonlySet<ClipAnswer['type']> = new Set(['done', 'failed', 'blob', 'sound']);

export interface ClipTask {
  answered(answer: ClipAnswer): void;
  failed(failure: ClipFailure, reason: string): void;
}

export interface ClipWorker {
  postMessage(request: ClipRequest, transfer: Transferable[]): void;
  terminate(): void;
  onAnswer(listener: (answer: ClipAnswer) => void): void;
  onError(listener: (reason: string) => void): void;
}

type TaskRequest = Exclude<ClipRequest, ClipCancelRequest>;

interface Waiting {
  readonly request: TaskRequest;
  readonly task: ClipTask;
}

export function createClipWorkerPool(start: () => ClipWorker, limits: ClipWorkerLimits = LIMITS) {
  const waiting = new Map<number, Waiting>();
  let worker: ClipWorker | undefined;
  let lastId = 0;
  /** The request that the worker is busy with, even if it was cancelled. */
  let current: number | undefined;
  let silent = 0;
  let idle = 0;
  let polling: ReturnType<typeof setInterval> | undefined;

  function running(): ClipWorker {
    if (worker !== undefined) return worker;
    const started = start();
    started.onAnswer((answer) => {
      if (started === worker) answered(answer);
    });
    started.onError((reason) => {
      if (started !== worker) return;
      // without a request it may not have started at all, and another one would not either
      if (current === undefined) failAll(reason);
      else replace(reason);
    });
    worker = started;
    return started;
  }

  function answered(answer: ClipAnswer): void {
    silent = 0;
    if (answer.type === 'alive') return;
    idle = 0;
    if (answer.type === 'begun') {
      current = answer.id;
      return;
    }
    if (answer.type === 'ended') {
      current = undefined;
      rest();
      return;
    }
    const task = waiting.get(answer.id)?.task;
    if (task === undefined && answer.type === 'frame') answer.picture.close();
    if (LAST_ANSWERS.has(answer.type)) waiting.delete(answer.id);
    if (answer.type === 'failed') task?.failed(answer.failure, answer.reason);
    else task?.answered(answer);
  }

  function poll(): void {
    if (current === undefined) return;
    silent += 1;
    idle += 1;
    const isFilm = waiting.get(current)?.request.type === 'film';
    if (silent > limits.mostSilent || (!isFilm && idle > limits.mostIdle)) {
      replace('The clip kept its reader for too long.');
    }
  }

  function rest(): void {
    if (current !== undefined || waiting.size > 0) return;
    clearInterval(polling);
    polling = undefined;
  }

  function end(): void {
    worker?.terminate();
    worker = undefined;
    current = undefined;
    silent = 0;
    idle = 0;
  }

  function replace(reason: string): void {
    const lost = current;
    end();
    // a film's frames were lost with the worker
    const ended = [...waiting].filter(
      ([id, { request }]) => id === lost || request.type === 'film',
    );
    for (const [id] of ended) waiting.delete(id);
    for (const { request } of waiting.values()) running().postMessage(request, []);
    for (const [, { task }] of ended) task.failed('damaged', reason);
    rest();
  }

  function failAll(reason: string): void {
    end();
    const all = [...waiting.values()];
    waiting.clear();
    for (const { task } of all) task.failed('fetch', reason);
    rest();
  }

  return {
    warm: (): void => void running(),
    order(
      make: (id: number) => TaskRequest,
      task: ClipTask,
      transfer: Transferable[] = [],
    ): number {
      lastId += 1;
      const request = make(lastId);
      waiting.set(lastId, { request, task });
      running().postMessage(request, transfer);
      polling ??= setInterval(poll, limits.pollMilliseconds);
      return lastId;
    },
    cancel(id: number): void {
      if (!waiting.delete(id)) return;
      worker?.postMessage({ type: 'cancel', id }, []);
      rest();
    },
    get count(): number {
      return waiting.size;
    },
  };
}
