import { invalidBody, ServiceError } from '../errors.ts';
import type { Answer, RequestContext, Route } from '../router.ts';

export const taskRoutes: readonly Route[] = [
  { method: 'GET', path: '/v3/async/task-result', handle: taskResult },
];

/** Nothing here makes asynchronous tasks yet, so every id is unknown. */
function taskResult(context: RequestContext): Answer {
  const taskId = context.url.searchParams.get('task_id');
  if (taskId === null || taskId === '') throw invalidBody('The parameter task_id is missing.');
  throw new ServiceError({
    status: 404,
    reason: 'TASK_NOT_FOUND',
    message: 'No task has this id.',
    metadata: { task_id: taskId },
  });
}
