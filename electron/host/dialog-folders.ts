/**
 * Remembers where each kind of dialog was last closed, across restarts; Electron's dialogs always
 * begin in Downloads.
 */
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

const KINDS = ['pictures', 'save', 'folder', 'backup', 'training'] as const;
export type DialogKind = (typeof KINDS)[number];

const foldersSchema = z.partialRecord(z.enum(KINDS), z.string());

export type DialogFolders = ReturnType<typeof createDialogFolders>;

/**
 * @param path of the file; a damaged or missing one counts as empty
 * @param first initial folder of each kind
 */
export function createDialogFolders(
  path: string,
  first: string,
  writeLogLine: (line: string) => void,
) {
  let folders = read(path);
  let writing: Promise<void> = Promise.resolve();

  async function write(text: string): Promise<void> {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(`${path}.part`, text, { mode: 0o600 });
      await rename(`${path}.part`, path);
    } catch (error) {
      writeLogLine(`dialogs: the last folder was not kept (${String(error)})`);
    }
  }

  return {
    /** Absolute; a missing folder is left to the system. */
    get: (kind: DialogKind): string => folders[kind] ?? first,
    /** Call when the user has chosen something here. @param folder absolute */
    keep(kind: DialogKind, folder: string): void {
      if (folders[kind] === folder) return;
      folders = { ...folders, [kind]: folder };
      const text = JSON.stringify(folders);
      writing = writing.then(() => write(text));
    },
  };
}

function read(path: string): z.infer<typeof foldersSchema> {
  try {
    return foldersSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {}; // The first start, or an invalid file.
  }
}
