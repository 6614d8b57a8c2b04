/**
 * Lets the packed program in `dist/` check itself: `npm run package` comes before. On Linux in a session with
 * a display and a keyring of its own. The report is `dist/self-check.txt`.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDisplay } from '../e2e/electron/find-electron.ts';
import {
  inKeychainSession,
  keychainEnvironment,
  whyNoKeychainSession,
} from './keychain/session.ts';
import { PROJECT } from './package/run.ts';

const PROGRAMS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'dist/linux*-unpacked/gesso',
  darwin: 'dist/mac*/Gesso.app/Contents/MacOS/Gesso',
  win32: 'dist/win*-unpacked/Gesso.exe',
};

process.exitCode = await main();

async function main(): Promise<number> {
  const [found] = globSync(PROGRAMS[process.platform] ?? '', { cwd: PROJECT });
  if (found === undefined) return cannot('there is no packed program in dist/');
  const check = [
    join(PROJECT, found),
    '--self-check',
    `--report=${join(PROJECT, 'dist', 'self-check.txt')}`,
  ];
  if (process.platform !== 'linux') return await run(check, process.env);
  const display = findDisplay();
  if (display === undefined) return cannot('there is no display, and no xvfb-run to make one');
  const reason = whyNoKeychainSession();
  if (reason !== undefined) return cannot(`there is no keychain: ${reason}`);
  const home = await mkdtemp(join(tmpdir(), 'gesso-keychain-'));
  try {
    // the display goes inside: the session of the keychain has none
    return await run(inKeychainSession([...display.wrapper, ...check]), keychainEnvironment(home));
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

function cannot(reason: string): number {
  process.stderr.write(`The packed program was not checked: ${reason}\n`);
  return 1;
}

/** @returns the exit code */
function run(command: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [program = '', ...parameters] = command;
  const child = spawn(program, parameters, { cwd: PROJECT, env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
