/** The signals that ask a program to end: Ctrl+C, a kill, a terminal that is closed. */

/** The process, as far as it is used. */
export interface SignalledProcess {
  on(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
}

/**
 * Call under Electron when that is ready: Electron takes the signals over shortly before, and the latest has them.
 *
 * @param listener `isHurried`: at the second Ctrl+C, and where nobody sits who could press it
 */
export function onSignals(from: SignalledProcess, listener: (isHurried: boolean) => void): void {
  let interrupts = 0;
  from.on('SIGINT', () => {
    interrupts += 1;
    listener(interrupts > 1);
  });
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) from.on(signal, () => listener(true));
}
