/** The typed client of the contract, and its counterpart for React Query. */
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import type { Contract } from '../../../shared/contract/index.ts';
import { askingOverBudget } from './over-budget.ts';
import { openBackendLine } from './transport.ts';

export { readError } from './read-error.ts';

/** The backend as the contract has it; rejections are read with {@link readError}. */
export type BackendClient = ContractRouterClient<Contract>;

/** One line for the life of the window. */
export const backendLine = openBackendLine();

/** Calls the backend. */
export const backend: BackendClient = createORPCClient(askingOverBudget(backendLine.link));

/** Query and mutation options by procedure. */
export const queries = createTanstackQueryUtils(backend);
