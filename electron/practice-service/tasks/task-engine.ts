import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceClock } from '../clock.ts';
import { ServiceError } from '../errors.ts';
import { isOver, type Task, type TaskKind, type TaskOutput, type TaskQuirks } from './task.ts';

/** What a task is made of. */
export interface TaskOrder {
  readonly kind: TaskKind;
  /** Seconds in the queue, at the speed of 1. */
  readonly queuedSeconds: number;
  /** Least seconds of processing, at the speed of 1; the work may take longer. */
  readonly processingSeconds: number;
  /** Bytes that the order holds until it has been worked on. */
  readonly inputBytes: number;
  readonly facts: Readonly<Record<string, string>>;
  readonly quirks: TaskQuirks;
  /** Makes the files; called once, when processing begins. */
  readonly work: (task: Task, signal: AbortSignal) => Promise<readonly TaskOutput[]>;
  /** Told once the task is over. */
  readonly onEnd: (task: Task) => void;
}

/** How far a task has come. */
export interface TaskProgress {
  /** 0 to 1; 1 only when it has succeeded. */
  readonly fraction: number;
  /** Estimated seconds that are left. */
  readonly etaSeconds: number;
}

interface Running {
  readonly order: TaskOrder;
  /** Milliseconds at the speed that was set when the task was submitted. */
  readonly queued: number;
  readonly processing: number;
  /** `performance.now()` at which the present phase began. */
  since: number;
}

const capacity = {
  /** Tasks that are remembered. */
  remembered: 2000,
  /** Bytes of all orders that have not been worked on yet. */
  inputBytes: 512 * 1024 * 1024,
} as const;

/** Share of the progress that is told while the work is not done. */
const almostDone = 0.99;

/** Runs asynchronous tasks: queued, processing, over. */
export class TaskEngine {
  /** Tasks go so many times as fast as the real ones; applies to tasks that are submitted from now on. */
  speed: number;
  readonly #clock: ServiceClock;
  readonly #tasks = new Map<string, Task>();
  readonly #running = new Map<Task, Running>();
  readonly #closing = new AbortController();

  constructor(clock: ServiceClock, speed: number) {
    this.#clock = clock;
    this.speed = speed;
  }

  /**
   * Takes a task.
   *
   * @throws ServiceError 429 when too much waits already
   */
  submit(order: TaskOrder): Task {
    const held = [...this.#running.values()].reduce((sum, each) => sum + each.order.inputBytes, 0);
    if (held + order.inputBytes > capacity.inputBytes) throw tooManyTasks();
    const task: Task = {
      id: randomUUID(),
      kind: order.kind,
      submittedAt: this.#clock.now(),
      startedAt: null,
      finishedAt: null,
      phase: 'queued',
      outputs: [],
      reason: '',
      facts: order.facts,
      quirks: order.quirks,
    };
    this.#tasks.set(task.id, task);
    this.#forgetOldest();
    const running: Running = {
      order,
      queued: (1000 * order.queuedSeconds) / this.speed,
      processing: (1000 * order.processingSeconds) / this.speed,
      since: performance.now(),
    };
    this.#running.set(task, running);
    void this.#live(task, running);
    return task;
  }

  /** A task by its id, or null. */
  find(id: string, kind: TaskKind): Task | null {
    const task = this.#tasks.get(id);
    return task?.kind === kind ? task : null;
  }

  list(): readonly Task[] {
    return [...this.#tasks.values()];
  }

  progress(task: Task): TaskProgress {
    const running = this.#running.get(task);
    if (running === undefined) {
      return { fraction: task.phase === 'succeeded' ? 1 : 0, etaSeconds: 0 };
    }
    const passed = performance.now() - running.since;
    if (task.phase === 'queued') {
      const left = Math.max(0, running.queued - passed) + running.processing;
      return { fraction: 0, etaSeconds: left / 1000 };
    }
    const planned = running.processing === 0 ? 1 : passed / running.processing;
    return {
      fraction: Math.min(almostDone, planned),
      etaSeconds: Math.max(0, running.processing - passed) / 1000,
    };
  }

  /** Ends all tasks where they are. */
  close(): void {
    this.#closing.abort();
  }

  async #live(task: Task, running: Running): Promise<void> {
    const { order } = running;
    const { signal } = this.#closing;
    try {
      await pass(running.queued, signal);
      task.phase = 'processing';
      task.startedAt = this.#clock.now();
      running.since = performance.now();
      if (task.quirks.end === 'never') return;
      const isMeant = task.quirks.end === 'succeeded';
      const [outputs] = await Promise.all([
        isMeant ? order.work(task, signal) : [],
        pass(running.processing, signal),
      ]);
      task.outputs = outputs;
      task.phase = task.quirks.end;
      task.reason = isMeant ? '' : task.quirks.reason;
    } catch (error) {
      if (signal.aborted) return;
      task.phase = 'failed';
      task.reason = error instanceof ServiceError ? error.message : 'The task failed.';
    }
    task.finishedAt = this.#clock.now();
    this.#running.delete(task);
    order.onEnd(task);
  }

  #forgetOldest(): void {
    for (const task of this.#tasks.values()) {
      if (this.#tasks.size <= capacity.remembered) break;
      if (isOver(task)) this.#tasks.delete(task.id);
    }
  }
}

/** Waits; the process need not stay for it. */
async function pass(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await sleep(milliseconds, undefined, { signal, ref: false });
}

function tooManyTasks(): ServiceError {
  return new ServiceError({
    status: 429,
    reason: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many tasks wait for their turn.',
  });
}
