import type { TaskResult } from '../../../../../shared/api/tasks.ts';
import { isFinalJobState } from '../../../../../shared/contract/jobs.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import type { StoredJob } from '../log/stored-job.ts';

/** Most files of one task; an honest one has a handful. */
export const MOST_FILES = 100;

/** The service continues a cancelled task and may charge, so its result is still downloaded. */
export function isStopped({ state, kind }: Pick<StoredJob, 'state' | 'kind'>): boolean {
  return state === 'cancelled' && kind !== 'watch';
}

export function isOver(job: StoredJob): boolean {
  return isFinalJobState(job.state) && !isStopped(job);
}

/** Services may also refuse a mistyped id instead of answering "not found". */
export function saysUnknown(error: AppError, job: StoredJob): boolean {
  if (error.kind === 'not-found') return true;
  return error.kind === 'rejected' && job.kind === 'watch' && job.state !== 'downloading';
}

/** For a watched task that the service itself doesn't know, the message names what to check. */
export function unknownTask(
  { kind, connectionName, taskId }: StoredJob,
  error: AppError,
): AppError {
  if (kind !== 'watch' || error.details?.['status'] === undefined) return error;
  return new AppError({
    kind: 'not-found',
    message: `“${connectionName}” has no task with this ID. Check the ID, the connection and the kind of task. Services delete tasks some time after they end.`,
    action: 'retry',
    details: { ...error.details, ...(taskId === undefined ? {} : { taskId }) },
  });
}

export function refusedTask(error: AppError): AppError {
  return new AppError({
    kind: 'rejected',
    message: `${error.message} It was asked about this task several times. “Look again” asks once more.`,
    action: 'retry',
    ...(error.details === undefined ? {} : { details: error.details }),
  });
}

export function failureOf(result: TaskResult): AppError {
  const reason = result.reason?.trim() ?? '';
  const words = reason === '' ? '' : ` Its reason: ${reason.slice(0, 300)}`;
  return new AppError({
    kind: 'service-failed',
    message: `The service could not finish this task.${words}${/[.!?]$/u.test(words) || words === '' ? '' : '.'}`,
    action: 'retry',
    details: { status: result.rawStatus, ...(reason === '' ? {} : { reason }) },
  });
}

export function tooManyFiles(count: number): AppError {
  return new AppError({
    kind: 'bad-answer',
    message: `The service returned ${count} files for one task. Gesso takes up to ${MOST_FILES}.`,
    details: { files: count, limit: MOST_FILES },
  });
}

export function noFiles(): AppError {
  return new AppError({
    kind: 'bad-answer',
    message: 'The service finished the task but returned no file. “Look again” checks once more.',
  });
}
