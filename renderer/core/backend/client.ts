/** The typed client of the contract, and its React Query counterpart. */
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import type { Contract } from '../../../shared/contract/index.ts';
import { askingOverBudget } from './over-budget.ts';
import { openBackendLine } from './transport.ts';

export { readError } from './read-error.ts';

/** Rejections are read with {@link readError}. */
export type BackendClient = ContractRouterClient<Contract>;

/** Lives as long as the window. */
export const backendLine = openBackendLine();

export const backend: BackendClient = createORPCClient(askingOverBudget(backendLine.link));

export const queries = createTanstackQueryUtils(backend);
