/** Keeps the window usable: shown in time, loaded again after a crash, and never blank without a word. */
import type { BrowserWindow, Dialog } from 'electron';

/** Numbers of this module, ms unless said otherwise. */
export const HEALTH = {
  /** A window whose first frame does not come is shown all the same. */
  showAfter: 5000,
  /** Crashes of the page within this time count together. */
  crashWindow: 10 * 60_000,
  /** That many of them are followed by loading the page again without a question. */
  maxReloads: 3,
} as const;

/** Chromium's code for a load that something else took the place of. */
const ABORTED = -3;

/** The parts that are used. */
export interface HealthParts {
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  writeLogLine(line: string): void;
  /** The current time, ms. */
  now(): number;
}

/** Watches over one window from its making to its end. */
export function watchWindow(window: BrowserWindow, parts: HealthParts): void {
  const { webContents } = window;
  let crashes: readonly number[] = [];
  let isAsking = false;

  function show(): void {
    clearTimeout(late);
    if (!window.isDestroyed() && !window.isVisible()) window.show();
  }
  const late = setTimeout(show, HEALTH.showAfter);
  window.once('ready-to-show', show);
  window.once('closed', () => clearTimeout(late));

  /** One question at a time. @param otherwise the second button; `signal` presses it */
  async function offerReload(
    message: string,
    otherwise: { readonly label: string; act(): void; readonly signal?: AbortSignal },
  ): Promise<void> {
    if (isAsking || window.isDestroyed()) return;
    isAsking = true;
    show();
    try {
      const { response } = await parts.dialog.showMessageBox(window, {
        type: 'error',
        title: 'Gesso',
        message,
        detail: 'Your photos, masks and results are saved, and running work goes on.',
        buttons: ['Reload', otherwise.label],
        defaultId: 0,
        cancelId: 1,
        ...(otherwise.signal === undefined ? {} : { signal: otherwise.signal }),
      });
      if (window.isDestroyed()) return;
      if (response === 0) {
        crashes = [];
        webContents.reload();
      } else otherwise.act();
    } catch (error) {
      parts.writeLogLine(`window: no dialog could be shown (${String(error)})`);
    } finally {
      isAsking = false;
    }
  }
  const closing = { label: 'Close window', act: () => window.destroy() };

  webContents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (!isMainFrame || code === ABORTED) return;
    parts.writeLogLine(`window: the page could not be loaded (${code} ${description})`);
    void offerReload('Gesso could not load its window.', closing);
  });

  webContents.on('render-process-gone', (_event, { reason }) => {
    parts.writeLogLine(`window: the page ended (${reason})`);
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    const now = parts.now();
    crashes = [...crashes.filter((at) => now - at < HEALTH.crashWindow), now];
    if (crashes.length <= HEALTH.maxReloads) webContents.reload();
    else void offerReload('Gesso’s window keeps crashing.', closing);
  });

  let waiting = new AbortController();
  window.on('responsive', () => waiting.abort()); // takes the question away
  window.on('unresponsive', () => {
    parts.writeLogLine('window: the page does not respond');
    const { signal } = (waiting = new AbortController());
    void offerReload('Gesso is not responding.', { label: 'Wait', act: () => undefined, signal });
  });
}
