/** The typed client of the contract, and its counterpart for React Query. */
import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { appErrorSchema } from '../../shared/contract/common.ts';
import type { Contract } from '../../shared/contract/index.ts';
import { AppError, toAppError } from '../../shared/errors/app-error.ts';
import { openBackendLine } from './transport.ts';

/** One line for the life of the window. */
export const backendLine = openBackendLine();

/** Calls the backend; rejections are read with {@link readError}. */
export const backend: ContractRouterClient<Contract> = createORPCClient(backendLine.link);

/** Query and mutation options by procedure. */
export const queries = createTanstackQueryUtils(backend);

/** Whatever was thrown by a call, as an `AppError`. */
export function readError(thrown: unknown): AppError {
  if (thrown instanceof ORPCError) {
    const parsed = appErrorSchema.safeParse(thrown.data);
    if (parsed.success) return new AppError(parsed.data, { cause: thrown });
  }
  return toAppError(thrown);
}
