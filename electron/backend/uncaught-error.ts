/** An uncaught error, in words for the user. */
import type { AppError, AppErrorData } from '../../shared/errors/app-error.ts';

/** The work that failed is unknown, so only errors of the disk have sentences of their own. */
export function uncaughtError(error: AppError): AppErrorData {
  if (error.kind !== 'unexpected') return error.toData();
  return {
    ...error.toData(),
    message: 'Something went wrong in Gesso. If something no longer works, start Gesso again.',
  };
}
