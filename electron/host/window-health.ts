/**
 * Keeps the window usable: shown in time, loaded again after a crash, and never blank without a word. A window
 * that does not work has ways out: see `ways-out.ts`.
 */
import type { BrowserWindow, Dialog } from 'electron';

/** Numbers of this module, ms unless said otherwise. */
export const HEALTH = {
  /** A window whose first frame does not come is shown all the same. */
  showAfter: 5000,
  /** A page that has not asked for its line to the backend by then does not work. */
  readyWithin: 20_000,
  /** Crashes of the page within this time count together. */
  crashWindow: 10 * 60_000,
  /** That many of them are followed by loading the page again without a question. */
  maxReloads: 3,
} as const;

/** Chromium's code for a load that something else took the place of. */
const ABORTED = -3;

/** A button of the question about a window that does not work. */
export interface WayOut {
  readonly label: string;
  /** `again`: the question comes back after it. */
  act(happened: string): Promise<'again' | 'over'> | 'again' | 'over';
}

/** The parts that are used. */
export interface HealthParts {
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  /** Beside Reload and Close window, in this order. */
  readonly waysOut: readonly WayOut[];
  /** The first frame comes only when the window is shown, as on Wayland: its page is enough. */
  readonly isShownEarly?: boolean | undefined;
  /** For a run without a user: replaces every question and the showing of the window. */
  readonly onTrouble?: ((sentence: string) => void) | undefined;
  writeLogLine(line: string): void;
  /** The current time, ms. */
  now(): number;
}

/** Reports events of the window to its watch. */
export interface WatchedWindow {
  /** Its page has asked for its line to the backend. */
  ready(): void;
}

/** Watches over one window from its making to its end. */
export function watchWindow(window: BrowserWindow, parts: HealthParts): WatchedWindow {
  const { webContents } = window;
  const { onTrouble } = parts;
  let crashes: readonly number[] = [];
  let isAsking = false;
  let lateStart: NodeJS.Timeout | undefined;

  function show(): void {
    clearTimeout(late);
    if (onTrouble === undefined && !window.isDestroyed() && !window.isVisible()) window.show();
  }
  const late = setTimeout(show, HEALTH.showAfter);
  window.once('ready-to-show', show);
  let isEarly = parts.isShownEarly === true;
  function showEarly(): void {
    if (isEarly) show();
    isEarly = false; // a page that is loaded again leaves a minimised window where it is
  }
  webContents.once('did-finish-load', showEarly);
  window.once('closed', () => {
    clearTimeout(late);
    clearTimeout(lateStart);
  });

  function waitForStart(): void {
    clearTimeout(lateStart);
    lateStart = setTimeout(() => {
      parts.writeLogLine('window: the page did not start');
      void ask('Gesso’s window does not start.', waysOut);
    }, HEALTH.readyWithin);
  }
  waitForStart();

  function reload(): void {
    waitForStart();
    webContents.reload();
  }

  /**
   * One question at a time, until a button ends it.
   *
   * @param others buttons beside Reload @param signal presses the last one
   */
  async function ask(
    message: string,
    others: readonly WayOut[],
    signal?: AbortSignal,
  ): Promise<void> {
    if (isAsking || window.isDestroyed()) return;
    if (onTrouble !== undefined) {
      onTrouble(message);
      return;
    }
    isAsking = true;
    show();
    try {
      for (;;) {
        const { response } = await parts.dialog.showMessageBox(window, {
          type: 'error',
          title: 'Gesso',
          message,
          detail: 'Your photos, masks and results are saved, and running work goes on.',
          buttons: ['Reload', ...others.map(({ label }) => label)],
          defaultId: 0,
          cancelId: others.length,
          ...(signal === undefined ? {} : { signal }),
        });
        if (window.isDestroyed()) return;
        if (response === 0) {
          crashes = [];
          reload();
          return;
        }
        if ((await others[response - 1]?.act(message)) !== 'again') return;
      }
    } catch (error) {
      parts.writeLogLine(`window: no dialog could be shown (${String(error)})`);
    } finally {
      isAsking = false;
    }
  }

  const close: WayOut = {
    label: 'Close window',
    act() {
      window.destroy();
      return 'over';
    },
  };
  const waysOut = [...parts.waysOut, close];

  webContents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (!isMainFrame || code === ABORTED) return;
    clearTimeout(lateStart);
    parts.writeLogLine(`window: the page could not be loaded (${code} ${description})`);
    void ask('Gesso could not load its window.', waysOut);
  });

  webContents.on('preload-error', (_event, _path, error) => {
    clearTimeout(lateStart);
    parts.writeLogLine(`window: the preload failed (${error.message})`);
    void ask('Gesso’s window has no connection to the program.', waysOut);
  });

  webContents.on('render-process-gone', (_event, { reason }) => {
    clearTimeout(lateStart);
    parts.writeLogLine(`window: the page ended (${reason})`);
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    const now = parts.now();
    crashes = [...crashes.filter((at) => now - at < HEALTH.crashWindow), now];
    if (onTrouble === undefined && crashes.length <= HEALTH.maxReloads) reload();
    else void ask('Gesso’s window keeps crashing.', waysOut);
  });

  let waiting = new AbortController();
  window.on('responsive', () => waiting.abort()); // takes the question away
  window.on('unresponsive', () => {
    parts.writeLogLine('window: the page does not respond');
    const { signal } = (waiting = new AbortController());
    void ask('Gesso is not responding.', [{ label: 'Wait', act: () => 'over' }], signal);
  });

  return {
    ready() {
      clearTimeout(lateStart);
      showEarly();
    },
  };
}
