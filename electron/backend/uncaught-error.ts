/** An error that nobody has caught, as the user is told of it. */
import type { AppError, AppErrorData } from '../../shared/errors/app-error.ts';

/** Where nobody knows which work it was of, only the disk has a sentence of its own. */
export function uncaughtError(error: AppError): AppErrorData {
  if (error.kind !== 'unexpected') return error.toData();
  return {
    ...error.toData(),
    message: 'Something went wrong in Gesso. If something no longer works, start Gesso again.',
  };
}
