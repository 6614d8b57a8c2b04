import { AppError } from '../../../shared/errors/app-error.ts';
import { formatNumber } from '../../../shared/numbers.ts';
import { countOtherKinds, otherKindsLine } from '../../../shared/files/other-kinds.ts';
import {
  isFolderOfSystem,
  isOfSystem,
  isPictureName,
  PICTURE_EXTENSIONS,
} from '../../../shared/files/picture-names.ts';
import { count } from '../../core/ui/format.ts';

/** A file and the folders between it and the drop: `a/b`, or empty. */
export interface DroppedFile {
  readonly file: File;
  readonly folder: string;
}

/** The files of a drop or paste, read during its event. */
export interface DroppedItems {
  /** As dropped; a folder is one of them, without bytes. */
  readonly files: readonly File[];
  /** Every file including those in folders, by name, one at a time: a folder may hold thousands. */
  all(): AsyncGenerator<DroppedFile, void, void>;
  /** Files and folders that could not be read, after {@link all} has ended. */
  unreadable(): number;
}

/** Depth to which folders are searched. */
const DEEPEST = 20;

/** Files and folders of a drop, which can be read only during its event. */
function itemsOf(transfer: DataTransfer) {
  return [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
}

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
async function ifReadable<Result>(reading: Promise<Result>): Promise<Result | undefined> {
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
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
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

function read(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory && 'createReader' in entry;
}

/** Filter of file dialogs; the bytes decide on the format. */
const ACCEPTED = ['image/*', ...PICTURE_EXTENSIONS.map((extension) => `.${extension}`)].join();

const FOLDER = {
  /** Depth to which folders are searched. */
  maxDepth: 5,
  /** Most files of a drop, in case a whole disk is dropped by mistake. */
  maxFiles: 2000,
} as const;

type OnPicked = (files: readonly File[]) => void;

/** Referred to while its dialog is open: otherwise it may be collected, and the files are lost. */
let latestInput: HTMLInputElement | undefined;

/**
 * Opens the system's file dialog. Nothing happens on cancel.
 * @param isMany whether several files may be chosen
 */
export function pickFiles(
  onPicked: OnPicked,
  accepted: string = ACCEPTED,
  isMany: boolean = false,
): void {
  openDialog({ accept: accepted, multiple: isMany }, onPicked);
}

/** Opens the system's folder dialog. Nothing happens on cancel. */
export function pickFolder(onPicked: OnPicked): void {
  openDialog({ webkitdirectory: true }, onPicked);
}

function openDialog(settings: Partial<HTMLInputElement>, onPicked: OnPicked): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', ...settings });
  input.addEventListener('change', () => onPicked([...(input.files ?? [])]));
  latestInput = input;
  latestInput.click();
}

/**
 * The files of a drop or paste, and the pictures of dropped folders, by name.
 * @param leftOut receives a sentence for each thing that is missing among the files
 * @returns none if it contains no file, such as for dragged text
 * @throws AppError for a folder without pictures, if there is nothing else
 */
export async function filesOf(
  transfer: DataTransfer,
  leftOut: (sentence: string) => void,
): Promise<readonly File[]> {
  const dropped = itemsOf(transfer);
  const files: File[] = [];
  const refused: AppError[] = [];
  for (const { entry, file } of dropped) {
    if (entry?.isDirectory !== true) {
      if (file !== null) files.push(file);
      continue;
    }
    const found = await picturesIn(entry);
    files.push(...found.files);
    if (found.files.length === 0) refused.push(withoutPhotos(entry.name, found));
    else if (found.unreadable > 0) leftOut(unreadableWords(found.unreadable));
    for (const sentence of found.limits) leftOut(`“${entry.name}” has ${sentence}`);
  }
  if (files.length === 0 && refused.length > 0) throw refused[0];
  for (const { message } of refused) leftOut(message);
  return files;
}

/** Whether files are dragged, not text or links. */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

interface FoundInFolder {
  readonly files: File[];
  /** Names of files that are no pictures. */
  readonly others: string[];
  unreadable: number;
  /** The ends of sentences about what was left out. */
  readonly limits: Set<string>;
}

const TOO_DEEP = `folders more than ${FOLDER.maxDepth} levels deep. They were left out.`;
const TOO_MANY = `more than ${formatNumber(FOLDER.maxFiles)} pictures. The rest was left out.`;

async function picturesIn(folder: FileSystemEntry): Promise<FoundInFolder> {
  const found: FoundInFolder = { files: [], others: [], unreadable: 0, limits: new Set() };
  await collect(folder, { depth: 0, around: [] }, found);
  return found;
}

function withoutPhotos(folder: string, { others, unreadable }: FoundInFolder): AppError {
  const kinds = otherKindsLine(countOtherKinds(others));
  const sentences = [
    `The folder “${folder}” has no photos that Gesso can open (JPEG, PNG, WebP, HEIC, TIFF, AVIF, GIF, BMP).`,
    ...(kinds === '' ? [] : [`It has ${kinds}.`]),
    ...(unreadable === 0 ? [] : [unreadableWords(unreadable)]),
  ];
  return new AppError('unsupported-file', sentences.join(' '), { action: 'choose-other-file' });
}

async function collect(
  entry: FileSystemEntry,
  place: { readonly depth: number; readonly around: readonly string[] },
  found: FoundInFolder,
): Promise<void> {
  if (found.limits.has(TOO_MANY)) return;
  const { depth, around } = place;
  const { name } = entry;
  if (isFile(entry)) {
    if (isOfSystem(name)) return;
    if (!isPictureName(name)) {
      found.others.push(name);
      return;
    }
    if (found.files.length === FOLDER.maxFiles) {
      found.limits.add(TOO_MANY);
      return;
    }
    const file = await ifReadable(read(entry));
    if (file === undefined) found.unreadable += 1;
    else found.files.push(file);
  } else if (isFolder(entry)) {
    // the dropped folder itself is always searched
    if (depth > 0 && isFolderOfSystem(name, around)) return;
    if (depth > FOLDER.maxDepth) {
      found.limits.add(TOO_DEEP);
      return;
    }
    const children = await ifReadable(childrenOf(entry));
    if (children === undefined) {
      found.unreadable += 1;
      return;
    }
    const inside = [...entry.fullPath.split('/'), ...children.map((child) => child.name)];
    for (const child of children) await collect(child, { depth: depth + 1, around: inside }, found);
  }
}
