/** One look at a task: the question, and facts of its answer. */
import type { TaskResult } from '../../../../shared/api/tasks.ts';
import type { TaskFamily } from '../../../../shared/contract/job-requests.ts';
import type { ServiceClient } from '../../service/index.ts';

/** Share of the time left by which an estimate may move without being sent again. */
const STEADY = 0.1;

/**
 * When a task should end. An estimate that hardly moves stays as it was: the difference is not seen, and
 * each change is sent to every window.
 */
export function steadyEnd(
  before: number | undefined,
  now: number,
  etaSeconds: number | undefined,
): number | undefined {
  if (etaSeconds === undefined) return undefined;
  const end = Math.round(now + etaSeconds * 1000);
  const tolerance = Math.max(1000, etaSeconds * 1000 * STEADY);
  return before !== undefined && Math.abs(end - before) <= tolerance ? before : end;
}

/** Asks about a task at the endpoint of its family. */
export function askAbout(
  client: Pick<ServiceClient, 'taskResult' | 'progress'>,
  family: TaskFamily,
  taskId: string,
  options: NonNullable<Parameters<ServiceClient['taskResult']>[1]>,
): Promise<TaskResult> {
  return family === 'progress'
    ? client.progress(taskId, options)
    : client.taskResult(taskId, options);
}

/** The first of the known moments. */
export function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
