/** GET /v3/async/task-result or GET /v2/progress. */
import { PROGRESS_PATH, taskOfProgress } from '../../../../../shared/api/progress.ts';
import {
  taskOfAnswer,
  TASK_RESULT_PATH,
  type TaskResult,
} from '../../../../../shared/api/tasks.ts';
import type { CallOptions, ServiceCalls } from '../service-calls.ts';
import { envelopeCall, jsonCall, type CallListener } from './json-call.ts';

export async function readTaskResult(
  service: ServiceCalls,
  taskId: string,
  options: CallOptions & CallListener,
): Promise<TaskResult> {
  return await jsonCall(
    service,
    {
      method: 'GET',
      path: TASK_RESULT_PATH,
      group: 'media',
      query: { task_id: taskId },
    },
    options,
    (json) => {
      const task = inOwnTime(service, (now) => taskOfAnswer(json, now));
      return task?.taskId === undefined || task.taskId === taskId ? task : undefined;
    },
    'it does not speak of this task',
  );
}

/** `task_id` is sent once, although the specification calls it an array. */
export async function progress(
  service: ServiceCalls,
  taskId: string,
  options: CallOptions & CallListener,
): Promise<TaskResult> {
  return await envelopeCall(
    service,
    { method: 'GET', path: PROGRESS_PATH, group: 'media', query: { task_id: taskId } },
    options,
    (data) => inOwnTime(service, (now) => taskOfProgress(data, taskId, now)),
    'it does not speak of a task',
  );
}

/** Signed addresses carry the service's time, so clocks are compared before an expiry is shown. */
function inOwnTime<T extends TaskResult | undefined>(
  service: ServiceCalls,
  read: (now: number) => T,
): T {
  const skew = service.skew.milliseconds();
  const task = read(service.clock.now() + skew);
  if (task === undefined || skew === 0) return task;
  const files = task.files.map((file) =>
    file.expiresAt === undefined ? file : { ...file, expiresAt: file.expiresAt - skew },
  );
  return { ...task, files };
}
