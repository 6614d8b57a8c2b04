/** Actions of a session whose errors are shown in its place. */
import type { AppError } from '../../shared/errors/app-error.ts';
import { readError } from './read-error.ts';

export interface Attempts {
  /** Shows an error; one that the user has caused by stopping is none. */
  fail(thrown: unknown): void;
  /** Takes the former error away, then acts. Never rejects. */
  attempt(action: () => Promise<void>): Promise<void>;
}

/** @param show `undefined` takes the error away */
export function createAttempts(show: (error: AppError | undefined) => void): Attempts {
  function fail(thrown: unknown): void {
    const error = readError(thrown);
    if (error.kind !== 'cancelled') show(error);
  }
  return {
    fail,
    async attempt(action) {
      show(undefined);
      try {
        await action();
      } catch (thrown) {
        fail(thrown);
      }
    },
  };
}
