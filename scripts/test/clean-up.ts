import { afterAll, afterEach, beforeEach } from 'vitest';
import { beginTest, endFile, endTest } from '../../electron/testing/ends-with-test.ts';
import { removeTestFolders } from '../../electron/testing/test-folder.ts';

beforeEach(beginTest);
afterEach(endTest);
afterAll(async () => {
  await endFile();
  await removeTestFolders();
});
