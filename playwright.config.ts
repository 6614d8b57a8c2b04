/** The end-to-end tests in Chromium; the Electron suite has a configuration of its own. */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import { SECOND_TIER_TAG } from './scripts/test/second-tier.ts';

const SECOND = { grep: new RegExp(SECOND_TIER_TAG, 'u'), expect: { timeout: 30_000 } };
const LONGEST = 'browser/{self-check,unasked}.spec.ts';

// of this run: its workers, which read this file as well, have the name from the runner
process.env['GESSO_TEST_BUILDS'] ??= join(tmpdir(), `gesso-builds-${randomUUID()}`);

export default defineConfig({
  testDir: 'e2e',
  // Node strips the types itself, and keeps what it compiled: listing the tests takes a quarter of the time that Babel takes
  build: { external: ['**/*.ts'] },
  testMatch: ['{browser,canvas,viewer,clips}/**/*.spec.ts'],
  // `npm test` runs the first, `npm run test:all` both. The first waits at most 10 s, so that a slowdown of ten times fails
  projects: [
    { name: 'first', grepInvert: SECOND.grep, expect: { timeout: 10_000 } },
    // begun before the others, so that none of the three workers is left with them at the end
    { name: 'second, longest', testMatch: LONGEST, ...SECOND },
    { name: 'second', testIgnore: LONGEST, ...SECOND },
  ],
  globalTeardown: './e2e/support/forget-builds.ts',
  outputDir: 'test-results/e2e',
  // every test starts a host and a browser page, and waits for half of its time: two cores carry three
  workers: 3,
  fullyParallel: true,
  // the whole test: a busy machine may take its time
  timeout: 240_000,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
});
