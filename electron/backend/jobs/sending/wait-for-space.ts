import { toAppError, type AppErrorData } from '../../../../shared/errors/app-error.ts';
import { pause, type JobClock } from '../job-clock.ts';

/** First and longest delay between attempts, ms. */
const WAITS = { first: 500, most: 5000 } as const;

export const HELD_UP = {
  answer: held(
    'The disk is full. Gesso holds the result in memory and saves it as soon as there is space. Free some space before you quit Gesso.',
  ),
  result: held(
    'The disk is full. The service’s answer is saved. Gesso finishes the result as soon as there is space.',
  ),
  task: held(
    'The disk is full. The service works on the task, and Gesso notes its ID as soon as there is space. Free some space before you quit Gesso.',
  ),
} as const;

/**
 * @param options.onFull called after each attempt that found the disk full
 * @throws the action's error: any other immediately, a full disk once `signal` is aborted
 */
export async function waitForSpace<Result>(
  action: () => Result | Promise<Result>,
  options: { readonly clock: JobClock; readonly signal: AbortSignal; onFull(): void },
): Promise<Result> {
  for (let wait: number = WAITS.first; ; wait = Math.min(wait * 2, WAITS.most)) {
    try {
      return await action();
    } catch (error) {
      if (toAppError(error).kind !== 'disk-full' || options.signal.aborted) throw error;
      options.onFull();
      await pause(options.clock, wait, options.signal);
    }
  }
}

function held(message: string): AppErrorData {
  return { kind: 'disk-full', message };
}
