import type { TaskResult } from '../../../../../shared/api/tasks.ts';
import type { TaskFamily } from '../../../../../shared/contract/job-requests.ts';
import type { ServiceClient } from '../../../service/client/index.ts';

/** Changes of the estimate below this share of the remaining time are ignored. */
const STEADY = 0.1;

/** Drops small changes, because each is sent to every window. */
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

export function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
