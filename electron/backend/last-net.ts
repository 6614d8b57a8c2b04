/**
 * The last net: an uncaught error ends neither the program nor the work under way, and is not
 * swallowed either. It goes into the log with its stack, and the window says that something went wrong.
 */

/** Errors within a minute after which the program is no longer sound and is closed. */
const MOST_A_MINUTE = 50;
/** … and after which it ends at once: errors without a pause leave no time to close anything. */
const TOO_MANY = 10 * MOST_A_MINUTE;
const MINUTE = 60_000;

/** The process, as far as it is used. */
export interface CatchingProcess {
  on(
    event: 'uncaughtException' | 'unhandledRejection',
    listener: (error: unknown) => void,
  ): unknown;
  exit(code: number): unknown;
}

/**
 * Call once, when the backend is there: before that, a start that fails says so and ends.
 *
 * @param parts.report into the log, and as a sentence to the window if `isToTell`
 * @param parts.giveUp the errors do not end: closes what can be closed, and ends the process; called once
 * @param parts.now ms; of a monotonic clock unless given
 */
export function catchTheRest(parts: {
  readonly process: CatchingProcess;
  readonly report: (error: unknown, isToTell: boolean) => void;
  readonly giveUp: () => void;
  readonly now?: () => number;
}): void {
  const { now = () => performance.now() } = parts;
  let times: readonly number[] = [];
  let toldAt = -Infinity;
  let isGivenUp = false;

  function giveUp(): void {
    if (isGivenUp) return;
    isGivenUp = true;
    parts.giveUp();
  }

  function met(error: unknown): void {
    const at = now();
    times = [...times, at].filter((time) => at - time < MINUTE);
    const isToTell = at - toldAt >= MINUTE; // the same one again and again is one
    if (isToTell) toldAt = at;
    try {
      parts.report(error, isToTell);
    } catch {
      giveUp(); // neither log nor window can take another word
    }
    if (times.length > MOST_A_MINUTE) giveUp();
    if (times.length > TOO_MANY) parts.process.exit(1);
  }

  parts.process.on('uncaughtException', met);
  parts.process.on('unhandledRejection', met);
}
