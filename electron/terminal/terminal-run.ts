/** What a run from the terminal works with, and how it ends. */
import type { RouterClient } from '@orpc/server';
import type { Backend } from '../backend/create-backend.ts';
import type { Router } from '../backend/router/router.ts';
import type { RecipeOrder } from './recipe-order.ts';
import type { Terminal } from './terminal.ts';

/** How the program ends. */
export const EXIT = { good: 0, failed: 1, wrongOrder: 2, stopped: 130 } as const;

/** The backend, as far as a run from the terminal needs it. */
export type TerminalBackend = Pick<Backend, 'router' | 'recipes' | 'whenIdle' | 'close'>;

/** Where a run from the terminal takes place. */
export interface TerminalParts {
  readonly order: RecipeOrder;
  /** Paths are shown from here. */
  readonly folder: string;
  readonly terminal: Terminal;
  /** @throws AppError `in-use` while Gesso is open, and as `createBackend` does */
  readonly openBackend: (order: RecipeOrder) => Promise<TerminalBackend>;
}

/** A run from the terminal with its backend. */
export interface TerminalRun extends TerminalParts {
  readonly backend: TerminalBackend;
  readonly client: RouterClient<Router>;
  /** Ctrl+C: nothing more begins. */
  readonly stop: AbortSignal;
  /** … and nothing is waited for. */
  readonly hurry: AbortSignal;
}
