/** Dropped files and folders, one after the other, since a folder may contain thousands. */

import { count } from '../../core/ui/format.ts';
import { isFolderOfSystem } from '../../../shared/files/picture-names.ts';

/** A file and the folders between it and the drop: `a/b`, or empty. */
export interface DroppedFile {
  readonly file: File;
  readonly folder: string;
}

/** The files of a drop or paste, read during its event. */
export interface DroppedItems {
  /** As dropped; a folder is one of them, without bytes. */
  readonly files: readonly File[];
  /** Every file including those in folders, by name. */
  all(): AsyncGenerator<DroppedFile, void, void>;
  /** Files and folders that could not be read, after {@link all} has ended. */
  unreadable(): number;
}

/** Depth to which folders are searched. */
const DEEPEST = 20;

/** Files and folders of a drop, which can be read only during its event. */
export function itemsOf(transfer: DataTransfer) {
  return [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
}

/** Must be called during the event: the items of a drop cannot be read afterwards. */
export function droppedItems(transfer: DataTransfer): DroppedItems {
  const items = itemsOf(transfer);
  let unreadable = 0;
  const onUnreadable = (): void => void (unreadable += 1);
  return {
    files: items.flatMap(({ file }) => file ?? []),
    async *all() {
      unreadable = 0;
      for (const { entry, file } of items) {
        if (entry?.isDirectory === true) yield* below(entry, entry.name, 0, onUnreadable);
        else if (file !== null) yield { file, folder: '' };
      }
    },
    unreadable: () => unreadable,
  };
}

/** Files of a dialog; those of a folder know their path in it. */
export function pickedItems(files: readonly File[]): DroppedItems {
  return {
    files,
    async *all() {
      // browsers list a folder in the order of its disk
      const inOrder = files.toSorted((a, b) =>
        a.webkitRelativePath.localeCompare(b.webkitRelativePath, undefined, { numeric: true }),
      );
      const folders = new Set(files.flatMap((file) => foldersOf(file)));
      for (const file of inOrder) {
        if (isBelowSystem(file, folders)) continue;
        yield { file, folder: file.webkitRelativePath.split('/').slice(0, -1).join('/') };
      }
    },
    unreadable: () => 0,
  };
}

/** All folders around a file, from the chosen one on: `a`, `a/b`. */
function foldersOf({ webkitRelativePath }: File): readonly string[] {
  const names = webkitRelativePath.split('/').slice(0, -1);
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}

/** @param folders of everything chosen */
function isBelowSystem(file: File, folders: ReadonlySet<string>): boolean {
  return foldersOf(file)
    .slice(1)
    .some((path) => {
      const around = path.split('/');
      const name = around.pop() ?? '';
      const beside = folders.has([...around, 'DCIM'].join('/')) ? ['DCIM'] : [];
      return isFolderOfSystem(name, [...around, ...beside]);
    });
}

async function* below(
  folder: FileSystemEntry,
  path: string,
  depth: number,
  onUnreadable: () => void,
): AsyncGenerator<DroppedFile, void, void> {
  if (!isFolder(folder) || depth > DEEPEST) return;
  const children = await ifReadable(childrenOf(folder));
  if (children === undefined) {
    onUnreadable();
    return;
  }
  const around = [...path.split('/'), ...children.map(({ name }) => name)];
  for (const entry of children) {
    if (isFile(entry)) {
      const file = await ifReadable(read(entry));
      if (file === undefined) onUnreadable();
      else yield { file, folder: path };
    } else if (!isFolderOfSystem(entry.name, around)) {
      yield* below(entry, `${path}/${entry.name}`, depth + 1, onUnreadable);
    }
  }
}

/**
 * Returns `undefined` on failure: memory cards and disks have folders that only the system may read.
 */
export async function ifReadable<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading;
  } catch {
    return undefined;
  }
}

/** @param unreadable files and folders within a drop */
export function unreadableWords(unreadable: number): string {
  return `${count(unreadable, 'file or folder', 'files or folders')} could not be read.`;
}

/** All entries of a folder by name; browsers return at most a hundred at a time. */
export async function childrenOf(
  folder: FileSystemDirectoryEntry,
): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) break;
    children.push(...some);
  }
  return children.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}

export function read(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

export function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

export function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory && 'createReader' in entry;
}
