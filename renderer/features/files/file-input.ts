/** Pictures from outside: file dialog, drop, clipboard. */
import { AppError } from '../../../shared/errors/app-error.ts';
import { countOtherKinds, otherKindsLine } from '../../../shared/files/other-kinds.ts';
import {
  isFolderOfSystem,
  isOfSystem,
  isPictureName,
  PICTURE_EXTENSIONS,
} from '../../../shared/files/picture-names.ts';
import { childrenOf, ifReadable, isFile, isFolder, itemsOf, read } from './dropped-files.ts';

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
 * @returns none if it contains no file, such as for dragged text
 * @throws AppError for a folder without pictures, if there is nothing else
 */
export async function filesOf(transfer: DataTransfer): Promise<readonly File[]> {
  const dropped = itemsOf(transfer);
  const files: File[] = [];
  const refused: unknown[] = [];
  for (const { entry, file } of dropped) {
    if (entry?.isDirectory !== true) {
      if (file !== null) files.push(file);
      continue;
    }
    try {
      files.push(...(await picturesIn(entry)));
    } catch (thrown) {
      refused.push(thrown);
    }
  }
  if (files.length === 0 && refused.length > 0) throw refused[0];
  return files;
}

/** Whether files are dragged, not text or links. */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

async function picturesIn(folder: FileSystemEntry): Promise<readonly File[]> {
  const files: File[] = [];
  const others: string[] = [];
  await collect(folder, { depth: 0, around: [] }, files, others);
  if (files.length > 0) return files;
  const line = otherKindsLine(countOtherKinds(others));
  throw new AppError(
    'unsupported-file',
    `The folder “${folder.name}” has no photos that Gesso can open (JPEG, PNG, WebP, HEIC, TIFF, AVIF, GIF, BMP).${line === '' ? '' : ` It has ${line}.`}`,
    { action: 'choose-other-file' },
  );
}

async function collect(
  entry: FileSystemEntry,
  place: { readonly depth: number; readonly around: readonly string[] },
  files: File[],
  others: string[],
): Promise<void> {
  if (files.length >= FOLDER.maxFiles) return;
  const { depth, around } = place;
  const { name } = entry;
  if (isFile(entry)) {
    if (isOfSystem(name)) return;
    const file = isPictureName(name) ? await ifReadable(read(entry)) : undefined;
    if (file !== undefined) files.push(file);
    else if (!isPictureName(name)) others.push(name);
  } else if (isFolder(entry) && depth <= FOLDER.maxDepth) {
    // the dropped folder itself is always searched
    if (depth > 0 && isFolderOfSystem(name, around)) return;
    const children = (await ifReadable(childrenOf(entry))) ?? [];
    const inside = [...entry.fullPath.split('/'), ...children.map((child) => child.name)];
    for (const child of children) {
      await collect(child, { depth: depth + 1, around: inside }, files, others);
    }
  }
}
