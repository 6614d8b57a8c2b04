/**
 * Runs the keychain test inside a D-Bus session of its own, with a keyring that exists for it alone.
 * Where that cannot be had, one line says why, and nothing fails.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const NEEDED = ['dbus-run-session', 'gnome-keyring-daemon', 'dbus-send'] as const;
const REPOSITORY = dirname(import.meta.dirname);

process.exitCode = await main();

async function main(): Promise<number> {
  const reason = whyNot();
  if (reason !== undefined) {
    process.stdout.write(`Keychain test not run: ${reason}\n`);
    return 0;
  }
  const home = await mkdtemp(join(tmpdir(), 'gesso-keychain-'));
  try {
    return await runInSession(home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'the Secret Service is only found on Linux.';
  const missing = NEEDED.filter((program) => !isOnPath(program));
  if (missing.length === 0) return undefined;
  return `${missing.join(' and ')} not found (on Debian: the packages gnome-keyring and dbus).`;
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** @returns the exit code of Vitest */
function runInSession(home: string): Promise<number> {
  const vitest = join(
    dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
    'vitest.mjs',
  );
  const config = join(import.meta.dirname, 'vitest.keychain.config.ts');
  const unlockThenTest =
    'printf throwaway | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1 && exec "$@"';
  const child = spawn(
    'dbus-run-session',
    [
      '--',
      'sh',
      '-c',
      unlockThenTest,
      'sh',
      process.execPath,
      vitest,
      'run',
      '--config',
      config,
      ...process.argv.slice(2),
    ],
    { cwd: REPOSITORY, env: sessionEnvironment(home), stdio: 'inherit' },
  );
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Nothing of the user's own session: no keyring, no display to show a prompt on. */
function sessionEnvironment(home: string): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_DATA_HOME: join(home, 'data'),
  };
  for (const name of ['DBUS_SESSION_BUS_ADDRESS', 'DISPLAY', 'WAYLAND_DISPLAY']) {
    delete environment[name];
  }
  return environment;
}
