/** The pages of a worker's harness tests, which reuse them one after another. */
import type { Browser, Page } from 'playwright';
import { startHarnessServer, type HarnessServer } from '../canvas/server.ts';
import { openKeptPage, type KeptOptions, type KeptPage } from './kept-page.ts';

/** Lends pages that show the harness. */
interface HarnessPages {
  /** @param prepare is called before the page is loaded */
  open(options: KeptOptions, prepare?: (page: Page) => void): Promise<Page>;
  /** Returns all pages after a test. */
  takeBack(): Promise<void>;
}

/** A harness page, served, and its pages in the browser. */
export interface Harness {
  readonly server: HarnessServer;
  readonly pages: HarnessPages;
}

/** The harnesses of a worker. */
export interface Harnesses {
  /**
   * @param root folder of `harness.html`
   * @param prepare puts pictures on the server, once
   */
  at(root: string, prepare?: (server: HarnessServer) => Promise<void>): Promise<Harness>;
  close(): Promise<void>;
}

/** Serves each harness from its first test to the end of the worker. */
export function createHarnesses(browser: Browser): Harnesses {
  const started = new Map<string, Harness>();
  return {
    async at(root, prepare) {
      const there = started.get(root);
      if (there !== undefined) return there;
      const server = await startHarnessServer(root);
      await prepare?.(server);
      const harness = { server, pages: createHarnessPages(browser, server) };
      started.set(root, harness);
      return harness;
    },
    async close() {
      for (const { server } of started.values()) await server.close();
    },
  };
}

/** One page for each kind of context, and more while a test has several open. */
function createHarnessPages(browser: Browser, server: HarnessServer): HarnessPages {
  const blank = new URL('/blank', server.url).href;
  server.put('/blank', Buffer.from('<!doctype html><title>Empty</title>'), 'text/html');
  const free = new Map<string, KeptPage[]>();
  let lent: { readonly kind: string; readonly kept: KeptPage }[] = [];

  return {
    async open(options, prepare) {
      const kind = JSON.stringify(options);
      const kept = free.get(kind)?.pop() ?? (await openKeptPage(browser, options));
      lent.push({ kind, kept });
      prepare?.(kept.page);
      await kept.page.goto(server.url);
      return kept.page;
    },
    async takeBack() {
      for (const { kind, kept } of lent) {
        if (await kept.clear((page) => page.goto(blank)))
          free.set(kind, [...(free.get(kind) ?? []), kept]);
        else await kept.context.close();
      }
      lent = [];
    },
  };
}
