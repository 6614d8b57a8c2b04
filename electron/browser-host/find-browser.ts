import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Program names on the PATH, best first. */
const COMMANDS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
] as const;

/** Program paths inside macOS application folders. */
const MAC_PROGRAMS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
] as const;

/** Variables with Windows installation folders. */
const WINDOWS_FOLDERS = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'] as const;
const WINDOWS_PROGRAMS = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
] as const;

/** @returns absolute path of the browser; `undefined` if there is none */
export function findInstalledBrowser(): string | undefined {
  return candidates().find((path) => existsSync(path));
}

function candidates(): readonly string[] {
  if (process.platform === 'darwin') return MAC_PROGRAMS;
  if (process.platform === 'win32') {
    return WINDOWS_FOLDERS.flatMap((variable) => {
      const folder = process.env[variable];
      return folder === undefined ? [] : WINDOWS_PROGRAMS.map((parts) => join(folder, ...parts));
    });
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
}
