import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from '../../e2e/support/chromium.ts';

const SECRET_SERVICE_PACKAGES = ['gnome-keyring', 'dbus', 'libsecret-1-0'];
/** Longest download of Playwright, ms: a closed network must not block the tests. */
const DOWNLOAD_MILLISECONDS = 180_000;

/**
 * Finds Chromium or installs it. The program's tests need one with a window (`find-browser.ts`),
 * others the headless shell.
 */
export function ensureChromium(project: string): boolean {
  if (findChromium() !== undefined) return true;
  if (canUseApt() && installPackages(['chromium'])) {
    installPackages(['chromium-headless-shell']); // not available everywhere
    if (findChromium() !== undefined) return true;
  }
  process.stdout.write('No Chromium was found; trying to install the one of Playwright …\n');
  spawnSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], {
    cwd: project,
    stdio: 'inherit',
    timeout: DOWNLOAD_MILLISECONDS,
  });
  return findChromium() !== undefined;
}

export function ensureSecretService(): void {
  if (process.platform !== 'linux' || !canUseApt()) return;
  const isThere = ['/usr/bin/dbus-run-session', '/usr/bin/gnome-keyring-daemon'].every(existsSync);
  if (!isThere) installPackages(SECRET_SERVICE_PACKAGES);
}

function canUseApt(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

function installPackages(names: readonly string[]): boolean {
  process.stdout.write(`Installing ${names.join(', ')} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (args: readonly string[]) =>
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  return run(['update']) && run(['install', '-y', '--no-install-recommends', ...names]);
}
