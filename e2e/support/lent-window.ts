/** One window that a worker's tests reuse, always at the same address. */
import { createServer } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright';
import { openKeptPage, type KeptOptions, type KeptPage } from './kept-page.ts';

/** First port for workers, below the range that systems assign themselves. */
const FIRST_PORT = 21_000;
const PORTS = 9000;

/**
 * What a test borrows. Reuse saves compiling Gesso's page for a new context and starting a process for a
 * new page.
 */
interface LentWindow {
  readonly context: BrowserContext;
  /** Empty, like a new page. */
  readonly page: Page;
  /** For the host; 0 for any. */
  readonly port: number;
}

/** Lends a window. Gesso's page only stores cookies and permissions, which are cleared. */
export interface WindowLender {
  /**
   * @param fresh whether the page must be a new one, whose process has seen no other test
   * @returns `undefined` while another has it
   */
  lend(fresh?: boolean): Promise<LentWindow | undefined>;
  /** Navigates the page away from the host, or closes the window if that fails. */
  takeBack(): Promise<void>;
}

/**
 * @param worker its number among parallel workers
 * @param options of the context
 */
export function createWindowLender(
  browser: Browser,
  worker: number,
  options: KeptOptions,
): WindowLender {
  let kept: KeptPage | undefined;
  let port = FIRST_PORT + ((process.pid + worker * 997) % PORTS);
  let isLent = false;

  async function discard(): Promise<void> {
    await kept?.context.close();
    kept = undefined;
  }

  return {
    async lend(fresh = false) {
      if (isLent) return undefined;
      isLent = true;
      const last = port;
      while (!(await isFree(port))) port = FIRST_PORT + ((port + 1 - FIRST_PORT) % PORTS);
      // compiled code belongs to the address
      if (fresh || port !== last) await discard();
      kept ??= await openKeptPage(browser, options);
      return { context: kept.context, page: kept.page, port };
    },
    async takeBack() {
      isLent = false;
      const blank = `http://127.0.0.1:${port}/blank`;
      if ((await kept?.clear((page) => goToBlank(page, blank))) !== true) await discard();
    },
  };
}

/** The host may be gone: the test answers in its place. */
async function goToBlank(page: Page, url: string): Promise<void> {
  await page.route(url, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Empty</title>' }),
  );
  await page.goto(url);
  await page.unroute(url);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
