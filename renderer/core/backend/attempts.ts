/** Actions of a session that may fail: the error goes into its state, where the screen shows it. */
import type { StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../shared/errors/app-error.ts';
import { readError } from './read-error.ts';

export type Attempts = ReturnType<typeof createAttempts>;

export function createAttempts(
  store: Pick<StoreApi<{ readonly error: AppError | undefined }>, 'setState'>,
) {
  /** Shows an error, unless it only says that something was stopped. */
  function fail(thrown: unknown): void {
    const error = readError(thrown);
    if (error.kind !== 'cancelled') store.setState({ error });
  }
  return {
    fail,
    /** Runs an action and clears the previous error. Never rejects. */
    async attempt(action: () => Promise<unknown>): Promise<void> {
      store.setState({ error: undefined });
      try {
        await action();
      } catch (thrown) {
        fail(thrown);
      }
    },
  };
}
