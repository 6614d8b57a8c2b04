/** Errors of the backend, over the contract or direct. */
import { ORPCError } from '@orpc/server';
import { appErrorSchema } from '../../shared/contract/common.ts';
import { AppError, toAppError } from '../../shared/errors/app-error.ts';

export function readError(thrown: unknown): AppError {
  const data = thrown instanceof ORPCError ? appErrorSchema.safeParse(thrown.data) : undefined;
  return data?.success === true ? new AppError(data.data, { cause: thrown }) : toAppError(thrown);
}
