/** Vitest for the one test that needs a Secret Service; used by `test-keychain.ts`. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['electron/backend/vault/*.secret-service.test.ts'] },
});
