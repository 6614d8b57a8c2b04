/** Files that the host names one by one or in folders, in the order of their names. */
import { opendir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { toAppError } from '../../../shared/errors/app-error.ts';
import { plainName } from '../../../shared/plain-name.ts';
import { isOfSystem } from '../../../shared/files/picture-names.ts';

/** Folders within folders that are looked into. */
const DEEPEST = 20;

/** A file, and where it was found. */
export interface WalkedFile {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  /** The folders around it in what was named: `a/b`, empty for none. */
  readonly folder: string;
  readonly byteLength: number;
  /** ms. */
  readonly modifiedAt: number;
}

/**
 * Files of the system's own and hidden folders are left out; one that cannot be read leaves the others.
 *
 * @param paths absolute; of the host's dialog or of a drop (SECURITY: S35)
 * @param passedOver called with the kind of the error for each entry of a folder that cannot be read
 */
export async function* walkFiles(
  paths: readonly string[],
  passedOver: (kind: string) => void,
): AsyncGenerator<WalkedFile, void, void> {
  for (const path of paths) {
    if ((await stat(path)).isDirectory()) yield* walk(path, basename(path), 0, passedOver);
    else yield* only(path, '');
  }
}

async function* walk(
  path: string,
  folder: string,
  depth: number,
  passedOver: (kind: string) => void,
): AsyncGenerator<WalkedFile, void, void> {
  const entries: { readonly name: string; readonly isFolder: boolean }[] = [];
  try {
    for await (const entry of await opendir(path)) {
      // a link to a folder may lead back to where it is
      if (entry.isFile() || entry.isSymbolicLink()) {
        entries.push({ name: entry.name, isFolder: false });
      } else if (entry.isDirectory()) entries.push({ name: entry.name, isFolder: true });
    }
  } catch (error) {
    if (depth === 0) throw error; // the user has named it
    passedOver(toAppError(error).kind);
    return;
  }
  entries.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  for (const { name, isFolder } of entries) {
    const inside = join(path, name);
    if (isFolder) {
      if (depth >= DEEPEST || name.startsWith('.')) continue;
      yield* walk(inside, `${folder}/${name}`, depth + 1, passedOver);
      continue;
    }
    try {
      yield* only(inside, folder);
    } catch (error) {
      passedOver(toAppError(error).kind);
    }
  }
}

async function* only(path: string, folder: string): AsyncGenerator<WalkedFile, void, void> {
  const name = basename(path);
  if (isOfSystem(name)) return;
  const found = await stat(path);
  if (!found.isFile()) return;
  yield {
    path,
    name: plainName(name) || 'file',
    folder,
    byteLength: found.size,
    modifiedAt: found.mtimeMs,
  };
}
