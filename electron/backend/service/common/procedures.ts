import { implement } from '@orpc/server';
import { contract } from '../../../../shared/contract/index.ts';

/** Implements the contract's procedures, each beside its code; `api/router` adds what all share. */
export const os = implement(contract);
