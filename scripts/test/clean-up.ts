import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { beginTest, endFile, endTest } from '../../electron/testing/ends-with-test.ts';
import { removeTestFolders } from '../../electron/testing/test-folder.ts';

beforeEach(beginTest);
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  await endTest();
});
afterAll(async () => {
  await endFile();
  await removeTestFolders();
});
