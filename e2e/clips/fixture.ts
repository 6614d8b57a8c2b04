/** One page with the clip harness for each test, and the clips that the tests need. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { expect, test as base } from 'playwright/test';
import { NUMBER_BITS, PATCHES } from '../../electron/testing/clips.ts';
import { startHarnessServer, type HarnessServer } from '../canvas/server.ts';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import type { Rgb, Settled, Share } from './harness.tsx';

/** The columns of the number and the patches, as shares of the frame. */
export const NUMBER_AT: readonly Share[] = Array.from({ length: NUMBER_BITS }, (_none, bit) => [
  (bit + 0.5) / NUMBER_BITS,
  0.25,
]);
export const PATCHES_AT: readonly Share[] = PATCHES.map((_patch, index) => [
  (index + 0.5) / PATCHES.length,
  0.75,
]);

/** The number that is drawn into a frame. */
export function numberIn(colours: readonly Rgb[]): number {
  return colours.reduce((number, [red]) => number * 2 + (red > 128 ? 1 : 0), 0);
}

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
  { readonly host: { readonly server: HarnessServer; readonly browser: Browser } }
>({
  host: [
    async ({ playwright }, use) => {
      const server = await startHarnessServer(import.meta.dirname);
      const browser = await playwright.chromium.launch(chromiumLaunchOptions());
      await use({ server, browser });
      await browser.close();
      await server.close();
    },
    { scope: 'worker' },
  ],
  clips: async ({ host: { server, browser } }, use) => {
    const context: BrowserContext = await browser.newContext({
      viewport: { width: 1000, height: 700 },
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(server.url);
    await use({
      page,
      server,
      put(path, bytes, type = 'video/mp4') {
        server.put(path, bytes, type);
        return path;
      },
      open: (url, mediaType = 'video/mp4') =>
        page.evaluate(([at, type]) => window.clipHarness!.open(at, type), [
          url,
          mediaType,
        ] as const),
      async numbers(url, count) {
        const frames = await page.evaluate(
          ([at, most, places]) =>
            Array.from({ length: most }, (_none, frame) =>
              window.clipHarness!.colours(at, frame, places),
            ),
          [url, count, NUMBER_AT] as const,
        );
        return frames.map(numberIn);
      },
    });
    expect(complaints).toEqual([]);
    await context.close();
  },
});
