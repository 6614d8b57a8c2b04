/**
 * What the tests of a worker share. All tests extend this one and add nothing of a worker: Playwright ends a
 * worker, its browser with it, where the next test wants another one.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { test as base } from 'playwright/test';
import { chromiumLaunchOptions, type Wanted } from './chromium.ts';
import { createHarnesses, type Harnesses } from './harness-pages.ts';
import type { KeptOptions } from './kept-page.ts';
import { createWindowLender, type WindowLender } from './lent-window.ts';
import { makeThumbnails } from './sample-thumbnails.ts';

/** Created on first use. */
export interface WorkerFixtures {
  /** `test.use({ wanted: 'as used' })` selects the browser of users. */
  readonly wanted: Wanted;
  readonly browser: Browser;
  /** Thumbnails of the samples for new libraries. */
  readonly thumbnails: string;
  /** The window that the tests share. */
  readonly lender: WindowLender;
  /** Pages that show one part of the program. */
  readonly harnesses: Harnesses;
}

/** The default window; without fades, so that no test waits for them. */
export const USUAL: KeptOptions = {
  viewport: { width: 1024, height: 700 },
  reducedMotion: 'reduce',
};

export const test = base.extend<object, WorkerFixtures>({
  wanted: ['cheapest', { option: true, scope: 'worker' }],
  browser: [
    async ({ wanted }, use) => {
      const browser = await chromium.launch(chromiumLaunchOptions(wanted));
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  thumbnails: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'gesso e2e thumbnails '));
      await makeThumbnails(folder);
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  lender: [
    async ({ browser }, use, { parallelIndex }) => {
      await use(createWindowLender(browser, parallelIndex, USUAL));
    },
    { scope: 'worker' },
  ],
  harnesses: [
    async ({ browser }, use) => {
      const harnesses = createHarnesses(browser);
      await use(harnesses);
      await harnesses.close();
    },
    { scope: 'worker' },
  ],
});
