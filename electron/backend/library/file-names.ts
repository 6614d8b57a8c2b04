/**
 * Names of the pictures in `files/`, in a log beside the database: a library whose database is lost gives
 * its pictures their names back. A line a file; the last one counts. A name whose line is lost is replaced
 * by the time of its file.
 */
import { appendFileSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

export interface FileNames {
  /** @param hash of the file's content */
  note(hash: string, name: string): void;
  /** By hash; empty where there is no log. */
  read(): Promise<ReadonlyMap<string, string>>;
  /**
   * Leaves out files that the library has no longer, and adds photos from before there was a log. Never while
   * files are looked for that the database does not know.
   */
  tidy(database: DatabaseSync): Promise<void>;
}

/** @param folder absolute path of the data folder @param log for names that cannot be noted */
export function openFileNames(folder: string, log: (line: string) => void): FileNames {
  const path = join(folder, 'library.names');
  /** Lines since a tidying began. */
  let since: string[] | undefined;

  async function read(): Promise<Map<string, string>> {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    });
    return new Map(text.split('\n').flatMap(entryOf));
  }

  return {
    read,
    note(hash, name) {
      const line = lineOf(hash, name);
      since?.push(line);
      try {
        appendFileSync(path, line, { mode: 0o600, flush: true });
      } catch (error) {
        log(`a name is not noted: ${String(error)}`); // the picture itself is what matters
      }
    },
    async tidy(database) {
      since = [];
      try {
        const noted = await read();
        const photos = database
          .prepare(
            `SELECT f.hash AS hash, p.name AS name FROM photos p JOIN files f ON f.id = p.original_file_id
             ORDER BY p.opened_at`,
          )
          .all();
        const isKnown = database.prepare('SELECT 1 FROM files WHERE hash = ?');
        const wanted = new Map([...noted].filter(([hash]) => isKnown.get(hash) !== undefined));
        for (const { hash, name } of photos) wanted.set(String(hash), String(name));
        if (isSame(noted, wanted)) return;
        const part = `${path}.part`;
        await rm(part, { force: true });
        const lines = [...wanted].map(([hash, name]) => lineOf(hash, name));
        await writeFile(part, [...lines, ...since].join(''), { mode: 0o600 });
        const written = since.length;
        await rename(part, path);
        for (const line of since.slice(written)) appendFileSync(path, line);
      } finally {
        since = undefined;
      }
    },
  };
}

function lineOf(hash: string, name: string): string {
  return `${JSON.stringify([hash, name])}\n`;
}

/** Nothing for a line that was cut off. */
function entryOf(line: string): readonly (readonly [hash: string, name: string])[] {
  try {
    const value: unknown = JSON.parse(line);
    if (!Array.isArray(value)) return [];
    const [hash, name] = value as readonly unknown[];
    return typeof hash === 'string' && typeof name === 'string' && name !== ''
      ? [[hash, name]]
      : [];
  } catch {
    return [];
  }
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([hash, name]) => other.get(hash) === name);
}
