/** Pictures among the arguments of a start: “Open with”, a file dropped on the icon, a second start. */
import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How files of pictures that Gesso reads are called; their bytes decide later. */
export const PICTURE_EXTENSIONS = [
  'jpg',
  'jpeg',
  'png',
  'webp',
  'tif',
  'tiff',
  'avif',
  'gif',
  'heic',
  'heif',
  'bmp',
] as const;

const PICTURE = new RegExp(`\\.(?:${PICTURE_EXTENSIONS.join('|')})$`, 'iu');

/** Most pictures of one start. */
const MOST = 500;

/**
 * SECURITY: S29 arguments come from anybody who can start a program. Only absolute paths of existing
 * picture files are taken; switches, addresses and everything else are passed over.
 *
 * Desktops on Linux name a file by its `file:` address, without a host: that counts as its path.
 */
export function picturesAmong(given: readonly string[]): readonly string[] {
  const paths = given.flatMap((argument) => pathOf(argument) ?? []);
  return paths.filter((path) => PICTURE.test(path) && isFile(path)).slice(0, MOST);
}

function pathOf(argument: string): string | undefined {
  if (argument.includes('\0')) return undefined;
  if (isAbsolute(argument)) return argument;
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
