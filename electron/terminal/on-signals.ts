/** Signals that ask a program to end: Ctrl+C, a kill, a closed terminal. */

export interface SignalledProcess {
  on(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
}

/**
 * Call when Electron is ready: Electron installs its handlers shortly before, and the last ones
 * win.
 * @param listener `isHurried`: at the second Ctrl+C, and if nobody could press it
 */
export function onSignals(from: SignalledProcess, listener: (isHurried: boolean) => void): void {
  let interrupts = 0;
  from.on('SIGINT', () => {
    interrupts += 1;
    listener(interrupts > 1);
  });
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) from.on(signal, () => listener(true));
}
