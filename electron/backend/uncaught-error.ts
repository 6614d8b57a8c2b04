import type { AppError, AppErrorData } from '../../shared/errors/app-error.ts';

/** The failed work is unknown, so only disk errors have messages of their own. */
export function uncaughtError(error: AppError): AppErrorData {
  if (error.kind !== 'unexpected') return error.toData();
  return {
    ...error.toData(),
    message: 'Something went wrong in Gesso. If something no longer works, start Gesso again.',
  };
}
