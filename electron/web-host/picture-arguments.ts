/** Pictures among the arguments of a start: “Open with”, a file dropped on the icon, a second start. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPictureName } from '../../shared/files/picture-names.ts';

/** Most pictures of one start. */
const MOST = 500;

/**
 * SECURITY: S29 anybody can start a program: only paths of existing picture files are taken. Desktops
 * on Linux name a file by a `file:` address without a host.
 * @param folder base of relative paths
 */
export function picturesAmong(given: readonly string[], folder = '/'): readonly string[] {
  const paths = given.flatMap((argument) => pathOf(argument, folder) ?? []);
  return paths.filter((path) => isPictureName(path) && isFile(path)).slice(0, MOST);
}

function pathOf(argument: string, folder: string): string | undefined {
  if (argument === '' || argument.startsWith('-') || argument.includes('\0')) return undefined;
  if (!/^(?:file:|[a-z][a-z\d+.-]*:\/\/)/iu.test(argument)) return resolve(folder, argument);
  if (!/^file:\/\/\//iu.test(argument)) return undefined;
  try {
    const path = fileURLToPath(argument);
    return path.includes('\0') ? undefined : path;
  } catch {
    return undefined; // an address that is no path, e.g. with an encoded slash
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false; // gone, or not to be looked at
  }
}
