import { invalidBody, ServiceError } from '../errors.ts';
import { type Answer, jsonAnswer, type RequestContext, type Route } from '../router.ts';
import { nextQuirk } from '../tasks/quirks.ts';
import type { Task } from '../tasks/task.ts';
import { taskResult } from '../tasks/task-result.ts';
import { resultUrl } from './result-url.ts';

const resultPath = '/v3/async/task-result';

export const taskRoutes: readonly Route[] = [
  { method: 'GET', path: resultPath, handle: answerTaskResult },
];

function answerTaskResult(context: RequestContext): Answer {
  const id = context.url.searchParams.get('task_id');
  if (id === null || id === '') throw invalidBody('The parameter task_id is missing.');
  const task = context.services.tasks.find(id, 'IMG_TO_VIDEO');
  const quirk = task === null ? 'missing' : nextQuirk(task);
  if (task === null || quirk === 'missing') {
    throw new ServiceError({
      status: 404,
      reason: 'TASK_NOT_FOUND',
      message: 'No task has this id.',
      metadata: { task_id: id },
    });
  }
  const result = taskResultAnswer(context, task);
  if (quirk === null) return jsonAnswer(result);
  return jsonAnswer({
    ...result,
    task: { ...result.task, status: quirk.status, reason: '' },
    videos: [],
  });
}

/** The task result object, with addresses that are valid from now on. */
export function taskResultAnswer(
  context: Pick<RequestContext, 'services' | 'origin'>,
  task: Task,
): ReturnType<typeof taskResult> {
  return taskResult(task, context.services.tasks, (key, seconds) =>
    resultUrl(context, resultPath, key, seconds),
  );
}
