/** What a library consists of on the disk, for copying and for removing it: nothing else in a folder is Gesso's. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of a library. */
export interface LibraryFile {
  /** Below the data folder, with `/` on each system. */
  readonly name: string;
  readonly byteLength: number;
}

/** Folders that a library cannot do without. */
const KEPT_FOLDERS = ['files', 'answers', 'training', 'recipes'] as const;
/** … and those that are made anew. */
const OTHER_FOLDERS = ['cache', 'outgoing', 'reading', 'uploads'] as const;

/** The database and its companion files, those set aside included. */
const DATABASE_FILE = /^library\.(?:db|damaged-|missing-|restoring|moving|names)/u;

/** Files that go with a library to another place, without the database itself. */
export async function listLibraryFiles(
  folder: string,
  withBackups: boolean,
): Promise<readonly LibraryFile[]> {
  const found: LibraryFile[] = [];
  async function walk(name: string): Promise<void> {
    const entries = await readdir(join(folder, name), { withFileTypes: true });
    for (const entry of entries) {
      const inside = `${name}/${entry.name}`;
      if (entry.isDirectory()) await walk(inside);
      else if (entry.isFile() && !entry.name.endsWith('.part')) {
        const facts = await stat(join(folder, inside)).catch(() => undefined); // gone since
        if (facts !== undefined) found.push({ name: inside, byteLength: facts.size });
      }
    }
  }
  for (const name of withBackups ? [...KEPT_FOLDERS, 'backups'] : KEPT_FOLDERS) {
    if (existsSync(join(folder, name))) await walk(name);
  }
  return found;
}

/** Names in a folder that belong to a library: they go when an earlier one is removed. */
export function libraryEntries(folder: string): readonly string[] {
  const folders = new Set<string>([...KEPT_FOLDERS, ...OTHER_FOLDERS, 'backups']);
  return readdirSync(folder).filter((name) => folders.has(name) || DATABASE_FILE.test(name));
}

/** True when a library with content is in this folder. */
export function isLibrary(folder: string): boolean {
  return (statSync(join(folder, 'library.db'), { throwIfNoEntry: false })?.size ?? 0) > 0;
}
