/** In a hidden window where those are drawn, with a library in a temporary folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from '../terminal/terminal.ts';
import { createSelfCheckRun } from '../web-host/self-check-run.ts';

/** Hash part of the page's address. */
export const SELF_CHECK_PAGE = '#self-check';

export type HostSelfCheck = ReturnType<typeof beginSelfCheck>;

export function isOnWayland(platform: NodeJS.Platform, switches: readonly string[]): boolean {
  const isThere = (process.env['WAYLAND_DISPLAY'] ?? '') !== '';
  return platform === 'linux' && isThere && !switches.includes('--ozone-platform=x11');
}

/** @param report path of a file for the lines */
export function beginSelfCheck(
  report: string | undefined,
  version: string,
  terminal: Pick<Terminal, 'print' | 'flush'>,
) {
  const print = (line: string) => terminal.print(line);
  /** For all files of Chromium and Gesso; deleted by {@link clear}. */
  const userData = mkdtempSync(join(tmpdir(), 'gesso-self-check-'));
  const run = createSelfCheckRun({ version, report, print });
  return {
    ...run,
    userData,
    placeOf: (name: string): string => join(userData, name),
    /** Deletes the folder. Resolves when all lines are written. */
    async clear(): Promise<void> {
      try {
        // Chromium still holds some files on Windows; the system cleans its folder.
        rmSync(userData, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      } catch (error) {
        print(`The folder ${userData} could not be removed: ${String(error)}`);
      }
      await terminal.flush();
    },
  };
}
