/** A task as the newer endpoint tells it. */
import type { TaskEngine } from './task-engine.ts';
import { isOver, type Task, type TaskPhase } from './task.ts';

const STATUSES: Readonly<Record<TaskPhase, string>> = {
  queued: 'TASK_STATUS_QUEUED',
  processing: 'TASK_STATUS_PROCESSING',
  succeeded: 'TASK_STATUS_SUCCEED',
  failed: 'TASK_STATUS_FAILED',
  'timed-out': 'TASK_STATUS_FAILED',
};

/** The part of a task result that every task has. */
interface TaskState {
  readonly task_id: string;
  readonly task_type: string;
  readonly status: string;
  readonly reason: string;
  readonly eta: number;
  readonly progress_percent: number;
}

/**
 * The task result object ("Task result" of the specification), with the additions of such services:
 * `extra.seed`, `task.eta` (seconds) and `task.progress_percent` (0 to 100).
 *
 * @param signed gives a signed address of a stored file
 */
export function taskResult(
  task: Task,
  engine: TaskEngine,
  signed: (key: string, seconds: number) => string,
): { readonly task: TaskState } & Readonly<Record<string, unknown>> {
  const { quirks } = task;
  const { fraction, etaSeconds } = engine.progress(task);
  const isHidden = quirks.isProgressHidden && !isOver(task);
  return {
    extra: task.facts,
    task: {
      task_id: task.id,
      task_type: task.kind,
      status: STATUSES[task.phase],
      reason: task.reason,
      eta: isHidden ? 0 : Math.ceil(etaSeconds),
      progress_percent: isHidden ? 0 : Math.floor(100 * fraction),
    },
    images: [],
    videos: task.outputs.map((output) => ({
      video_url: signed(output.key, output.ttlSeconds),
      video_url_ttl: quirks.urlTtl === undefined ? String(output.ttlSeconds) : quirks.urlTtl,
      ...(quirks.isTypeHidden ? {} : { video_type: output.type }),
    })),
  };
}
