/**
 * Runs the self-check of the package in `dist/`, or of an installed program whose path is given.
 * Linux needs a display and keyring of its own; `--wayland` uses weston. Writes
 * `dist/self-check.txt`.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findDisplay } from '../e2e/electron/find-electron.ts';
import {
  inKeychainSession,
  keychainEnvironment,
  whyNoKeychainSession,
} from './keychain/session.ts';
import { exitCode, PROJECT } from './package/run.ts';

const PROGRAMS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'dist/linux*-unpacked/gesso',
  darwin: 'dist/mac*/Gesso.app/Contents/MacOS/Gesso',
  win32: 'dist/win*-unpacked/Gesso.exe',
};

/** A Wayland display without a screen, which ends with the program. */
const WESTON = {
  wrapper: [
    'sh',
    '-c',
    'weston --backend=headless --socket=gesso & until [ -S "$XDG_RUNTIME_DIR/gesso" ]; do kill -0 $! || exit 1; sleep 0.1; done; WAYLAND_DISPLAY=gesso "$@"; code=$?; kill $!; exit $code',
    'sh',
  ],
} as const;

process.exitCode = await main();

async function main(): Promise<number> {
  const given = process.argv.slice(2);
  const isWayland = given.includes('--wayland');
  const [packed] = globSync(PROGRAMS[process.platform] ?? '', { cwd: PROJECT });
  const found = given.find((argument) => !argument.startsWith('--')) ?? packed;
  if (found === undefined) return cannot('there is no packed program in dist/');
  const check = [
    resolve(PROJECT, found),
    '--self-check',
    `--report=${join(PROJECT, 'dist', 'self-check.txt')}`,
  ];
  if (process.platform !== 'linux') return await run(check, process.env);
  const display = isWayland ? WESTON : findDisplay();
  if (display === undefined) return cannot('there is no display, and no xvfb-run to make one');
  const reason = whyNoKeychainSession();
  if (reason !== undefined) return cannot(`there is no keychain: ${reason}`);
  const home = await mkdtemp(join(tmpdir(), 'gesso-keychain-'));
  try {
    // the display goes inside, because the keychain's session has none
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
  return exitCode(spawn(program, parameters, { cwd: PROJECT, env, stdio: 'inherit' }));
}
