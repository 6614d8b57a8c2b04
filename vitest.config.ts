/** Unit and integration tests, beside the code. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{shared,electron,renderer,scripts}/**/*.test.{ts,tsx}',
      // the practice service against the specification, from outside
      'e2e/conformance/*.test.ts',
    ],
    // runs in a D-Bus session of its own, see scripts/test-keychain.ts
    exclude: ['**/*.secret-service.test.ts'],
    testTimeout: 30_000,
    // hooks start programs of their own, which a busy machine does late
    hookTimeout: 60_000,
    // what is waited for comes soon, or on a busy machine later; a test does not time it
    expect: { poll: { timeout: 15_000 } },
    // tests wait for disk and network for a third of their time: two cores carry three
    maxWorkers: 3,
  },
});
