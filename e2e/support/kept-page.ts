/** A page that a worker's tests reuse; between tests it is reset. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright';

/** Options of a context whose page is kept; the size is always given. */
export interface KeptOptions extends BrowserContextOptions {
  readonly viewport: { readonly width: number; readonly height: number };
}

/** A page alone in its context. */
export interface KeptPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /**
   * Navigates to an empty page of its origin, without a trace of the last test. The renderer process and
   * its compiled code stay.
   *
   * @param toBlank goes to the empty page: another origin might change the process
   * @returns false if it is closed, or if the test changed it irreversibly
   */
  clear(toBlank: (page: Page) => Promise<unknown>): Promise<boolean>;
}

/** Events that tests listen to. Playwright itself listens to `close` and `crash`. */
const EVENTS = [
  'console',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'frameattached',
  'framedetached',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
  'worker',
];

/** Methods whose effect lasts until the page is closed. */
const LASTING_IN_PAGE = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'routeWebSocket',
  'setExtraHTTPHeaders',
] as const;
const LASTING_IN_CONTEXT = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'newCDPSession',
  'route',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const;

const BUTTONS = ['left', 'middle', 'right'] as const;
const MODIFIERS = ['Alt', 'Control', 'Meta', 'Shift'] as const;

/** Opens a context with a page to keep. */
export async function openKeptPage(browser: Browser, options: KeptOptions): Promise<KeptPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let isSpent = false;
  const spend = (): void => {
    isSpent = true;
  };
  page.once('close', spend);
  page.once('crash', spend);
  watch(page, LASTING_IN_PAGE, spend);
  watch(page.clock, ['install', 'setFixedTime', 'setSystemTime'], spend);
  watch(context, LASTING_IN_CONTEXT, spend);

  return {
    context,
    page,
    async clear(toBlank) {
      if (isSpent) return false;
      for (const other of context.pages()) if (other !== page) await other.close();
      for (const event of EVENTS) page.removeAllListeners(event);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      for (const button of BUTTONS) await page.mouse.up({ button });
      for (const key of MODIFIERS) await page.keyboard.up(key);
      await toBlank(page);
      await page.evaluate(() => {
        sessionStorage.clear();
        window.name = '';
      });
      // outside, so that the next page starts without a hover
      await page.mouse.move(-1, -1);
      await page.setViewportSize(options.viewport);
      await page.emulateMedia({
        media: null,
        colorScheme: 'light',
        forcedColors: 'none',
        contrast: 'no-preference',
        reducedMotion: options.reducedMotion ?? 'no-preference',
      });
      await context.clearCookies();
      await context.clearPermissions();
      await session.send('Page.resetNavigationHistory');
      return true;
    },
  };
}

/** Records calls of these methods. */
function watch<Name extends string>(
  target: Readonly<Record<Name, unknown>>,
  names: readonly Name[],
  onCall: () => void,
): void {
  for (const name of names) {
    const method: unknown = target[name];
    if (typeof method !== 'function') throw new Error(`Playwright has no ${name}.`);
    Object.defineProperty(target, name, {
      value(...given: unknown[]): unknown {
        onCall();
        return Reflect.apply(method, target, given);
      },
    });
  }
}
