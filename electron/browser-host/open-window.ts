/** Opens the page in an app window of an installed Chromium or Chrome. */
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { quietArguments } from '../web-host/quiet-chromium.ts';
import { findInstalledBrowser } from './find-browser.ts';

export interface OpenedWindow {
  /** Resolves with false if the browser exits at once, for example without a usable screen. */
  readonly hasOpened: Promise<boolean>;
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** A browser that cannot show a window exits within this time, ms. */
const SETTLE_MILLISECONDS = 1500;

/** @param profileFolder the user's own profile is not touched @returns none without a screen */
export async function openWindow(
  url: string,
  profileFolder: string,
  isHidden = false,
): Promise<OpenedWindow | undefined> {
  const browser = findInstalledBrowser();
  if (browser === undefined) return undefined;
  if (!isHidden && !hasScreen()) return undefined;
  await mkdir(profileFolder, { recursive: true, mode: 0o700 });
  const isRoot = process.getuid?.() === 0;
  const child = spawn(
    browser,
    [
      ...(isHidden ? ['--headless=new', url] : [`--app=${url}`]),
      `--user-data-dir=${profileFolder}`,
      '--no-first-run',
      '--no-default-browser-check',
      ...quietArguments(),
      '--window-size=1440,900',
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
    {
      stdio: 'ignore',
      env: {
        ...process.env,
        // SECURITY: S52 both would otherwise be in the user's own folders, whatever the profile.
        BREAKPAD_DUMP_LOCATION: join(profileFolder, 'Crash Reports'),
        XDG_CACHE_HOME: join(profileFolder, 'cache'),
      },
    },
  );
  const closed = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const lasted = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(true), SETTLE_MILLISECONDS);
  });
  return {
    hasOpened: Promise.race([closed.then(() => false), lasted]),
    closed,
    async close() {
      child.kill();
      await closed;
    },
  };
}

export function hasScreen(): boolean {
  if (process.platform !== 'linux') return true;
  return (process.env['DISPLAY'] ?? '') !== '' || (process.env['WAYLAND_DISPLAY'] ?? '') !== '';
}
