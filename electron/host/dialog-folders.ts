/**
 * The folders that the system's dialogs begin in, by kind: where the last one of it ended, also after a restart.
 * Electron's own would begin in Downloads each time.
 */
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

const KINDS = ['pictures', 'save', 'folder', 'backup', 'training'] as const;
export type DialogKind = (typeof KINDS)[number];

const foldersSchema = z.partialRecord(z.enum(KINDS), z.string());

export interface DialogFolders {
  /** Absolute; a folder that is gone by now is left to the system, which begins in its own place. */
  get(kind: DialogKind): string;
  /** The user has chosen a file or folder here. @param folder absolute */
  keep(kind: DialogKind, folder: string): void;
}

/**
 * @param path of the file; a damaged or missing one counts as empty
 * @param first where a dialog of each kind begins for the first time
 */
export function createDialogFolders(
  path: string,
  first: string,
  writeLogLine: (line: string) => void,
): DialogFolders {
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
    get: (kind) => folders[kind] ?? first,
    keep(kind, folder) {
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
    return {}; // the first start, or a file that means nothing
  }
}
