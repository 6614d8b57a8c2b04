import type { RouterClient } from '@orpc/server';
import type { Backend } from '../backend/create-backend.ts';
import type { Router } from '../backend/api/router/router.ts';
import type { RecipeOrder } from './recipe-order.ts';
import type { Terminal } from './terminal.ts';

export const EXIT = { good: 0, failed: 1, wrongOrder: 2, stopped: 130 } as const;

export type TerminalBackend = Pick<Backend, 'router' | 'recipes' | 'whenIdle' | 'close'>;

export interface TerminalDeps {
  readonly order: RecipeOrder;
  /** Paths are shown relative to this. */
  readonly folder: string;
  readonly terminal: Terminal;
  /** @throws AppError `in-use` while Gesso is open, and as `createBackend` */
  readonly openBackend: (order: RecipeOrder) => Promise<TerminalBackend>;
}

export interface TerminalRun extends TerminalDeps {
  readonly backend: TerminalBackend;
  readonly client: RouterClient<Router>;
  /** Ctrl+C: nothing more starts. */
  readonly stop: AbortSignal;
  /** Second Ctrl+C: nothing is waited for. */
  readonly hurry: AbortSignal;
}
