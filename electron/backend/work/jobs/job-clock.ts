import { toAppError } from '../../../../shared/errors/app-error.ts';

/** Delay before a failed callback is called again, ms. */
const AGAIN = 1000;

export interface JobClock {
  /** Unix ms. */
  now(): number;
  after(milliseconds: number, callback: () => void): () => void;
  /** From 0 to below 1. */
  random(): number;
}

export const SYSTEM_JOB_CLOCK: JobClock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/** A callback that throws must not end the program: each sets the timer for the next. */
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

/** Resolves after the time, or when `signal` is aborted. */
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
