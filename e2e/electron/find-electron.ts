/** Where Electron's program file is; nothing is downloaded (requiring the package would). */
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const PROJECT = join(import.meta.dirname, '..', '..');

/** The program file, or why there is none. */
export type FoundElectron =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'missing'; readonly reason: string };

/** Looks where the `electron` package puts its program, and in `ELECTRON_OVERRIDE_DIST_PATH`. */
export function findElectron(): FoundElectron {
  const folder = join(PROJECT, 'node_modules', 'electron');
  if (!existsSync(folder)) return missing('the package "electron" is not installed');
  const pathFile = join(folder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : defaultName();
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const path = join(override ?? join(folder, 'dist'), name);
  return existsSync(path)
    ? { kind: 'found', path }
    : missing('its program file is not installed ("npx install-electron" downloads it)');
}

/** Why a window cannot be shown here; `undefined` when it can. */
export function missingDisplay(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  if (process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']) return undefined;
  return 'there is no display, and no xvfb-run to make one';
}

/** The path of a program that is on the search path. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function missing(reason: string): FoundElectron {
  return { kind: 'missing', reason };
}

function defaultName(): string {
  switch (process.platform) {
    case 'darwin':
      return 'Electron.app/Contents/MacOS/Electron';
    case 'win32':
      return 'electron.exe';
    default:
      return 'electron';
  }
}
