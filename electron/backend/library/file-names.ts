/** Names of pictures for a library whose database is lost. The last line of a file counts. */
import { appendFileSync } from 'node:fs';
import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createSql } from './row-values.ts';

export type FileNames = ReturnType<typeof openFileNames>;

export function openFileNames(folder: string, log: (line: string) => void) {
  const path = join(folder, 'library.names');
  let since: string[] | undefined;
  let last = Promise.resolve();

  async function read(): Promise<Map<string, string>> {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    });
    return new Map(text.split('\n').flatMap(entryOf));
  }

  return {
    read,
    /** Flushed when it resolves, which it also does when that fails. */
    note(hash: string, name: string): Promise<void> {
      const line = lineOf(hash, name);
      since?.push(line);
      last = last
        .then(() => appendFile(path, line, { mode: 0o600, flush: true }))
        // The picture itself is what matters.
        .catch((error: unknown) => log(`a name is not noted: ${String(error)}`));
      return last;
    },
    /** Adds photos from before the log existed. Never runs during a recovery. */
    async tidy(database: DatabaseSync): Promise<void> {
      since = [];
      try {
        await last;
        const noted = await read();
        const photos = database
          .prepare(
            `SELECT f.hash AS hash, p.name AS name FROM photos p JOIN files f ON f.id = p.original_file_id
             ORDER BY p.opened_at`,
          )
          .all();
        const sql = createSql(database);
        const wanted = new Map(
          [...noted].filter(
            ([hash]) => sql.get`SELECT 1 FROM files WHERE hash = ${hash}` !== undefined,
          ),
        );
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
