/**
 * Runs `npm run test:deep`, in which only counts differ (electron/testing/depth.ts). Passes
 * arguments to Vitest alone.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { buildIfChanged } from './start/build-cache.ts';
import { rendererTarget } from './start/targets.ts';

const PROJECT = resolve(import.meta.dirname, '..');
const PLAYWRIGHT = join(PROJECT, 'node_modules', 'playwright', 'cli.js');

const DEEP = { GESSO_TEST_DEPTH: 'deep' };
/** Milliseconds, see e2e/support/slow-line.ts. */
const SLOW = { GESSO_TEST_SLOW_LINE: '300' };

function run(settings: Readonly<Record<string, string>>, ...args: readonly string[]): number {
  const { status } = spawnSync(process.execPath, [...args], {
    cwd: PROJECT,
    stdio: 'inherit',
    env: { ...process.env, ...settings },
  });
  return status ?? 1;
}

const chosen = process.argv.slice(2);
const unit = run(DEEP, join(PROJECT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...chosen);
let endToEnd = 0;
if (chosen.length === 0) {
  await buildIfChanged(PROJECT, rendererTarget());
  endToEnd = Math.max(run(DEEP, PLAYWRIGHT, 'test'), run(SLOW, PLAYWRIGHT, 'test', 'e2e/browser'));
}
process.exitCode = Math.max(unit, endToEnd);
