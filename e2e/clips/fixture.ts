/** The clip harness for each test, and the clips that the tests need. */
import type { Page } from 'playwright';
import { expect, test as base } from 'playwright/test';
import { startHarnessServer, type HarnessServer } from '../canvas/server.ts';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import { createHarnessPages, type HarnessPages } from '../support/harness-pages.ts';
import type { Settled } from './harness.tsx';
import { NUMBER_AT, numberIn } from './number-in.ts';

/** A page with the harness. */
export interface ClipPage {
  readonly page: Page;
  readonly server: HarnessServer;
  put(path: string, bytes: Uint8Array, type?: string): string;
  open(url: string, mediaType?: string): Promise<Settled>;
  /** Numbers of the frames in the store, in their order. */
  numbers(url: string, count: number): Promise<readonly number[]>;
}

export const test = base.extend<
  { readonly clips: ClipPage },
  { readonly host: { readonly server: HarnessServer; readonly pages: HarnessPages } }
>({
  host: [
    async ({ playwright }, use) => {
      const server = await startHarnessServer(import.meta.dirname);
      const browser = await playwright.chromium.launch(chromiumLaunchOptions());
      await use({ server, pages: createHarnessPages(browser, server) });
      await browser.close();
      await server.close();
    },
    { scope: 'worker' },
  ],
  clips: async ({ host: { server, pages } }, use) => {
    const complaints: string[] = [];
    const page = await pages.open({ viewport: { width: 1000, height: 700 } }, (page) =>
      page.on('pageerror', (error) => complaints.push(error.message)),
    );
    await use({
      page,
      server,
      put(path, bytes, type = 'video/mp4') {
        server.put(path, bytes, type);
        return path;
      },
      async open(url, mediaType = 'video/mp4') {
        const settled = await page.evaluate(([at, type]) => window.clipHarness?.open(at, type), [
          url,
          mediaType,
        ] as const);
        if (settled === undefined) throw new Error('There is no harness.');
        return settled;
      },
      async numbers(url, count) {
        const frames = await page.evaluate(
          ([at, most, places]) =>
            Array.from({ length: most }, (_none, frame) =>
              window.clipHarness?.colours(at, frame, places),
            ),
          [url, count, NUMBER_AT] as const,
        );
        return frames.map((colours) => numberIn(colours ?? []));
      },
    });
    expect(complaints).toEqual([]);
    await pages.takeBack();
  },
});
