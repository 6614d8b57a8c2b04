/** The form of an asynchronous task. */
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
