/** Shown in time, reloaded after a crash, never blank without a message. */
import type { BrowserWindow, Dialog } from 'electron';

/** ms unless stated otherwise. */
export const HEALTH = {
  /** A window without a first frame is shown after this time. */
  showAfter: 5000,
  /** A page that has not asked for its port by then does not work. */
  readyWithin: 20_000,
  /** Crashes of the page within this time count together. */
  crashWindow: 10 * 60_000,
  /** Automatic reloads before the user is asked. */
  maxReloads: 3,
} as const;

/** Chromium's code for a replaced load. */
const ABORTED = -3;

/** A button of the message about a broken window. */
export interface WayOut {
  readonly label: string;
  /** `again`: asks again afterwards. */
  act(happened: string): Promise<'again' | 'over'> | 'again' | 'over';
}

interface HealthDeps {
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  /** In addition to Reload and Close window, in order. */
  readonly waysOut: readonly WayOut[];
  /** On Wayland the first frame comes only once the window is shown: a loaded page is enough. */
  readonly isShownEarly?: boolean | undefined;
  /** Without a user: replaces every message and showing the window. */
  readonly onTrouble?: ((sentence: string) => void) | undefined;
  writeLogLine(line: string): void;
  /** ms. */
  now(): number;
}

export type WatchedWindow = ReturnType<typeof watchWindow>;

export function watchWindow(window: BrowserWindow, deps: HealthDeps) {
  const { webContents } = window;
  const { onTrouble } = deps;
  let crashes: readonly number[] = [];
  let isAsking = false;
  let waiting = new AbortController();
  /** The question about a page that does not respond. */
  let waitingEnds: Promise<void> | undefined;
  let isHanging = false;
  let lateStart: NodeJS.Timeout | undefined;

  function show(): void {
    clearTimeout(late);
    if (onTrouble === undefined && !window.isDestroyed() && !window.isVisible()) window.show();
  }
  const late = setTimeout(show, HEALTH.showAfter);
  window.once('ready-to-show', show);
  let isEarly = deps.isShownEarly === true;
  function showEarly(): void {
    if (isEarly) show();
    isEarly = false; // A reloaded page leaves a minimised window alone.
  }
  webContents.once('did-finish-load', showEarly);
  window.once('closed', () => {
    clearTimeout(late);
    clearTimeout(lateStart);
  });

  function waitForStart(): void {
    clearTimeout(lateStart);
    lateStart = setTimeout(() => {
      deps.writeLogLine('window: the page did not start');
      isHanging = true;
      void ask('Gesso’s window does not start.', waysOut);
    }, HEALTH.readyWithin);
  }
  waitForStart();

  function reload(): void {
    waitForStart();
    // A page that hangs ignores a reload (Electron, `forcefullyCrashRenderer`).
    if (isHanging) webContents.forcefullyCrashRenderer();
    isHanging = false;
    webContents.reload();
  }

  /** Asks until a button ends it. @param signal presses the last one */
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
        const { response } = await deps.dialog.showMessageBox(window, {
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
      deps.writeLogLine(`window: no dialog could be shown (${String(error)})`);
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
  const waysOut = [...deps.waysOut, close];

  webContents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (!isMainFrame || code === ABORTED) return;
    clearTimeout(lateStart);
    deps.writeLogLine(`window: the page could not be loaded (${code} ${description})`);
    void ask('Gesso could not load its window.', waysOut);
  });

  webContents.on('preload-error', (_event, _path, error) => {
    clearTimeout(lateStart);
    deps.writeLogLine(`window: the preload failed (${error.message})`);
    void ask('Gesso’s window has no connection to the program.', waysOut);
  });

  webContents.on('render-process-gone', (_event, { reason }) => {
    clearTimeout(lateStart);
    isHanging = false;
    deps.writeLogLine(`window: the page ended (${reason})`);
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    const now = deps.now();
    crashes = [...crashes.filter((at) => now - at < HEALTH.crashWindow), now];
    const tell = () => void ask('Gesso’s window keeps crashing.', waysOut);
    waiting.abort(); // The page that did not respond is gone.
    if (onTrouble === undefined && crashes.length <= HEALTH.maxReloads) reload();
    else if (waitingEnds === undefined) tell();
    else void waitingEnds.then(tell);
  });

  window.on('responsive', () => {
    isHanging = false;
    waiting.abort(); // Dismisses the message.
  });
  window.on('unresponsive', () => {
    isHanging = true;
    deps.writeLogLine('window: the page does not respond');
    if (isAsking) return;
    const { signal } = (waiting = new AbortController());
    const wait: WayOut = { label: 'Wait', act: () => 'over' };
    waitingEnds = ask('Gesso is not responding.', [wait], signal).finally(
      () => (waitingEnds = undefined),
    );
  });

  return {
    /** Its page has asked for its port. */
    ready(): void {
      clearTimeout(lateStart);
      isHanging = false;
      showEarly();
    },
  };
}
