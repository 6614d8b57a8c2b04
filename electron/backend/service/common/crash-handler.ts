/** Errors within a minute after which the program is closed as unstable. */
const MOST_A_MINUTE = 50;
/** Errors within a minute after which it exits at once, without time to close anything. */
const TOO_MANY = 10 * MOST_A_MINUTE;
const MINUTE = 60_000;

export interface CatchingProcess {
  on(
    event: 'uncaughtException' | 'unhandledRejection',
    listener: (error: unknown) => void,
  ): unknown;
  exit(code: number): unknown;
}

/** Call once the backend runs. @param deps.giveUp called once @param deps.now monotonic ms */
export function installCrashHandler(deps: {
  readonly process: CatchingProcess;
  readonly report: (error: unknown, isToTell: boolean) => void;
  readonly giveUp: () => void;
  readonly now?: () => number;
}): void {
  const { now = () => performance.now() } = deps;
  let times: readonly number[] = [];
  let toldAt = -Infinity;
  let isGivenUp = false;

  function giveUp(): void {
    if (isGivenUp) return;
    isGivenUp = true;
    deps.giveUp();
  }

  function met(error: unknown): void {
    const at = now();
    times = [...times, at].filter((time) => at - time < MINUTE);
    const isToTell = at - toldAt >= MINUTE; // At most one report a minute.
    if (isToTell) toldAt = at;
    try {
      deps.report(error, isToTell);
    } catch {
      giveUp(); // Neither log nor window accepts anything any more.
    }
    if (times.length > MOST_A_MINUTE) giveUp();
    if (times.length > TOO_MANY) deps.process.exit(1);
  }

  deps.process.on('uncaughtException', met);
  deps.process.on('unhandledRejection', met);
}
