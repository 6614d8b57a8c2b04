/**
 * The end of Gesso. Closing the window loses no paid work: running calls are finished and
 * saved without a window, then the process ends.
 */

/** The backend, as far as the end of the program needs it. */
export interface EndingBackend {
  whenIdle(): Promise<void>;
  close(): Promise<void>;
}

/** The parts of Electron and the host that are used. */
export interface LifecycleParts {
  readonly backend: EndingBackend;
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
  /** The user, or the system, asks the program to quit. Hold the request back: `exit` follows. */
  quitRequested(): void;
  /** Somebody started Gesso again. */
  startedAgain(): void;
}

export function createLifecycle(parts: LifecycleParts): Lifecycle {
  /** The ending in progress; opening a window again cancels it. */
  let ending: symbol | undefined;
  let isClosing = false;

  async function end(): Promise<void> {
    if (ending !== undefined) return;
    const mine = Symbol('ending');
    ending = mine;
    try {
      await parts.backend.whenIdle();
      if (ending !== mine) return;
      isClosing = true;
      await parts.backend.close();
      parts.exit(0);
    } catch (error) {
      parts.writeLogLine(`end: ${String(error)}`);
      parts.exit(1);
    }
  }

  return {
    windowsClosed: () => void end(),
    quitRequested() {
      parts.closeWindows();
      void end();
    },
    startedAgain() {
      if (isClosing) return; // milliseconds before the end: the window could not be served any more
      ending = undefined;
      parts.showWindow();
    },
  };
}
