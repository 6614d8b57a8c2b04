/** Errors of the backend, which come over the contract or straight from it. */
import { ORPCError } from '@orpc/server';
import { appErrorSchema } from '../../shared/contract/common.ts';
import { AppError, toAppError } from '../../shared/errors/app-error.ts';

/** Any of them, as an `AppError`. */
export function readError(thrown: unknown): AppError {
  const data = thrown instanceof ORPCError ? appErrorSchema.safeParse(thrown.data) : undefined;
  return data?.success === true ? new AppError(data.data, { cause: thrown }) : toAppError(thrown);
}
