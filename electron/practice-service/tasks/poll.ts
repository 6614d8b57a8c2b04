/** One poll of a task, with the oddities that steering has asked for, one after another. */
import { refused } from '../errors.ts';
import type { TaskEngine } from './task-engine.ts';
import type { Task, TaskKind } from './task.ts';

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
