/** The end-to-end tests in Chromium; the Electron suite has a configuration of its own. */
import { defineConfig } from 'playwright/test';

export default defineConfig({
  testDir: 'e2e',
  testMatch: ['{browser,canvas,viewer,clips}/**/*.spec.ts'],
  outputDir: 'test-results/e2e',
  // every test starts a host and a browser page, and waits for half of its time: two cores carry three
  workers: 3,
  fullyParallel: true,
  // no measure: a busy machine may take its time
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
});
