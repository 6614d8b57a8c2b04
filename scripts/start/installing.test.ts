/** Installing on the oldest Node that the README names. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const PROJECT = resolve(import.meta.dirname, '../..');

describe('installing', () => {
  it('does not warn on Node 20 about packages that only Node 24 runs', async () => {
    const run = promisify(execFile);
    const asked = await run('npm', ['config', 'get', 'loglevel'], {
      cwd: PROJECT,
      // npm hands its own settings down to what it runs
      env: { ...process.env, npm_config_loglevel: undefined },
      shell: process.platform === 'win32',
    });
    expect(asked.stdout.trim()).toBe('error'); // engine warnings are of level “warn”
  });

  it('is one command, and testing another that works by itself', async () => {
    const readme = await readFile(resolve(PROJECT, 'README.md'), 'utf8');
    expect(readme).toMatch(/^npm install && npm start\b/mu);
    expect(readme).toMatch(/^npm install && npm test\b/mu);
  });
});
