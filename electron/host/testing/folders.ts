/** Folders of dialogs that nothing is written down of. */
import type { DialogFolders } from '../dialog-folders.ts';

/** @param first where a dialog of each kind begins */
export function foldersFrom(first: string): DialogFolders {
  const kept = new Map<string, string>();
  return {
    get: (kind) => kept.get(kind) ?? first,
    keep: (kind, folder) => void kept.set(kind, folder),
  };
}
