/** Unit and integration tests, beside the code. */
import { defineConfig } from 'vitest/config';
import { SECOND_TIER_UNIT_TAG } from './scripts/test/second-tier.ts';

/**
 * Pixels are short-lived, and Node looks through all modules of a worker for every few megabytes of them:
 * a heap that may grow first, and one thread that looks, take a tenth less processor time.
 */
const SHORT_LIVED = ['--initial-heap-size=512', '--single-threaded-gc'];

const LONG = [
  'electron/**/*.long.test.ts',
  'electron/**/*-crash.test.ts',
  'e2e/conformance/*.test.ts',
];

/** Tests that change the process that they run in: its clock, its streams, its environment, its limits. */
const APART = [
  'electron/backend/connection-changes.test.ts',
  'electron/backend/failing-writes.test.ts',
  'electron/backend/service/common/crash-handler.test.ts',
  'electron/backend/vision/perception/perception-process.test.ts',
  'electron/backend/service/client/http/agents.test.ts',
  'electron/browser-host/server.test.ts',
  'electron/host/serve-port.test.ts',
  'electron/host/start-perception.test.ts',
  'electron/host/start.test.ts',
  'electron/host/window-health.test.ts',
];

export default defineConfig({
  test: {
    // `npm test` leaves them out
    tags: [{ name: SECOND_TIER_UNIT_TAG, description: 'in depth, or once more: the second tier' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['{shared,renderer,scripts}/**/*.test.{ts,tsx}'],
          execArgv: SHORT_LIVED,
          // many small files without a state of their own: modules are read once a worker
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'programs',
          include: ['electron/**/*.test.ts'],
          // runs in a D-Bus session of its own, see scripts/test-keychain.ts
          exclude: ['**/*.secret-service.test.ts', ...LONG, ...APART],
          execArgv: SHORT_LIVED,
          // modules have no state, so they are read once a worker: a third less processor time
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: APART } },
      // `npm run test:all`
      { extends: true, test: { name: 'long', include: LONG } },
    ],
    // a guard against what never ends: models and programs of their own come late on a busy machine
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // what is waited for comes soon, or on a busy machine later; a test does not time it
    expect: { poll: { timeout: 15_000 } },
    setupFiles: ['./scripts/test/patient-waits.ts', './scripts/test/clean-up.ts'],
    // tests wait for disk and network for a third of their time: two cores carry three
    maxWorkers: 3,
  },
});
