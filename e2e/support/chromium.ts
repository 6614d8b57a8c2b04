/** Which Chromium the end-to-end tests and measurements run in. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type LaunchOptions } from 'playwright';

/** Where an installed Chromium or Chrome usually is. */
const INSTALLED = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
    '/usr/bin/microsoft-edge',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const folder = process.env[variable];
    return folder === undefined
      ? []
      : [
          join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
          join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
        ];
  }),
} as const;

/**
 * The browser's program file: the one named by `CHROMIUM_PATH`, else Playwright's own, else an
 * installed one; `undefined` when there is none.
 */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return named;
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  const installed: Readonly<Record<string, readonly string[]>> = INSTALLED;
  return installed[process.platform]?.find((path) => existsSync(path));
}

/**
 * Launch options for a quiet, reproducible browser: software rendering, nothing in the background.
 *
 * @throws Error with a way out when no browser is found
 */
export function chromiumLaunchOptions(): LaunchOptions {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error(
      'No Chromium was found. Install one with "npx playwright install chromium", or name one in CHROMIUM_PATH.',
    );
  }
  // Chromium refuses to start its sandbox as root (containers).
  const root = process.getuid?.() === 0;
  return {
    executablePath,
    args: [
      ...(root ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  };
}
