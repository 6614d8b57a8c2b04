import type { Task } from './task.ts';

/**
 * What is odd about the next poll of a task, counted down.
 *
 * @returns `missing`: the task does not exist yet; a status to tell in place of the real one; or null
 */
export function nextQuirk(
  task: Task,
): 'missing' | { readonly status: string | number | null } | null {
  const { quirks } = task;
  if (quirks.missingPolls > 0) {
    quirks.missingPolls -= 1;
    return 'missing';
  }
  if (quirks.statusPolls > 0) {
    quirks.statusPolls -= 1;
    return { status: quirks.status };
  }
  return null;
}
