/** Gesso checks itself: in a window that is hidden where that draws, with a library in a temporary folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from '../terminal/terminal.ts';
import { createSelfCheckRun, type SelfCheckRun } from '../web-host/self-check-run.ts';

/** What `#` adds to the page's address. */
export const SELF_CHECK_PAGE = '#self-check';

/** A check that is under way. */
export interface HostSelfCheck extends SelfCheckRun {
  /** For everything that Chromium and Gesso write; removed by {@link clear}. */
  readonly userData: string;
  /** Where a file goes that the check saves. */
  placeOf(name: string): string;
  /** Removes the folder. Resolves when all lines are out. */
  clear(): Promise<void>;
}

/** Wayland draws only windows that are shown. @param switches Chromium's, as they were given */
export function isOnWayland(platform: NodeJS.Platform, switches: readonly string[]): boolean {
  const isThere = (process.env['WAYLAND_DISPLAY'] ?? '') !== '';
  return platform === 'linux' && isThere && !switches.includes('--ozone-platform=x11');
}

/** @param report path of a file for the lines */
export function beginSelfCheck(
  report: string | undefined,
  version: string,
  terminal: Pick<Terminal, 'print' | 'flush'>,
): HostSelfCheck {
  const print = (line: string) => terminal.print(line);
  const userData = mkdtempSync(join(tmpdir(), 'gesso-self-check-'));
  const run = createSelfCheckRun({ version, report, print });
  return {
    ...run,
    userData,
    placeOf: (name) => join(userData, name),
    async clear() {
      try {
        // Chromium still holds some of its files on Windows; the system clears its folder
        rmSync(userData, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      } catch (error) {
        print(`The folder ${userData} could not be removed: ${String(error)}`);
      }
      await terminal.flush();
    },
  };
}
