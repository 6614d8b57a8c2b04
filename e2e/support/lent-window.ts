/** One window that a worker's tests borrow one after another; its address stays the same, too. */
import { createServer } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright';
import { openKeptPage, type KeptOptions, type KeptPage } from './kept-page.ts';

/** Ports below those that a system gives out by itself: from here on, as many as workers will ever try. */
const FIRST_PORT = 21_000;
const PORTS = 9000;

/**
 * What a test borrows. A new context compiles Gesso's page anew each time, and a new page starts a process
 * for it; one that has been at this address has both.
 */
export interface LentWindow {
  readonly context: BrowserContext;
  /** Empty, and as good as new. */
  readonly page: Page;
  /** For the host; 0 for any. */
  readonly port: number;
}

/** Lends a window. Gesso's page keeps nothing in a browser but cookies and permissions, which go. */
export interface WindowLender {
  /**
   * @param fresh whether the page must be a new one, whose process has seen no other test
   * @returns `undefined` while another has it
   */
  lend(fresh?: boolean): Promise<LentWindow | undefined>;
  /** Takes its page away from the host, or closes all when that cannot be done. */
  takeBack(): Promise<void>;
}

/**
 * @param worker its number among those that run side by side
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
      // what was compiled belongs to the address
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
