/** Closing the window loses no paid work: running calls are finished and saved, then Gesso ends. */

/** Longest time for running calls without a word about them, ms. */
const SILENCE = 300;

/** The backend, as far as the end of the program needs it. */
interface EndingBackend {
  whenIdle(): Promise<void>;
  /** @param options.isHurried only what cannot wait, also of a closing that has begun */
  close(options: { readonly isHurried: boolean }): Promise<void>;
}

interface LifecycleDeps {
  readonly backend: EndingBackend;
  /** As on macOS, where a program goes on without a window. */
  staysWithoutWindow(): boolean;
  showWindow(): void;
  /** Closes every window without asking. */
  closeWindows(): void;
  exit(code: number): void;
  /** Running tasks, as far as known. */
  running(): number;
  tell(line: string): void;
  writeLogLine(line: string): void;
}

/** Called for the events of the program. */
export type Lifecycle = ReturnType<typeof createLifecycle>;

export function createLifecycle(deps: LifecycleDeps) {
  /** The ending in progress; opening a window again cancels it. */
  let ending: symbol | undefined;
  let isClosing = false;
  let isHurried = false;
  let isSystemEnding = false;

  /** @param isNow without waiting for running work */
  async function end(isNow = false, code = 0, last?: () => Promise<void>): Promise<void> {
    if (isNow && !isHurried) {
      isHurried = true;
      // the call that has begun reports its error
      if (isClosing) void deps.backend.close({ isHurried }).catch(() => undefined);
    }
    if (isClosing || (ending !== undefined && !isNow)) return;
    const mine = Symbol('ending');
    ending = mine;
    try {
      if (!isNow) await workDone();
      if (ending !== mine) return;
      isClosing = true;
      await deps.backend.close({ isHurried: isNow });
      await last?.();
      deps.exit(code);
    } catch (error) {
      deps.writeLogLine(`end: ${String(error)}`);
      deps.exit(1);
    }
  }

  async function workDone(): Promise<void> {
    const silence = setTimeout(() => deps.tell(waitingLine(deps.running())), SILENCE);
    try {
      await deps.backend.whenIdle();
    } finally {
      clearTimeout(silence);
    }
  }

  /** `wait`: hold the request back, `exit` follows. `go`: a delay would cancel the session's end. */
  function quitRequested(): 'wait' | 'go' {
    if (isSystemEnding) return 'go';
    deps.closeWindows();
    void end();
    return 'wait';
  }

  return {
    /** The last window was closed. */
    windowsClosed(): void {
      if (!deps.staysWithoutWindow()) void end();
    },
    quitRequested,
    /** Ctrl+C. @param isHurried running work goes on at the next start */
    interrupted(isHurried: boolean): void {
      // pressed while running work is waited for, whatever has ended the program
      if (isHurried || ending !== undefined) void end(true);
      else quitRequested();
    },
    /** The computer shuts down: running work goes on at the next start. */
    systemEnds(): void {
      isSystemEnding = true;
      void end(true);
    },
    /** Ends at once with this code. @param last called when the library is closed */
    leave: (code: number, last: () => Promise<void>): void => void end(true, code, last),
    /** Somebody started Gesso again. */
    startedAgain(): void {
      if (isClosing) return; // milliseconds before the end: the window could no longer be served
      ending = undefined;
      deps.showWindow();
    },
  };
}

function waitingLine(running: number): string {
  const what =
    running === 0 ? 'calls that have left' : running === 1 ? 'one task' : `${running} tasks`;
  return `Gesso still waits for ${what}. Ctrl+C now ends it at once; a call that is broken off may be charged.`;
}
