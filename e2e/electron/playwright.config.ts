/** Playwright for Electron; started by `scripts/test-electron.ts`. */
import { defineConfig } from 'playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/electron',
  // One program at a time: each takes a window, a GPU process and a data folder.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 60_000,
  reporter: [['list']],
});
