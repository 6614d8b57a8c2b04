import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { refused, ServiceError } from '../answer.ts';
import type { ServiceClock } from '../clock.ts';

type TaskKind = 'IMG_TO_VIDEO' | 'UPSCALE';

export interface TaskOutput {
  readonly key: string;
  readonly type: string;
  /** Validity of each of its addresses, seconds. */
  readonly ttlSeconds: number;
}

/** Times are ms since 1970 by the service's clock. */
export interface Task {
  readonly id: string;
  readonly kind: TaskKind;
  readonly submittedAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  phase: 'queued' | 'processing' | 'succeeded' | 'failed' | 'timed-out';
  /** Read when its processing begins. */
  end: 'succeeded' | 'failed' | 'timed-out' | 'never';
  /** Empty until it has succeeded. */
  outputs: readonly TaskOutput[];
  reason: string;
  /** Sent with the result, such as the seed that was used. */
  readonly facts: Readonly<Record<string, string>>;
}

interface TaskOrder extends Pick<Task, 'kind' | 'facts'> {
  /** At the speed of 1. */
  readonly queuedSeconds: number;
  /** At the speed of 1; the work may take longer. */
  readonly processingSeconds: number;
  /** Bytes that the order holds until its work is done. */
  readonly inputBytes: number;
  /** Why it is to fail, for a test of webhooks. */
  readonly failure?: string;
  /** Called once, when processing begins. */
  readonly work: (task: Task, signal: AbortSignal) => Promise<readonly TaskOutput[]>;
  readonly onEnd: (task: Task) => void;
}

interface Running {
  readonly order: TaskOrder;
  /** Ms at the speed that was set when the task was submitted. */
  readonly queued: number;
  readonly processing: number;
  /** `performance.now()` at which the present phase began. */
  since: number;
}

const CAPACITY = {
  remembered: 2000,
  /** Bytes of all orders that have not been worked on yet. */
  inputBytes: 512 * 1024 * 1024,
} as const;

/** Most progress that is reported while the work is not done. */
const ALMOST_DONE = 0.99;

export function createTaskEngine(clock: ServiceClock, firstSpeed: number) {
  const tasks = new Map<string, Task>();
  const running = new Map<Task, Running>();
  const closing = new AbortController();

  async function live(task: Task, own: Running): Promise<void> {
    const { order } = own;
    const { signal } = closing;
    try {
      await pass(own.queued, signal);
      task.phase = 'processing';
      task.startedAt = clock.now();
      own.since = performance.now();
      if (task.end === 'never') return;
      const isMeant = task.end === 'succeeded';
      [task.outputs] = await Promise.all([
        isMeant ? order.work(task, signal) : [],
        pass(own.processing, signal),
      ]);
      task.phase = task.end;
    } catch (error) {
      if (signal.aborted) return;
      task.phase = 'failed';
      task.reason = error instanceof ServiceError ? error.message : 'The task failed.';
    }
    task.finishedAt = clock.now();
    running.delete(task);
    order.onEnd(task);
  }

  return {
    speed: firstSpeed,
    /** @throws ServiceError 429 if too much is waiting */
    submit(order: TaskOrder): Task {
      const held = [...running.values()].reduce((sum, each) => sum + each.order.inputBytes, 0);
      if (held + order.inputBytes > CAPACITY.inputBytes) {
        throw refused(429, 'RATE_LIMIT_EXCEEDED', 'Too many tasks wait for their turn.');
      }
      const task: Task = {
        id: randomUUID(),
        kind: order.kind,
        submittedAt: clock.now(),
        startedAt: null,
        finishedAt: null,
        phase: 'queued',
        end: order.failure === undefined ? 'succeeded' : 'failed',
        outputs: [],
        reason: order.failure ?? '',
        facts: order.facts,
      };
      tasks.set(task.id, task);
      for (const old of tasks.values()) {
        if (tasks.size <= CAPACITY.remembered) break;
        if (!running.has(old) && old !== task) tasks.delete(old.id);
      }
      const own: Running = {
        order,
        queued: (1000 * order.queuedSeconds) / this.speed,
        processing: (1000 * order.processingSeconds) / this.speed,
        since: performance.now(),
      };
      running.set(task, own);
      void live(task, own);
      return task;
    },
    /** @throws ServiceError 404 TASK_NOT_FOUND */
    find(id: string, kind: TaskKind): Task {
      const task = tasks.get(id);
      if (task?.kind === kind) return task;
      throw refused(404, 'TASK_NOT_FOUND', 'No task has this id.', { task_id: id });
    },
    list: () => [...tasks.values()],
    /** Returns the share that is done, 1 only after success, and the estimated seconds left. */
    progress(task: Task) {
      const own = running.get(task);
      if (own === undefined) {
        return { fraction: task.phase === 'succeeded' ? 1 : 0, etaSeconds: 0 };
      }
      const passed = performance.now() - own.since;
      if (task.phase === 'queued') {
        const left = Math.max(0, own.queued - passed) + own.processing;
        return { fraction: 0, etaSeconds: left / 1000 };
      }
      const planned = own.processing === 0 ? 1 : passed / own.processing;
      return {
        fraction: Math.min(ALMOST_DONE, planned),
        etaSeconds: Math.max(0, own.processing - passed) / 1000,
      };
    },
    close: () => closing.abort(),
  };
}

async function pass(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await sleep(milliseconds, undefined, { signal, ref: false });
}
