/** Finds Electron's binary, or fetches it. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where Electron's releases are fetched from, unless a mirror is set. */
const RELEASES = 'https://github.com';
/** Longest wait for an answer from the server of the releases, ms. */
const PROBE_MILLISECONDS = 4000;

/** Path of the installed binary; `undefined` when it is not there. */
export async function installedElectron(project: string): Promise<string | undefined> {
  const folder = join(project, 'node_modules', 'electron');
  const pathFile = join(folder, 'path.txt');
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override === undefined && !existsSync(pathFile)) return undefined;
  const name = existsSync(pathFile) ? await readFile(pathFile, 'utf8') : 'electron';
  const path = join(override ?? join(folder, 'dist'), name);
  return existsSync(path) ? path : undefined;
}

/**
 * Fetches the binary with Electron's own installer.
 *
 * @returns its path, or `undefined` when it cannot be had here
 */
export async function fetchElectron(
  project: string,
  say: (line: string) => void,
): Promise<string | undefined> {
  if (!(await canReachReleases())) return undefined;
  say('Fetching Electron (about 120 MB, once) …');
  const child = spawn(process.execPath, [join(project, 'node_modules/electron/install.js')], {
    stdio: 'ignore',
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  return code === 0 ? installedElectron(project) : undefined;
}

/** Fails within seconds on a closed network, where the installer would try for long. */
async function canReachReleases(): Promise<boolean> {
  const mirror = process.env['ELECTRON_MIRROR'] ?? process.env['npm_config_electron_mirror'];
  try {
    await fetch(mirror ?? RELEASES, {
      method: 'HEAD',
      signal: AbortSignal.timeout(PROBE_MILLISECONDS),
    });
    return true;
  } catch {
    return false; // no network, or not to there: the caller goes on without Electron
  }
}
