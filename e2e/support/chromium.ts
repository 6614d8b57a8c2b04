/** Which Chromium the end-to-end tests and measurements run in. */
import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from 'playwright';
import { findInstalledBrowser } from '../../electron/browser-host/find-browser.ts';

/** Debian's package of Playwright's headless shell: the same browser without windows, and faster. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** The fastest browser for tests, or the one that users have, for measurements. */
export type Wanted = 'cheapest' | 'as used';

/**
 * The browser's program file: the one named by `CHROMIUM_PATH`, else Playwright's own, else the headless
 * shell (unless one as used is wanted), else an installed one; `undefined` when there is none.
 */
export function findChromium(wanted: Wanted = 'cheapest'): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return named;
  const own = chromium.executablePath();
  if (existsSync(own)) return own;
  if (wanted === 'cheapest' && existsSync(HEADLESS_SHELL)) return HEADLESS_SHELL;
  return findInstalledBrowser();
}

/**
 * Disabled features of Chromium. This list replaces Playwright's own and keeps the entries that matter
 * for a window without extensions and network.
 */
const DISABLED_FEATURES = [
  // Playwright's
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // address bar pages: each window loads 400 modules for them in a separate process
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
];

/**
 * Launch options for a quiet, reproducible browser: software rendering, nothing in the background.
 *
 * @throws Error with a way out when no browser is found
 */
export function chromiumLaunchOptions(wanted: Wanted = 'cheapest'): LaunchOptions {
  const executablePath = findChromium(wanted);
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
      `--disable-features=${DISABLED_FEATURES.join(',')}`,
    ],
  };
}
