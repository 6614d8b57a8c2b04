/** One browser context that a worker's tests borrow one after another; its address stays the same, too. */
import { createServer } from 'node:net';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright';

/** Ports below those that a system gives out by itself: from here on, as many as workers will ever try. */
const FIRST_PORT = 21_000;
const PORTS = 9000;

/**
 * What a test borrows. The page of a new context is compiled anew each time, a second of processor time;
 * one that has been seen at this address is taken from the cache.
 */
export interface LentContext {
  readonly context: BrowserContext;
  /** For the host; 0 for any. */
  readonly port: number;
}

/** Lends a context without cookies and permissions; Gesso's page keeps nothing else in a browser. */
export interface ContextLender {
  /** @returns `undefined` while another has it */
  lend(): Promise<LentContext | undefined>;
  /** Closes its pages. */
  takeBack(): Promise<void>;
}

/**
 * @param worker its number among those that run side by side
 * @param options of the context
 */
export function createContextLender(
  browser: Browser,
  worker: number,
  options: BrowserContextOptions,
): ContextLender {
  let kept: BrowserContext | undefined;
  let port = FIRST_PORT + ((process.pid + worker * 997) % PORTS);
  let isLent = false;

  async function makeContext(): Promise<BrowserContext> {
    const context = await browser.newContext(options);
    // a test may close it
    context.once('close', () => {
      kept = undefined;
    });
    return context;
  }

  return {
    async lend() {
      if (isLent) return undefined;
      isLent = true;
      while (!(await isFree(port))) port = FIRST_PORT + ((port + 1 - FIRST_PORT) % PORTS);
      kept ??= await makeContext();
      await kept.clearCookies();
      await kept.clearPermissions();
      return { context: kept, port };
    },
    async takeBack() {
      isLent = false;
      for (const page of kept?.pages() ?? []) await page.close();
    },
  };
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
