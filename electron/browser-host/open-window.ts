/** Opens the program in an app window of an installed Chromium or Chrome. */
import { spawn } from 'node:child_process';
import { access, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** A browser process that shows the program. */
export interface OpenedWindow {
  /** Resolves with false when the browser ended at once, e.g. because its screen cannot be used. */
  readonly hasOpened: Promise<boolean>;
  /** Resolves when the browser has ended. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Names of the browser on the PATH, best first. */
const COMMANDS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'msedge',
];

/** A browser that cannot show a window ends within this time, ms. */
const SETTLE_MILLISECONDS = 1500;

/** Places outside the PATH. */
const PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    join(process.env['PROGRAMFILES'] ?? '', 'Google/Chrome/Application/chrome.exe'),
    join(process.env['PROGRAMFILES(X86)'] ?? '', 'Microsoft/Edge/Application/msedge.exe'),
  ],
};

/**
 * @param url with the token of this run
 * @param profileFolder the browser's own profile, so that nothing of the user's is touched
 * @returns `undefined` when there is no browser or no screen
 */
export async function openWindow(
  url: string,
  profileFolder: string,
): Promise<OpenedWindow | undefined> {
  const browser = await findBrowser();
  if (browser === undefined) return undefined;
  if (process.platform === 'linux' && !hasScreen()) return undefined;
  await mkdir(profileFolder, { recursive: true, mode: 0o700 });
  const isRoot = process.getuid?.() === 0;
  const child = spawn(
    browser,
    [
      `--app=${url}`,
      `--user-data-dir=${profileFolder}`,
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-background-networking',
      '--disable-sync',
      '--window-size=1440,900',
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
    { stdio: 'ignore' },
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

function hasScreen(): boolean {
  return (process.env['DISPLAY'] ?? '') !== '' || (process.env['WAYLAND_DISPLAY'] ?? '') !== '';
}

async function findBrowser(): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const candidates = [
    ...COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command + suffix))),
    ...(PLACES[process.platform] ?? []),
  ];
  for (const candidate of candidates) {
    if (await isThere(candidate)) return candidate;
  }
  return undefined;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false; // the next candidate may be there
  }
}
