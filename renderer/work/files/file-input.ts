/** Pictures from outside: the file dialog, a drop, the clipboard. */
import { AppError } from '../../../shared/errors/app-error.ts';
import { childrenOf, isFile, isFolder, itemsOf, read } from './dropped-files.ts';

/** Shown in file dialogs; the bytes decide about the real format. */
const ACCEPTED = 'image/*,.jpg,.jpeg,.png,.webp,.heic,.heif,.tif,.tiff,.avif,.gif,.bmp';

/** Masks: formats that the window itself can decode. */
export const MASK_FILES = 'image/png,image/webp,image/bmp,image/gif,image/jpeg';

/** Files of a folder that are taken for pictures by their names; the others are passed over. */
const PICTURE_NAME = /\.(?:jpe?g|png|webp|hei[cf]|tiff?|avif|gif|bmp)$/iu;

/** Numbers of this module. */
const FOLDER = {
  /** Folders within folders that are looked into. */
  maxDepth: 5,
  /** Files that one drop may bring; a whole disk was dropped by mistake. */
  maxFiles: 2000,
} as const;

/**
 * Opens the system's file dialog. Nothing happens when it is cancelled.
 *
 * @param isMany whether several files may be chosen
 */
export function pickFiles(
  onPicked: (files: readonly File[]) => void,
  accepted: string = ACCEPTED,
  isMany = false,
): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accepted;
  input.multiple = isMany;
  input.addEventListener('change', () => onPicked([...(input.files ?? [])]));
  input.click();
}

/** Opens the system's dialog for a folder. Nothing happens when it is cancelled. */
export function pickFolder(onPicked: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.webkitdirectory = true;
  input.addEventListener('change', () => onPicked([...(input.files ?? [])]));
  input.click();
}

/**
 * The files of a drop or paste, and the pictures of dropped folders in the order of their names.
 *
 * @returns none when there is no file in it (text was dragged, say)
 * @throws AppError for a folder without pictures
 */
export async function filesOf(transfer: DataTransfer): Promise<readonly File[]> {
  const dropped = itemsOf(transfer);
  const files: File[] = [];
  for (const { entry, file } of dropped) {
    if (entry?.isDirectory === true) files.push(...(await picturesIn(entry)));
    else if (file !== null) files.push(file);
  }
  return files;
}

/** True while files (not text or links) are dragged. */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

async function picturesIn(folder: FileSystemEntry): Promise<readonly File[]> {
  const files: File[] = [];
  await collect(folder, 0, files);
  if (files.length > 0) return files;
  throw new AppError({
    kind: 'unsupported-file',
    message: `The folder “${folder.name}” has no photos that Gesso can open (JPEG, PNG, WebP, HEIC, TIFF, AVIF, GIF, BMP).`,
    action: 'choose-other-file',
  });
}

async function collect(entry: FileSystemEntry, depth: number, files: File[]): Promise<void> {
  if (files.length >= FOLDER.maxFiles) return;
  if (isFile(entry)) {
    if (PICTURE_NAME.test(entry.name) && !entry.name.startsWith('.')) files.push(await read(entry));
  } else if (isFolder(entry) && depth <= FOLDER.maxDepth) {
    for (const child of await childrenOf(entry)) await collect(child, depth + 1, files);
  }
}
