/** Remembers where dialogs were closed; Electron's always begin in Downloads. */
import { z } from 'zod';
import { createKeptJson } from './kept-json.ts';

const KINDS = ['pictures', 'save', 'folder', 'backup', 'training'] as const;
export type DialogKind = (typeof KINDS)[number];

const foldersSchema = z.partialRecord(z.enum(KINDS), z.string());

export type DialogFolders = ReturnType<typeof createDialogFolders>;

/** @param path of the file; a damaged or missing one counts as empty */
export function createDialogFolders(
  path: string,
  first: string,
  writeLogLine: (line: string) => void,
) {
  const folders = createKeptJson(path, foldersSchema, {}, (error) =>
    writeLogLine(`dialogs: the last folder was not kept (${String(error)})`),
  );
  return {
    /** Absolute; a missing folder is left to the system. */
    get: (kind: DialogKind): string => folders.get()[kind] ?? first,
    /** Call when the user has chosen something here. @param folder absolute */
    keep(kind: DialogKind, folder: string): void {
      if (folders.get()[kind] !== folder) folders.set({ ...folders.get(), [kind]: folder });
    },
  };
}
