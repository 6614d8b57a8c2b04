import { ORPCError } from '@orpc/client';
import { appErrorSchema } from '../../../shared/contract/common.ts';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';

export function readError(thrown: unknown): AppError {
  if (thrown instanceof ORPCError) {
    const parsed = appErrorSchema.safeParse(thrown.data);
    if (parsed.success) return AppError.of(parsed.data, { cause: thrown });
  }
  return toAppError(thrown);
}
