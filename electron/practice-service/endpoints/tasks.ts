/** The result of a task ("GET /v3/async/task-result"). */
import { type Answer, jsonAnswer } from '../answer.ts';
import { invalidBody } from '../errors.ts';
import type { RequestContext, Route } from '../router.ts';
import { pollTask } from '../tasks/poll.ts';
import type { Task } from '../tasks/task.ts';
import { taskResult } from '../tasks/task-result.ts';
import { resultUrl } from './result-url.ts';

const RESULT_PATH = '/v3/async/task-result';

export const TASK_ROUTES: readonly Route[] = [
  { method: 'GET', path: RESULT_PATH, handle: answerTaskResult },
];

function answerTaskResult(context: RequestContext): Answer {
  const id = context.url.searchParams.get('task_id');
  if (id === null || id === '') throw invalidBody('The parameter task_id is missing.');
  const { task, oddity } = pollTask(context.services.tasks, id, 'IMG_TO_VIDEO');
  const result = taskResultAnswer(context, task);
  if (oddity === null) return jsonAnswer(result);
  return jsonAnswer({
    ...result,
    task: { ...result.task, status: oddity.status, reason: '' },
    videos: [],
  });
}

/** The task result object, with addresses that are valid from now on. */
export function taskResultAnswer(
  context: Pick<RequestContext, 'services' | 'origin'>,
  task: Task,
): ReturnType<typeof taskResult> {
  return taskResult(task, context.services.tasks, (key, seconds) =>
    resultUrl(context, RESULT_PATH, key, seconds),
  );
}
