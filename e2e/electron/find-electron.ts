/** Finds out whether the Electron tests can run here. Downloads nothing. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installedElectron } from '../../scripts/start/electron-binary.ts';

export const PROJECT = join(import.meta.dirname, '..', '..');

/** @throws Error when Electron's program file is not installed */
export async function requireElectron(): Promise<string> {
  const path = await installedElectron(PROJECT);
  if (path === undefined) throw new Error('Electron’s program file is not installed.');
  return path;
}

/** Why the tests cannot be run; `undefined` when they can, given a display. */
export async function whyNoElectron(): Promise<string | undefined> {
  if ((await installedElectron(PROJECT)) !== undefined) return undefined;
  return 'its program file is not installed ("npm start -- --host electron" fetches it)';
}

/** How a window can be shown here: on a display, on a virtual one, or not at all. */
export function findDisplay(): { readonly wrapper: readonly string[] } | undefined {
  if (process.platform !== 'linux') return { wrapper: [] };
  if (process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']) return { wrapper: [] };
  const virtual = findProgram('xvfb-run');
  return virtual === undefined ? undefined : { wrapper: [virtual, '--auto-servernum'] };
}

function findProgram(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
