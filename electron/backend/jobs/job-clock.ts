/** Time and chance for the job engine; tests bring their own. */

import { toAppError } from '../../../shared/errors/app-error.ts';

/** Before a callback that threw is called again, ms. */
const AGAIN = 1000;

export interface JobClock {
  /** Unix ms. */
  now(): number;
  /** Calls back once, after this many ms. @returns the way to call it off */
  after(milliseconds: number, callback: () => void): () => void;
  /** From 0 up to, not including, 1. */
  random(): number;
}

/** The computer's own. */
export const SYSTEM_CLOCK: JobClock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/**
 * A clock whose callbacks cannot end the program: one that throws is called again a moment later, since each
 * sets the alarm for the next.
 */
export function guardedClock(clock: JobClock, log: (line: string) => void): JobClock {
  return {
    ...clock,
    after(milliseconds, callback) {
      let callOff: () => void;
      const run = () => {
        try {
          callback();
        } catch (error) {
          log(`jobs: not looked after yet: ${toAppError(error).message}`);
          callOff = clock.after(AGAIN, run);
        }
      };
      callOff = clock.after(milliseconds, run);
      return () => callOff();
    },
  };
}

/** Resolves after this many ms, or as soon as `signal` is aborted. */
export function pause(clock: JobClock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = () => {
      callOff();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const callOff = clock.after(milliseconds, end);
    signal.addEventListener('abort', end, { once: true });
  });
}
