/**
 * The unit tests with many more random schedules and kills: `npm run test:deep`. The same tests as in
 * `npm test`; only the counts differ (electron/testing/depth.ts). Arguments go to Vitest.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const PROJECT = resolve(import.meta.dirname, '..');

const { status } = spawnSync(
  process.execPath,
  [join(PROJECT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...process.argv.slice(2)],
  { cwd: PROJECT, stdio: 'inherit', env: { ...process.env, GESSO_TEST_DEPTH: 'deep' } },
);
process.exitCode = status ?? 1;
