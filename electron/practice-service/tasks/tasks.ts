/** Tasks that go on after their call was answered. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceClock } from '../clock.ts';
import { refused, ServiceError } from '../errors.ts';
import type { SideRounding } from '../upscale/call.ts';

/** The kinds of tasks, by their result. */
export type TaskKind = 'IMG_TO_VIDEO' | 'UPSCALE';

/** Where a task stands. Nothing leads back, and the last three are for good. */
export type TaskPhase = 'queued' | 'processing' | 'succeeded' | 'failed' | 'timed-out';

/** One file that a task has made. */
export interface TaskOutput {
  /** Key in the object storage. */
  readonly key: string;
  /** Such as `mp4`. */
  readonly type: string;
  /** Seconds for which each address of it is valid. */
  readonly ttlSeconds: number;
}

/** The oddities of a task, on demand. See the fault `task` in docs/practice-service.md. */
export interface TaskQuirks {
  /** Polls that are still answered as if the task did not exist. */
  missingPolls: number;
  /** Polls that still tell `status` in place of the real one. */
  statusPolls: number;
  readonly status: string | number | null;
  readonly end: 'succeeded' | 'failed' | 'timed-out' | 'never';
  /** Why it failed. */
  readonly reason: string;
  /** Progress and remaining time are reported as 0 all the time. */
  readonly isProgressHidden: boolean;
  /** Sent in place of the validity of each address; undefined for the real one. */
  readonly urlTtl: unknown;
  /** The type of each file is left out. */
  readonly isTypeHidden: boolean;
  /** How an upscale rounds the sides of its result. */
  readonly rounding: SideRounding;
  /** An upscale's result has this size, whatever was asked for. */
  readonly otherSize: { readonly width: number; readonly height: number } | null;
}

/** One asynchronous task. Times are Unix milliseconds of the service's clock. */
export interface Task {
  readonly id: string;
  readonly kind: TaskKind;
  readonly submittedAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  phase: TaskPhase;
  /** Empty until it has succeeded. */
  outputs: readonly TaskOutput[];
  /** Why it failed, or empty. */
  reason: string;
  /** Facts that are sent with the result, such as the seed that was used. */
  readonly facts: Readonly<Record<string, string>>;
  readonly quirks: TaskQuirks;
}

/** A task that behaves. */
export function noQuirks(): TaskQuirks {
  return {
    missingPolls: 0,
    statusPolls: 0,
    status: null,
    end: 'succeeded',
    reason: '',
    isProgressHidden: false,
    urlTtl: undefined,
    isTypeHidden: false,
    rounding: 'exact',
    otherSize: null,
  };
}

/** Whether a task has come to its end, good or bad. */
export function isOver(task: Task): boolean {
  return task.phase !== 'queued' && task.phase !== 'processing';
}

/** Everything that makes up a task. */
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
  /** Called once the task is over. */
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

const CAPACITY = {
  /** Tasks that are remembered. */
  remembered: 2000,
  /** Bytes of all orders that have not been worked on yet. */
  inputBytes: 512 * 1024 * 1024,
} as const;

/** Most progress that is reported while the work is not done. */
const ALMOST_DONE = 0.99;

/** Runs asynchronous tasks: queued, processing, over. */
export interface TaskEngine {
  /** Factor by which tasks are faster than the real ones. */
  readonly speed: number;
  /** Sets the speed of tasks that are submitted from now on. */
  setSpeed(times: number): void;
  /**
   * Takes a task.
   *
   * @throws ServiceError 429 when too much waits already
   */
  submit(order: TaskOrder): Task;
  /** A task by its id, or null. */
  find(id: string, kind: TaskKind): Task | null;
  list(): readonly Task[];
  progress(task: Task): TaskProgress;
  /** Ends all tasks where they are. */
  close(): void;
}

/** An engine without tasks. */
export function createTaskEngine(clock: ServiceClock, firstSpeed: number): TaskEngine {
  const tasks = new Map<string, Task>();
  const running = new Map<Task, Running>();
  const closing = new AbortController();
  let speed = firstSpeed;

  async function live(task: Task, own: Running): Promise<void> {
    const { order } = own;
    const { signal } = closing;
    try {
      await pass(own.queued, signal);
      task.phase = 'processing';
      task.startedAt = clock.now();
      own.since = performance.now();
      if (task.quirks.end === 'never') return;
      const isMeant = task.quirks.end === 'succeeded';
      const [outputs] = await Promise.all([
        isMeant ? order.work(task, signal) : [],
        pass(own.processing, signal),
      ]);
      task.outputs = outputs;
      task.phase = task.quirks.end;
      task.reason = isMeant ? '' : task.quirks.reason;
    } catch (error) {
      if (signal.aborted) return;
      task.phase = 'failed';
      task.reason = error instanceof ServiceError ? error.message : 'The task failed.';
    }
    task.finishedAt = clock.now();
    running.delete(task);
    order.onEnd(task);
  }

  function forgetOldest(): void {
    for (const task of tasks.values()) {
      if (tasks.size <= CAPACITY.remembered) break;
      if (isOver(task)) tasks.delete(task.id);
    }
  }

  return {
    get speed() {
      return speed;
    },
    setSpeed: (times) => {
      speed = times;
    },
    submit: (order) => {
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
        outputs: [],
        reason: '',
        facts: order.facts,
        quirks: order.quirks,
      };
      tasks.set(task.id, task);
      forgetOldest();
      const own: Running = {
        order,
        queued: (1000 * order.queuedSeconds) / speed,
        processing: (1000 * order.processingSeconds) / speed,
        since: performance.now(),
      };
      running.set(task, own);
      void live(task, own);
      return task;
    },
    find: (id, kind) => {
      const task = tasks.get(id);
      return task?.kind === kind ? task : null;
    },
    list: () => [...tasks.values()],
    progress: (task) => progressOf(task, running.get(task)),
    close: () => closing.abort(),
  };
}

/** @param running undefined once the task is over */
function progressOf(task: Task, running: Running | undefined): TaskProgress {
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
    fraction: Math.min(ALMOST_DONE, planned),
    etaSeconds: Math.max(0, running.processing - passed) / 1000,
  };
}

/** Waits; the process need not stay for it. */
async function pass(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await sleep(milliseconds, undefined, { signal, ref: false });
}

/** A task as a poll finds it. */
export interface Poll {
  readonly task: Task;
  /** A status to tell in place of the real one, or null. */
  readonly oddity: { readonly status: string | number | null } | null;
}

/**
 * Looks a task up for a poll, and counts its oddities down.
 *
 * @throws ServiceError 404 TASK_NOT_FOUND, also for a task that is not to be found yet
 */
export function pollTask(tasks: TaskEngine, id: string, kind: TaskKind): Poll {
  const task = tasks.find(id, kind);
  if (task === null || task.quirks.missingPolls > 0) {
    if (task !== null) task.quirks.missingPolls -= 1;
    throw refused(404, 'TASK_NOT_FOUND', 'No task has this id.', { task_id: id });
  }
  if (task.quirks.statusPolls === 0) return { task, oddity: null };
  task.quirks.statusPolls -= 1;
  return { task, oddity: { status: task.quirks.status } };
}
