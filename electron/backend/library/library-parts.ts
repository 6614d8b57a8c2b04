/** Lists what belongs to a library; nothing else in its folder is Gesso's. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface LibraryFile {
  readonly name: string;
  readonly byteLength: number;
}

const KEPT_FOLDERS = ['files', 'answers', 'training', 'recipes'] as const;
const OTHER_FOLDERS = ['cache', 'outgoing', 'reading', 'uploads'] as const;

const DATABASE_FILE = /^library\.(?:db|damaged-|missing-|restoring|moving|names)/u;

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
        const facts = await stat(join(folder, inside)).catch(() => undefined); // Deleted meanwhile.
        if (facts !== undefined) found.push({ name: inside, byteLength: facts.size });
      }
    }
  }
  for (const name of withBackups ? [...KEPT_FOLDERS, 'backups'] : KEPT_FOLDERS) {
    if (existsSync(join(folder, name))) await walk(name);
  }
  return found;
}

export function libraryEntries(folder: string): readonly string[] {
  const folders = new Set<string>([...KEPT_FOLDERS, ...OTHER_FOLDERS, 'backups']);
  return readdirSync(folder).filter((name) => folders.has(name) || DATABASE_FILE.test(name));
}

export function isLibrary(folder: string): boolean {
  return (statSync(join(folder, 'library.db'), { throwIfNoEntry: false })?.size ?? 0) > 0;
}
