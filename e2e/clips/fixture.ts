/** The clip harness for each test, and the clips that the tests need. */
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { HarnessServer } from '../canvas/server.ts';
import { test as base } from '../support/worker.ts';
import type { OpenedClip } from './harness.tsx';
import { NUMBER_AT, numberIn } from './number-in.ts';

export interface ClipPage {
  readonly page: Page;
  readonly server: HarnessServer;
  put(path: string, bytes: Uint8Array, type?: string): string;
  open(url: string, mediaType?: string): Promise<OpenedClip>;
  /** Returns the numbers drawn in the stored frames, in order. */
  numbers(url: string, count: number): Promise<readonly number[]>;
}

export const test = base.extend<{ readonly clips: ClipPage }>({
  clips: async ({ harnesses }, use) => {
    const { server, pages } = await harnesses.at(import.meta.dirname);
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
        const opened = await page.evaluate(([at, type]) => window.clipHarness?.open(at, type), [
          url,
          mediaType,
        ] as const);
        if (opened === undefined) throw new Error('There is no harness.');
        return opened;
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
