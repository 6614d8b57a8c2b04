/** Pictures from outside: the file dialog, a drop, the clipboard. */
import { AppError } from '../../../../shared/errors/app-error.ts';

/** Shown in file dialogs; what a file really is, its bytes decide. */
const ACCEPTED = 'image/*,.jpg,.jpeg,.png,.webp,.tif,.tiff,.avif,.gif';

/** Masks: whatever the window itself can decode. */
export const MASK_FILES = 'image/png,image/webp,image/bmp,image/gif,image/jpeg';

/** Opens the system's file dialog. Nothing happens when it is cancelled. */
export function pickFiles(
  onPicked: (files: readonly File[]) => void,
  accepted: string = ACCEPTED,
): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accepted;
  input.addEventListener('change', () => onPicked([...(input.files ?? [])]));
  input.click();
}

/**
 * The file of a drop or paste.
 *
 * @returns `undefined` when there is no file in it (text was dragged, say)
 * @throws AppError for a folder
 */
export function fileOf(transfer: DataTransfer): File | undefined {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file');
  for (const item of items) {
    const entry = item.webkitGetAsEntry();
    if (entry?.isDirectory === true) {
      throw new AppError({
        kind: 'unsupported-file',
        message: `“${entry.name}” is a folder. Open the folder and drop the photo itself.`,
        action: 'choose-other-file',
      });
    }
  }
  return items[0]?.getAsFile() ?? undefined;
}

/** True while files (not text or links) are dragged. */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}
