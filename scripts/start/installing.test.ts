/** Installs on the oldest Node that the README names. */
import { execFile, spawnSync } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../../electron/testing/test-folder.ts';

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

  it('passes onnxruntime-node its own switch, so that no npm downloads GPU libraries', async () => {
    const npmrc = await readFile(resolve(PROJECT, '.npmrc'), 'utf8');
    const script = await readFile(
      resolve(PROJECT, 'node_modules/onnxruntime-node/script/install-utils.js'),
      'utf8',
    );
    expect(npmrc).toMatch(/^onnxruntime-node-install=skip$/mu);
    expect(script).toContain('npm_config_onnxruntime_node_install');
  });

  it('is one command, and testing another that works by itself', async () => {
    const readme = await readFile(resolve(PROJECT, 'README.md'), 'utf8');
    expect(readme).toMatch(/^npm install && npm start\b/mu);
    expect(readme).toMatch(/^npm install && npm test\b/mu);
  });

  it('names a command that downloads Node even when install scripts are disabled', async () => {
    const readme = await readFile(resolve(PROJECT, 'README.md'), 'utf8');
    expect(readme).toContain('`npm rebuild node --ignore-scripts=false`');
    // an old Node, as far as the script can tell
    const old = `Object.defineProperty(process.versions, 'node', { value: '20.1.0' }); await import(${JSON.stringify(resolve(PROJECT, 'scripts/start.mjs'))});`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', old], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('Run "npm rebuild node --ignore-scripts=false"');
  });

  it('names the package that an install has left out', async () => {
    const folder = testFolder();
    for (const name of [
      'scripts/start',
      'scripts/start.mjs',
      'electron/web-host',
      'electron/terminal',
      'shared/errors',
    ]) {
      await cp(join(PROJECT, name), join(folder, name), { recursive: true });
    }
    await writeFile(join(folder, 'scripts/start/start.ts'), "import 'zod';");
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/start.mjs')], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toBe(
      `A part of Gesso is not installed (Cannot find package 'zod'). Run "npm install", then start again with "npm start".\n`,
    );
  });

  it('lists computers without a package, and how Electron gets its sandbox on Ubuntu', async () => {
    const readme = await readFile(resolve(PROJECT, 'README.md'), 'utf8');
    expect(readme).toContain('no package for Macs with an Intel processor');
    for (const command of ['sudo chown root', 'sudo chmod 4755']) {
      expect(readme).toContain(`\`${command} node_modules/electron/dist/chrome-sandbox\``);
    }
  });
});
