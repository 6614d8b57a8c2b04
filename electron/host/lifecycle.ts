/**
 * The end of Gesso. Closing the window loses no paid work: running calls are finished and
 * saved without a window, then the process ends. On macOS, closing the window ends nothing.
 */

/** The backend, as far as the end of the program needs it. */
export interface EndingBackend {
  whenIdle(): Promise<void>;
  /** @param options.isHurried the system is ending: only what cannot wait */
  close(options: { readonly isHurried: boolean }): Promise<void>;
}

/** The parts of Electron and the host that are used. */
export interface LifecycleParts {
  readonly backend: EndingBackend;
  /** As on macOS, where a program goes on without a window. */
  staysWithoutWindow(): boolean;
  /** Opens the window, or brings it to the front. */
  showWindow(): void;
  /** Closes every window without asking. */
  closeWindows(): void;
  /** Ends the process at once; called exactly once. */
  exit(code: number): void;
  writeLogLine(line: string): void;
}

/** Called for the events of the program, see `main.ts`. */
export interface Lifecycle {
  /** The last window was closed. */
  windowsClosed(): void;
  /**
   * The user asks the program to quit. `wait`: hold the request back, `exit` follows. `go`: let it pass,
   * since the system is ending the session, and a program that holds that up cancels it.
   */
  quitRequested(): 'wait' | 'go';
  /** The computer shuts down, or the user logs out: closed at once, running work goes on at the next start. */
  systemEnds(): void;
  /** Somebody started Gesso again. */
  startedAgain(): void;
  /** Ends at once with this code. @param last called when the library is closed */
  leave(code: number, last: () => Promise<void>): void;
}

export function createLifecycle(parts: LifecycleParts): Lifecycle {
  /** The ending in progress; opening a window again cancels it. */
  let ending: symbol | undefined;
  let isClosing = false;
  let isSystemEnding = false;

  /** @param isNow without waiting for running work */
  async function end(isNow = false, code = 0, last?: () => Promise<void>): Promise<void> {
    if (isClosing || (ending !== undefined && !isNow)) return;
    const mine = Symbol('ending');
    ending = mine;
    try {
      if (!isNow) await parts.backend.whenIdle();
      if (ending !== mine) return;
      isClosing = true;
      await parts.backend.close({ isHurried: isNow });
      await last?.();
      parts.exit(code);
    } catch (error) {
      parts.writeLogLine(`end: ${String(error)}`);
      parts.exit(1);
    }
  }

  return {
    windowsClosed() {
      if (!parts.staysWithoutWindow()) void end();
    },
    quitRequested() {
      if (isSystemEnding) return 'go';
      parts.closeWindows();
      void end();
      return 'wait';
    },
    systemEnds() {
      isSystemEnding = true;
      void end(true);
    },
    leave: (code, last) => void end(true, code, last),
    startedAgain() {
      if (isClosing) return; // milliseconds before the end: the window could no longer be served
      ending = undefined;
      parts.showWindow();
    },
  };
}
